import { crmPath } from "~/shared/workspace.ts";
/**
 * Filters of leads in URLs, saved views and requests (docs/crm.md). The database compiles them
 * (`private.lead_filter_sql`) and refuses unknown fields and operators.
 */
export type FilterValue = string | number | boolean | string[];
export type FilterRule = { field: string; is: FilterOperator; value?: FilterValue };
export type FilterGroup = { op: "and" | "or"; rules: (FilterRule | FilterGroup)[] };

const FILTER_OPERATORS = [
  "eq",
  "not",
  "in",
  "contains",
  "empty",
  "filled",
  "before",
  "after",
  "over",
  "under",
  "within_days",
] as const;
export type FilterOperator = (typeof FILTER_OPERATORS)[number];

export type Scope = "all" | "mine" | "unowned";

export const SCOPES = [
  { value: "all", label: "All" },
  { value: "mine", label: "Mine" },
  { value: "unowned", label: "Unowned" },
] as const;

export const readScope = (text: string): Scope => (text === "mine" || text === "unowned" ? text : "all");

export const EMPTY_FILTER: FilterGroup = { op: "and", rules: [] };
const MAX_RULES = 50;
export const MAX_GROUP_DEPTH = 3;

export const isGroup = (part: FilterRule | FilterGroup): part is FilterGroup => "rules" in part;

/** Parses the URL parameter `filter`. Invalid text gives an empty filter, and `InvalidFilterNotice` says so. */
export const readFilter = (text: string): FilterGroup => parseFilter(text) ?? EMPTY_FILTER;

export const isReadableFilter = (text: string): boolean => text === "" || parseFilter(text) !== null;

function parseFilter(text: string): FilterGroup | null {
  try {
    const read: unknown = JSON.parse(text);
    return isFilter(read, 1) ? read : null;
  } catch {
    return null;
  }
}

/** Formats a filter for the URL. An empty filter is an empty string. */
export function writeFilter(filter: FilterGroup): string {
  return filter.rules.length === 0 ? "" : JSON.stringify(filter);
}

/** The URL of the list of leads with this filter. */
export function leadsPath(filter: FilterGroup, more: Record<string, string> = {}): string {
  const search = new URLSearchParams({ ...more, ...(filter.rules.length > 0 ? { filter: writeFilter(filter) } : {}) });
  return search.size > 0 ? crmPath(`/leads?${search}`) : crmPath("/leads");
}

/** Adds rules to a filter, without another nested group where possible. */
export function withRules(filter: FilterGroup, rules: FilterRule[]): FilterGroup {
  if (rules.length === 0) return filter;
  return {
    op: "and",
    rules: [...rules, ...(filter.op === "and" || filter.rules.length === 0 ? filter.rules : [filter])],
  };
}

/** Counts the rules in all groups. */
export function countRules(filter: FilterGroup): number {
  return filter.rules.reduce((sum, part) => sum + (isGroup(part) ? countRules(part) : 1), 0);
}

function isFilter(read: unknown, depth: number): read is FilterGroup {
  if (typeof read !== "object" || read === null || depth > MAX_GROUP_DEPTH) return false;
  const { op, rules } = read as Partial<FilterGroup>;
  if ((op !== "and" && op !== "or") || !Array.isArray(rules) || rules.length > MAX_RULES) return false;
  return rules.every((part) => isFilter(part, depth + 1) || isRule(part));
}

function isRule(read: unknown): read is FilterRule {
  if (typeof read !== "object" || read === null || "rules" in read) return false;
  const { field, is } = read as Partial<FilterRule>;
  return typeof field === "string" && FILTER_OPERATORS.includes(is as FilterOperator);
}

/** All values that the rules of a field have, including in groups. */
export const valuesOf = (filter: FilterGroup, field: string): string[] =>
  filter.rules.flatMap((part) =>
    isGroup(part)
      ? valuesOf(part, field)
      : part.field === field && part.value !== undefined
        ? [part.value].flat().map(String)
        : [],
  );

/** Whether no lead in this stage can match, because of the rules about stages. */
export function excludesStage(filter: FilterGroup, stage: string): boolean {
  const excludes = (part: FilterRule | FilterGroup): boolean => {
    if (isGroup(part)) return excludesStage(part, stage);
    if (part.field !== "stage") return false;
    const stages = [part.value].flat();
    if (part.is === "not") return stages.includes(stage);
    return (part.is === "in" || part.is === "eq") && !stages.includes(stage);
  };
  if (filter.op === "and") return filter.rules.some(excludes);
  return filter.rules.length > 0 && filter.rules.every(excludes);
}
