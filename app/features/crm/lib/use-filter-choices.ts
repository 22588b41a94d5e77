import { skipToken, useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { runQuery } from "~/shared/api.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { useAgencyContact } from "~/shared/use-agency-contact.ts";
import { SOURCE_KEYS, sourceText } from "~/ui/source-icon.tsx";
import { formatCompactMoney } from "../../../../domain/money.ts";
import { allLostReasonsQuery, stagesQuery, teamQuery } from "./api.ts";
import { fieldOf } from "./filter-fields.ts";
import type { ValueNames } from "./filter-text.ts";
import { type FilterGroup, valuesOf } from "./lead-filter.ts";

export type Choice = { value: string; label: string };

const ANSWERS: Choice[] = [
  { value: "answered", label: "given" },
  { value: "waiting", label: "still missing" },
  { value: "booked", label: "replaced by a call that the lead booked" },
  { value: "none", label: "not needed" },
];
const CALLS: Choice[] = [
  { value: "held", label: "held" },
  { value: "no_show", label: "a no-show" },
  { value: "booked", label: "upcoming or without an outcome" },
  { value: "cancelled", label: "canceled" },
];

/** What links from figures and imports name by an id. */
const NAMED_BY_ID = {
  call_type: (ids: string[]) => runQuery((db) => db.from("meeting_types").select("value:id, label:name").in("id", ids)),
  page: (ids: string[]) => runQuery((db) => db.from("landing_pages").select("value:id, label:title").in("id", ids)),
  import: (ids: string[]) =>
    runQuery((db) => db.from("lead_imports").select("value:id, label:file_name").in("id", ids)),
};

const IS_ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
// Always the same array, so that the choices stay the same, too.
const NOTHING: Choice[] = [];

function useNamesOf(field: keyof typeof NAMED_BY_ID, filter: FilterGroup | undefined): Choice[] {
  const ids = filter ? valuesOf(filter, field).filter((id) => IS_ID.test(id)) : [];
  const { data = NOTHING } = useQuery({
    queryKey: queryKeys.crmNames(field, ids),
    queryFn: ids.length > 0 ? () => NAMED_BY_ID[field](ids) : skipToken,
    staleTime: 60_000,
  });
  return data;
}

/** The choices of each filter field, and the names of values. `filter` is the one whose values are named. */
export function useFilterChoices(filter?: FilterGroup) {
  const { data: stages = [] } = useQuery(stagesQuery);
  const { data: team = [] } = useQuery(teamQuery);
  const { data: reasons = [] } = useQuery(allLostReasonsQuery());
  const types = useNamesOf("call_type", filter);
  const pages = useNamesOf("page", filter);
  const imports = useNamesOf("import", filter);
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
      answer: ANSWERS,
      call: CALLS,
      call_type: types,
      page: pages,
      import: imports,
    };
  }, [stages, team, reasons, types, pages, imports]);
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
      if (field in NAMED_BY_ID) return "…";
      return field === "reached" ? `stage ${value}` : value;
    },
    [choices, team, reasons, currency],
  );
  return { choices, nameOf };
}
