import { fieldOf, NEEDS_NO_VALUE, OPERATORS } from "./filter-fields.ts";
import { type FilterGroup, type FilterRule, type FilterValue, isGroup } from "./lead-filter.ts";

/** How the values of a rule are called: a stage by its label, a person by their name. */
export type ValueNames = (field: string, value: string) => string;

/** 'any of 5' or 'Referral, Other': what a rule says of its field. */
export function ruleText(rule: FilterRule, nameOf: ValueNames): string {
  const { kind } = fieldOf(rule.field);
  const asks = OPERATORS[kind][rule.is] ?? rule.is.replaceAll("_", " ");
  if (NEEDS_NO_VALUE.has(rule.is)) return asks;
  const value = valueText(rule, nameOf);
  if (kind === "truth" || Array.isArray(rule.value)) return value;
  return `${asks} ${value}`;
}

function valueText({ field, is, value }: FilterRule, nameOf: ValueNames): string {
  const { kind } = fieldOf(field);
  if (Array.isArray(value)) {
    const names = value.map((one) => nameOf(field, one));
    if (is === "not") return names.length > 2 ? `none of ${names.length}` : `not ${names.join(" or ")}`;
    return names.length > 2 ? `any of ${names.length}` : names.join(" or ");
  }
  if (is === "within_days") return Number(value) === 1 ? "day" : `${value} days`;
  if (kind === "truth") return truthText(value);
  if (kind === "money") return (Number(value) / 100).toLocaleString("en");
  if (kind === "minutes") return `${Math.round((Number(value) / 60) * 10) / 10} min`;
  const relative = typeof value === "string" && /^([+-])(\d+)d$/.exec(value);
  if (relative) return relative[1] === "-" ? `${relative[2]} days ago` : `in ${relative[2]} days`;
  return nameOf(field, String(value ?? ""));
}

const truthText = (value: FilterValue | undefined) => (value === true || value === "true" ? "yes" : "no");

/** The whole filter as a sentence: 'Stage is New and (Owner is me or Value is over 5,000)'. */
export function filterSentence(filter: FilterGroup, nameOf: ValueNames): string {
  return filter.rules
    .map((part) =>
      isGroup(part)
        ? `(${filterSentence(part, nameOf)})`
        : `${fieldOf(part.field).label} ${Array.isArray(part.value) ? (fieldOf(part.field).kind === "list" ? "has " : "is ") : ""}${ruleText(part, nameOf)}`,
    )
    .join(` ${filter.op} `);
}
