import { addDays, dayRangeText } from "~/shared/day-range.ts";
import { formatCount } from "../../../../domain/format-count.ts";
import { formatHour } from "../../../../domain/format-date.ts";
import { formatAlternatives } from "../../../../domain/format-list.ts";
import { fieldOf } from "./filter-fields.ts";
import { type FilterGroup, type FilterOperator, type FilterRule, isGroup } from "./lead-filter.ts";

/** Names a value of a rule: a stage by its label, a person by name, an amount with its currency. */
export type ValueNames = (field: string, value: string) => string;
/** The label is empty when the text alone is enough. */
export type RuleText = { label: string; text: string };
const days = (count: number) => (count === 1 ? "1 day" : `${count} days`);
const lastDays = (count: number) => (count === 1 ? "day" : days(count));
const minutesText = (seconds: number) =>
  seconds % 60 === 0 || seconds > 60 ? `${formatCount(Math.round(seconds / 6) / 10)} min` : `${seconds} s`;

/** The texts for true and false. */
const BOOLEAN_TEXTS: Record<string, [string, string]> = {
  unanswered: ["Waiting for a reply", "Not waiting for a reply"],
  archived: ["Archived", "Not archived"],
  is_spam: ["Spam", "Not spam"],
};

/** The texts for empty and filled, for fields that need special ones. */
const EMPTY_TEXTS: Record<string, [string, string]> = {
  owner: ["isn't set", "is set"],
  answered_by: ["no one", "someone"],
  response_seconds: ["is missing", "is recorded"],
  consent_at: ["not given", "given"],
  clock_due_at: ["not due", "due"],
  next_task_at: ["is missing", "is planned"],
  closed_at: ["never", "at any time"],
  phone: ["is unknown", "is known"],
  email: ["is unknown", "is known"],
  lost_reason_id: ["isn't set", "is set"],
  call: ["isn't booked", "is booked"],
  call_type: ["is deleted or not chosen", "is known"],
  page: ["is none", "is known"],
};
const EMPTY_TEXTS_BY_KIND: Partial<Record<string, [string, string]>> = {
  text: ["is empty", "isn't empty"],
  choice: ["isn't set", "is set"],
  list: ["is empty", "isn't empty"],
  money: ["is unknown", "is known"],
  hour: ["unknown", "known"],
  reached: ["is unknown", "is known"],
  moment: ["never", "at any time"],
};

/** The label and text of a rule, such as 'Arrived' and 'since 1 Nov 2026'. */
export function ruleText(rule: FilterRule, nameOf: ValueNames): RuleText {
  const { label, kind, field } = fieldOf(rule.field);
  if (rule.is === "empty" || rule.is === "filled") {
    const [empty, filled] = EMPTY_TEXTS[field] ?? EMPTY_TEXTS_BY_KIND[kind] ?? ["is empty", "isn't empty"];
    return { label, text: rule.is === "empty" ? empty : filled };
  }
  const values = (Array.isArray(rule.value) ? rule.value : [rule.value ?? ""]).map(String);
  switch (kind) {
    case "truth": {
      const [yes, no] = BOOLEAN_TEXTS[field] ?? [label, `Not ${label}`];
      const isTrue = values.includes("true") !== (rule.is === "not");
      return { label: "", text: isTrue ? yes : no };
    }
    case "moment":
    case "coming":
      return {
        label,
        text: momentText(rule, values[0] ?? "", kind === "coming" ? "due " : field === "consent_at" ? "given " : ""),
      };
    case "money":
      return {
        label,
        text: comparison(
          rule.is,
          values.map((value) => nameOf(field, value)),
          "is",
        ),
      };
    case "minutes":
      return { label, text: minutesRule(rule.is, values.map(Number)) };
    case "hour":
      return { label, text: hourRule(rule.is, values.map(Number)) };
    case "reached":
      return { label, text: reachedRule(rule.is, values.map(Number), (place) => nameOf(field, String(place))) };
    case "search":
      return { label, text: `matches “${values[0]}”` };
    case "text":
      return {
        label,
        text:
          rule.is === "contains"
            ? `contains “${values[0]}”`
            : comparison(
                rule.is,
                values.map((value) => `“${value}”`),
                "is",
              ),
      };
    case "list":
      return {
        label,
        text:
          rule.is === "not"
            ? `doesn't contain ${formatAlternatives(values)}`
            : `contains ${formatAlternatives(values)}`,
      };
    default: {
      const names = values.map((value) => nameOf(field, value));
      return { label, text: comparison(rule.is, names, field === "answered_by" ? "" : "is") };
    }
  }
}

/** 'is Referral or Other', 'is neither Referral nor Other', 'is more than 5,000'. */
function comparison(is: FilterOperator, names: string[], verb: string): string {
  const prefix = verb ? `${verb} ` : "";
  if (is === "over" || is === "under") return `${prefix}${is === "over" ? "more" : "less"} than ${names[0]}`;
  if (is !== "not") return `${prefix}${names.length > 3 ? `any of ${names.length}` : formatAlternatives(names)}`;
  if (names.length > 3) return `${prefix}none of ${names.length}`;
  return names.length === 1 ? `${prefix}not ${names[0]}` : `${prefix}neither ${names.join(" nor ")}`;
}

function minutesRule(is: FilterOperator, [first = 0, ...more]: number[]): string {
  // Values are whole seconds, so over 59 means a minute or longer.
  if (is === "over")
    return (first + 1) % 60 === 0 ? `took ${minutesText(first + 1)} or longer` : `took more than ${minutesText(first)}`;
  if (is === "under") return `took less than ${minutesText(first)}`;
  const all = formatAlternatives([first, ...more].map(minutesText));
  return is === "not" ? `didn't take ${all}` : `took ${all}`;
}

function hourRule(is: FilterOperator, hours: number[]): string {
  const [first = 0] = hours;
  if (is === "over") return `${formatHour(first + 1)} or later`;
  if (is === "under") return `before ${formatHour(first)}`;
  const spans = formatAlternatives(hours.map((hour) => `between ${formatHour(hour)} and ${formatHour(hour + 1)}`));
  return is === "not" ? `not ${spans}` : spans;
}

function reachedRule(is: FilterOperator, places: number[], stage: (place: number) => string): string {
  const [first = 0] = places;
  if (is === "over") return `is ${stage(first + 1)} or later`;
  if (is === "under") return `is before ${stage(first)}`;
  const all = formatAlternatives(places.map(stage));
  return is === "not" ? `isn't ${all}` : `is ${all}`;
}

/** Before or from a day, a time, now, or a number of days from now. */
function momentText({ is, field }: FilterRule, value: string, prefix: string): string {
  const isComing = fieldOf(field).kind === "coming";
  if (is === "within_days") return `${prefix}in the ${isComing ? "next" : "last"} ${lastDays(Number(value))}`;
  const relative = /^([+-])(\d+)d$/.exec(value);
  const count = relative ? Number(relative[2]) : 0;
  if (value === "now" || (relative && count === 0))
    return is === "before" ? `${prefix}before now` : `${prefix}from now on`;
  if (relative?.[1] === "-")
    return is === "before"
      ? `${prefix}more than ${days(count)} ago`
      : `${prefix}in the last ${lastDays(count)}${isComing ? " or later" : ""}`;
  if (relative)
    return is === "before" ? `${prefix}in less than ${days(count)}` : `${prefix}in more than ${days(count)}`;
  const day = dayText(value);
  if (is === "before") return `${prefix}before ${day}`;
  return isComing ? `${prefix}${day} or later` : `${prefix}since ${day}`;
}

function dayText(value: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return dayRangeText(value, value);
  const at = new Date(value);
  if (Number.isNaN(at.getTime())) return value;
  const day = dayRangeText(value.slice(0, 10), value.slice(0, 10));
  return `${day}, ${value.slice(11, 16)}`;
}

const isDay = (value: FilterRule["value"]): value is string =>
  typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value);

/** One text for two rules that form a range, such as 'Arrived 1–30 Nov 2026'. Null if they do not. */
function rangeText(one: FilterRule, other: FilterRule, nameOf: ValueNames): RuleText | null {
  if (one.field !== other.field) return null;
  const { label, kind, field } = fieldOf(one.field);
  const rule = (is: FilterOperator) => [one, other].find((each) => each.is === is)?.value;
  if (kind === "moment" || kind === "coming") {
    const [from, to] = [rule("after"), rule("before")];
    if (!isDay(from) || !isDay(to) || from >= to) return null;
    const prefix = kind === "coming" ? "due " : field === "consent_at" ? "given " : "";
    return { label, text: `${prefix}${dayRangeText(from, addDays(to, -1))}` };
  }
  const [over, under] = [rule("over"), rule("under")];
  if (over === undefined || under === undefined || Number(over) >= Number(under)) return null;
  if (kind === "money")
    return {
      label,
      text: `is between ${nameOf(field, String(over))} and ${nameOf(field, String(under))}`,
    };
  if (kind !== "minutes") return null;
  const from = Number(over) + 1;
  if (from <= 0) return { label, text: minutesRule("under", [Number(under)]) };
  return {
    label,
    text: `took ${from % 60 === 0 ? formatCount(from / 60) : minutesText(from)} to ${minutesText(Number(under))}`,
  };
}

/** The text of a part of a filter. `places` are the indexes of its rules in the group. */
export type FilterPart = RuleText & { places: number[] };

/** The parts of a group, one for each chip. Two rules that form a range are one part. */
export function filterParts(group: FilterGroup, nameOf: ValueNames): FilterPart[] {
  const parts: FilterPart[] = [];
  const described = new Set<number>();
  for (const [at, part] of group.rules.entries()) {
    if (described.has(at)) continue;
    if (isGroup(part)) {
      parts.push({ label: "", text: filterSentence(part, nameOf), places: [at] });
      continue;
    }
    const [other, range] = group.op === "and" ? findRange(group, part, at, nameOf) : [-1, null];
    if (range) described.add(other);
    parts.push(range ? { ...range, places: [at, other] } : { ...ruleText(part, nameOf), places: [at] });
  }
  return parts;
}

function findRange(group: FilterGroup, rule: FilterRule, at: number, nameOf: ValueNames): [number, RuleText | null] {
  for (const [place, other] of group.rules.entries()) {
    if (place <= at || isGroup(other)) continue;
    const range = rangeText(rule, other, nameOf);
    if (range) return [place, range];
  }
  return [-1, null];
}

/** The whole filter as a sentence: 'Stage is New and (Owner is me or Value is more than 5,000)'. */
export function filterSentence(filter: FilterGroup, nameOf: ValueNames): string {
  const parts = filterParts(filter, nameOf);
  const [first] = parts;
  // Several rules of the same field name it once: 'Last activity never or more than 14 days ago'.
  const isOneField = parts.length > 1 && parts.every(({ label }) => label !== "" && label === first?.label);
  return parts
    .map(({ label, text, places }, at) => {
      const part = filter.rules[places[0] ?? 0];
      if (part && isGroup(part)) return part.rules.length > 1 ? `(${text})` : text;
      if (label === "") return text;
      return isOneField && at > 0 ? text : `${label} ${text}`;
    })
    .join(` ${filter.op} `);
}
