import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { useAgencyContact } from "~/shared/use-agency-contact.ts";
import { SOURCE_KEYS, sourceText } from "~/ui/source-icon.tsx";
import { formatCompactMoney } from "../../../../domain/money.ts";
import { allLostReasonsQuery, stagesQuery, teamQuery } from "./api.ts";
import { fieldOf } from "./filter-fields.ts";
import type { ValueNames } from "./filter-text.ts";

export type Choice = { value: string; label: string };

/** The choices of each filter field, and the names of values. */
export function useFilterChoices() {
  const { data: stages = [] } = useQuery(stagesQuery);
  const { data: team = [] } = useQuery(teamQuery);
  const { data: reasons = [] } = useQuery(allLostReasonsQuery());
  const choices = useMemo<Record<string, Choice[]>>(() => {
    const people = team.map(({ user_id, name }) => ({ value: user_id, label: name }));
    return {
      stage: stages.map(({ key, label }) => ({ value: key, label })),
      // Progress is stored as a stage's position. Lost does not count as progress.
      reached: stages
        .filter(({ key }) => key !== "lost")
        .map(({ position, label }) => ({ value: String(position), label })),
      source: SOURCE_KEYS.map((key) => ({ value: key, label: sourceText(key) })),
      lost_reason_id: reasons.filter(({ is_active }) => is_active).map(({ id, label }) => ({ value: id, label })),
      owner: [{ value: "me", label: "Me" }, { value: "none", label: "No one" }, ...people],
      answered_by: [{ value: "me", label: "Me" }, ...people],
    };
  }, [stages, team, reasons]);
  const currency = useAgencyContact().data?.currency;
  const nameOf = useCallback<ValueNames>(
    (field, value) => {
      if (value === "me") return "me";
      if (value === "none" && field === "owner") return "no one";
      if (fieldOf(field).kind === "money")
        return currency ? formatCompactMoney({ amount: Number(value), currency }) : "…";
      const known = choices[field]?.find((choice) => choice.value === value)?.label;
      if (known) return known;
      // Links and views can still contain former team members and inactive reasons.
      if (field === "owner" || field === "answered_by") return team.length > 0 ? "a former colleague" : "…";
      if (field === "lost_reason_id") return reasons.find(({ id }) => id === value)?.label ?? "…";
      return field === "reached" ? `stage ${value}` : value;
    },
    [choices, team, reasons, currency],
  );
  return { choices, nameOf };
}
