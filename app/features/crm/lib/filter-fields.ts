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

/** A field that is asked for as it stands in the list of fields. */
function plain(name: LeadField): FilterField {
  const found = PLAIN_FIELDS.find(({ field }) => field === name);
  if (!found) throw new Error(`Leads have no field ${name}`);
  return found;
}

/** What people filter by. */
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
  { field: "stage_entered_at", label: "Stage entered", kind: "moment" },
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

/** What the database knows besides: for links behind figures and addresses that somebody wrote. */
export const OTHER_FIELDS: FilterField[] = [
  { field: "answered_by", label: "First answer by", kind: "owner" },
  { field: "arrived_hour", label: "Time of arrival", kind: "hour" },
  { field: "reached", label: "Came", kind: "reached" },
  { field: "created_at", label: "Arrived", kind: "moment" },
  { field: "updated_at", label: "Last changed", kind: "moment" },
  { field: "consent_at", label: "Consent", kind: "moment" },
  { field: "clock_due_at", label: "Answer", kind: "coming" },
  { field: "is_spam", label: "Spam", kind: "truth" },
  { field: "next_task_kind", label: "Kind of next step", kind: "text" },
  { field: "utm_source", label: "UTM source", kind: "text" },
  { field: "utm_medium", label: "UTM medium", kind: "text" },
  { field: "q", label: "Search", kind: "search" },
  // The owner is asked for by another name.
  ...PLAIN_FIELDS.filter(({ field }) => field !== "user_id" && !FILTER_FIELDS.some((one) => one.field === field)),
];

type OperatorLabels = Partial<Record<FilterOperator, string>>;

/** How each kind is asked in the panel, in words that make a sentence after the field's name; the first one is offered first. */
export const OPERATORS: Record<FieldKind, OperatorLabels> = {
  text: { contains: "contains", eq: "is", not: "is not", empty: "is empty", filled: "is filled in" },
  choice: { in: "is any of", not: "is none of", empty: "is not set", filled: "is set" },
  owner: { in: "is any of", not: "is none of" },
  list: { in: "has any of", not: "has none of", empty: "is empty", filled: "is filled in" },
  money: { over: "is over", under: "is under", eq: "is", empty: "is unknown", filled: "is known" },
  minutes: { over: "took over", under: "took under", empty: "is not given", filled: "is given" },
  hour: { eq: "in the hour from", over: "after the hour from", under: "before" },
  reached: { over: "further than", under: "not as far as" },
  moment: { within_days: "within the last", before: "before", after: "since", empty: "never", filled: "at some time" },
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

/** What a rule may ask besides, when an address brought it along. */
const OTHER_OPERATOR_LABELS: OperatorLabels = {
  eq: "is",
  not: "is not",
  in: "is any of",
  contains: "has",
  empty: "is empty",
  filled: "is filled in",
};

/** The words of the panel for a kind, and for what this rule asks. */
export function operatorsOf(kind: FieldKind, is: FilterOperator): [FilterOperator, string][] {
  const offered = OPERATORS[kind];
  const all = is in offered ? offered : { ...offered, [is]: OTHER_OPERATOR_LABELS[is] ?? "is" };
  return Object.entries(all) as [FilterOperator, string][];
}

const FIELDS_BY_NAME = new Map([...FILTER_FIELDS, ...OTHER_FIELDS].map((field) => [field.field, field]));

/** A field that a rule names; one that nobody knows is still called something. */
export function fieldOf(name: string): FilterField {
  return FIELDS_BY_NAME.get(name) ?? { field: name, label: name.replaceAll("_", " "), kind: "text" };
}

/** Operators without anything to compare with. */
export const NEEDS_NO_VALUE = new Set<FilterOperator>(["empty", "filled"]);
