import { type RuleText, rangeText, ruleText, type ValueNames } from "./filter-text.ts";
import { type FilterGroup, type FilterRule, isGroup } from "./lead-filter.ts";

/** A part of a filter in words, and the places in its group that it speaks of. */
export type FilterPart = RuleText & { places: number[] };

/** The parts of a group as chips say them; two rules that bound one field are one part. */
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

/** The whole filter as a sentence: 'Stage is New and (Owner is me or Value is over 5,000)'. */
export function filterSentence(filter: FilterGroup, nameOf: ValueNames): string {
  const parts = filterParts(filter, nameOf);
  const [first] = parts;
  // Of one field several times, its name is said once: 'Last activity never or more than 14 days ago'.
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
