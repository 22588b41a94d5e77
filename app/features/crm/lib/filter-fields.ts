import { LEAD_FIELDS, LEAD_LABELS, type LeadField } from "../../../../domain/lead-fields.ts";
import type { FilterOperator } from "./lead-filter.ts";

export type FieldKind =
  | "text"
  | "choice"
  | "owner"
  | "list"
  | "money"
  | "minutes"
  | "hour"
  | "reached"
  | "moment"
  | "coming"
  | "truth"
  | "search";
export type FilterField = { field: string; label: string; kind: FieldKind };

const KINDS = {
  word: "text",
  text: "text",
  list: "list",
  number: "money",
  choice: "choice",
  id: "choice",
  owner: "owner",
} as const satisfies Record<(typeof LEAD_FIELDS)[number]["kind"], FieldKind>;

const PLAIN_FIELDS = LEAD_FIELDS.map(({ field, label, kind }): FilterField => ({ field, label, kind: KINDS[kind] }));

/** A filter field that is the same as the lead field. */
function plain(name: LeadField): FilterField {
  const found = PLAIN_FIELDS.find(({ field }) => field === name);
  if (!found) throw new Error(`Leads have no field ${name}`);
  return found;
}

/** The fields that the panel offers. */
export const FILTER_FIELDS: FilterField[] = [
  plain("stage"),
  { field: "owner", label: LEAD_LABELS.user_id, kind: "owner" },
  plain("source"),
  { field: "arrived", label: "Arrived", kind: "moment" },
  { field: "value", label: LEAD_LABELS.value_cents, kind: "money" },
  plain("tags"),
  { field: "unanswered", label: "Unanswered", kind: "truth" },
  { field: "next_task_at", label: "Next step", kind: "coming" },
  { field: "last_activity_at", label: "Last activity", kind: "moment" },
  { field: "stage_entered_at", label: "Entered stage", kind: "moment" },
  { field: "response_seconds", label: "First response", kind: "minutes" },
  { field: "name", label: "Name", kind: "text" },
  plain("company"),
  plain("email"),
  plain("phone"),
  plain("tier_interest"),
  plain("lost_reason_id"),
  { field: "closed_at", label: "Closed", kind: "moment" },
  { field: "utm_campaign", label: "Campaign", kind: "text" },
  { field: "archived", label: "Archived", kind: "truth" },
];

/** Other fields that the database accepts. Links from figures and hand-written URLs use them. */
export const OTHER_FIELDS: FilterField[] = [
  { field: "answered_by", label: "First response by", kind: "owner" },
  { field: "arrived_hour", label: "Arrival time", kind: "hour" },
  { field: "reached", label: "Furthest stage", kind: "reached" },
  { field: "created_at", label: "Arrived", kind: "moment" },
  { field: "updated_at", label: "Last updated", kind: "moment" },
  { field: "consent_at", label: "Consent", kind: "moment" },
  { field: "clock_due_at", label: "Reply", kind: "coming" },
  { field: "is_spam", label: "Spam", kind: "truth" },
  { field: "next_task_kind", label: "Next step type", kind: "text" },
  { field: "utm_source", label: "UTM source", kind: "text" },
  { field: "utm_medium", label: "UTM medium", kind: "text" },
  { field: "answer", label: "Response", kind: "choice" },
  { field: "call", label: "Call", kind: "choice" },
  { field: "call_type", label: "Meeting type", kind: "choice" },
  { field: "page", label: "Landing page", kind: "choice" },
  { field: "import", label: "Import", kind: "choice" },
  { field: "q", label: "Search", kind: "search" },
  // `owner` is the filter field for `user_id`.
  ...PLAIN_FIELDS.filter(({ field }) => field !== "user_id" && !FILTER_FIELDS.some((one) => one.field === field)),
];

type OperatorLabels = Partial<Record<FilterOperator, string>>;

/** The operators that the panel offers for each kind. Each label forms a sentence after the field's name. The first is the default. */
export const OPERATORS: Record<FieldKind, OperatorLabels> = {
  text: { contains: "contains", eq: "is", not: "isn't", empty: "is empty", filled: "isn't empty" },
  choice: { in: "is any of", not: "is none of", empty: "isn't set", filled: "is set" },
  owner: { in: "is any of", not: "is none of" },
  list: { in: "has any of", not: "has none of", empty: "is empty", filled: "isn't empty" },
  money: { over: "is more than", under: "is less than", eq: "is", empty: "is unknown", filled: "is known" },
  minutes: { over: "took more than", under: "took less than", empty: "is missing", filled: "is recorded" },
  hour: { eq: "in the hour starting", over: "after the hour starting", under: "before" },
  reached: { over: "is after", under: "is before" },
  moment: { within_days: "within the last", before: "before", after: "since", empty: "never", filled: "at any time" },
  coming: {
    within_days: "within the next",
    before: "before",
    after: "from",
    empty: "is missing",
    filled: "is planned",
  },
  truth: { eq: "is" },
  search: { eq: "is" },
};

/** Labels of other operators, which a rule from a URL may use. */
const OTHER_OPERATOR_LABELS: OperatorLabels = {
  eq: "is",
  not: "isn't",
  in: "is any of",
  contains: "has",
  empty: "is empty",
  filled: "isn't empty",
};

/** The operators of a kind with their labels, plus the rule's own operator. */
export function operatorsOf(kind: FieldKind, is: FilterOperator): [FilterOperator, string][] {
  const offered = OPERATORS[kind];
  const all = is in offered ? offered : { ...offered, [is]: OTHER_OPERATOR_LABELS[is] ?? "is" };
  return Object.entries(all) as [FilterOperator, string][];
}

const FIELDS_BY_NAME = new Map([...FILTER_FIELDS, ...OTHER_FIELDS].map((field) => [field.field, field]));

/** The field that a rule names. An unknown field gets its name as the label. */
export function fieldOf(name: string): FilterField {
  return FIELDS_BY_NAME.get(name) ?? { field: name, label: name.replaceAll("_", " "), kind: "text" };
}

/** Operators that take no value. */
export const NEEDS_NO_VALUE = new Set<FilterOperator>(["empty", "filled"]);
