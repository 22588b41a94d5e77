import type { FilterOperator } from "./lead-filter.ts";

export type FieldKind = "text" | "choice" | "owner" | "list" | "money" | "minutes" | "moment" | "coming" | "truth";
export type FilterField = { field: string; label: string; kind: FieldKind };

/** What people filter by; the database knows more fields, for links behind figures. */
export const FILTER_FIELDS: FilterField[] = [
  { field: "stage", label: "Stage", kind: "choice" },
  { field: "owner", label: "Owner", kind: "owner" },
  { field: "source", label: "Source", kind: "choice" },
  { field: "arrived", label: "Arrived", kind: "moment" },
  { field: "value", label: "Value", kind: "money" },
  { field: "tags", label: "Tags", kind: "list" },
  { field: "unanswered", label: "Unanswered", kind: "truth" },
  { field: "next_task_at", label: "Next step", kind: "coming" },
  { field: "last_activity_at", label: "Last activity", kind: "moment" },
  { field: "stage_entered_at", label: "In stage since", kind: "moment" },
  { field: "response_seconds", label: "Response time", kind: "minutes" },
  { field: "name", label: "Name", kind: "text" },
  { field: "company", label: "Company", kind: "text" },
  { field: "email", label: "E-mail", kind: "text" },
  { field: "phone", label: "Phone", kind: "text" },
  { field: "tier_interest", label: "Tier", kind: "list" },
  { field: "lost_reason_id", label: "Lost reason", kind: "choice" },
  { field: "closed_at", label: "Closed", kind: "moment" },
  { field: "utm_campaign", label: "Campaign", kind: "text" },
  { field: "archived", label: "Archived", kind: "truth" },
];

/** How each kind is asked, in words that make a sentence after the field's name. */
export const OPERATORS: Record<FieldKind, Partial<Record<FilterOperator, string>>> = {
  text: { contains: "contains", eq: "is", not: "is not", empty: "is empty", filled: "is filled" },
  choice: { in: "is any of", not: "is none of", empty: "is empty", filled: "is filled" },
  owner: { in: "is any of", not: "is none of" },
  list: { in: "has any of", not: "has none of", empty: "is empty", filled: "is filled" },
  money: { over: "is over", under: "is under", eq: "is", empty: "is unknown", filled: "is known" },
  minutes: { over: "is over", under: "is under", empty: "is unknown", filled: "is known" },
  moment: { within_days: "within the last", before: "before", after: "from", empty: "never", filled: "at some time" },
  coming: {
    within_days: "within the next",
    before: "before",
    after: "from",
    empty: "is missing",
    filled: "is planned",
  },
  truth: { eq: "is" },
};

const HIDDEN: Record<string, FilterField> = {
  value_cents: { field: "value_cents", label: "Value", kind: "money" },
  created_at: { field: "created_at", label: "Arrived", kind: "moment" },
  arrived_hour: { field: "arrived_hour", label: "Hour of arrival", kind: "text" },
  q: { field: "q", label: "Search", kind: "text" },
};

/** A field that a rule names; one that nobody offers is still called something. */
export function fieldOf(name: string): FilterField {
  return (
    FILTER_FIELDS.find(({ field }) => field === name) ??
    HIDDEN[name] ?? { field: name, label: name.replaceAll("_", " "), kind: "text" }
  );
}

/** Operators without anything to compare with. */
export const NEEDS_NO_VALUE = new Set<FilterOperator>(["empty", "filled"]);
