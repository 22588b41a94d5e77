import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { SOURCE_KEYS, sourceText } from "~/ui/source-icon.tsx";
import { lostReasonsQuery, stagesQuery } from "./list-stages.ts";
import { teamQuery } from "./list-team.ts";

export type Choice = { value: string; label: string };

/** What there is to choose from for a field, and how a value of a rule is called. */
export function useFilterChoices() {
  const { data: stages = [] } = useQuery(stagesQuery);
  const { data: team = [] } = useQuery(teamQuery);
  const { data: reasons = [] } = useQuery(lostReasonsQuery);
  const choices = useMemo<Record<string, Choice[]>>(
    () => ({
      stage: stages.map(({ key, label }) => ({ value: key, label })),
      source: SOURCE_KEYS.map((key) => ({ value: key, label: sourceText(key) })),
      lost_reason_id: reasons.map(({ id, label }) => ({ value: id, label })),
      owner: [
        { value: "me", label: "Me" },
        { value: "none", label: "Nobody" },
        ...team.map(({ user_id, name }) => ({ value: user_id, label: name })),
      ],
    }),
    [stages, team, reasons],
  );
  const nameOf = useCallback(
    (field: string, value: string) => choices[field]?.find((choice) => choice.value === value)?.label ?? value,
    [choices],
  );
  return { choices, nameOf };
}
