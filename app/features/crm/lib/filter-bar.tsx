import { ListFilter } from "lucide-react";
import { useState } from "react";
import { Button } from "~/ui/button.tsx";
import { FilterChip } from "~/ui/filter-chip.tsx";
import { Popover, PopoverClose, PopoverContent, PopoverTrigger } from "~/ui/popover.tsx";
import { SegmentedControl } from "~/ui/segmented-control.tsx";
import { PHONE_QUERY, useMediaQuery } from "~/ui/use-media-query.ts";
import { FilterBuilder } from "./filter-builder.tsx";
import { fieldOf, NEEDS_NO_VALUE } from "./filter-fields.ts";
import { filterParts, filterSentence } from "./filter-text.ts";
import {
  countRules,
  EMPTY_FILTER,
  type FilterGroup,
  type FilterRule,
  isGroup,
  SCOPES,
  type Scope,
  writeFilter,
} from "./lead-filter.ts";
import { useFilterChoices } from "./use-filter-choices.ts";

/** On a phone the tabs cover the bottom of the page. */
const ABOVE_TABS = { top: 8, right: 8, bottom: 76, left: 8 };

type FilterProps = { filter: FilterGroup; onChange: (filter: FilterGroup) => void };

/** A button that opens the filter builder. `FilterChips` shows the filter. */
function FilterBar({ filter, onChange }: FilterProps) {
  const { choices, nameOf } = useFilterChoices(filter);
  const [draft, setDraft] = useState(filter);
  const rules = countRules(filter);
  const isPhone = useMediaQuery(PHONE_QUERY);
  const change = (next: FilterGroup) => {
    setDraft(next);
    const complete = finished(next);
    if (JSON.stringify(complete) !== JSON.stringify(filter)) onChange(complete);
  };
  const begin = (open: boolean) =>
    open && setDraft(rules > 0 ? withLists(filter) : { op: "and", rules: [{ field: "stage", is: "in" }] });
  return (
    <Popover onOpenChange={begin}>
      <PopoverTrigger asChild>
        <Button variant="ghost" size="sm">
          <ListFilter aria-hidden="true" />
          Filter
        </Button>
      </PopoverTrigger>
      <PopoverContent
        aria-label="Filter"
        className="grid w-[38rem] gap-3"
        collisionPadding={isPhone ? ABOVE_TABS : 8}
        onOpenAutoFocus={focusFirstRule}
      >
        <FilterBuilder group={draft} choices={choices} onChange={change} />
        <p className="border-line border-t pt-2 text-ink-3 text-xs" aria-live="polite">
          {rules > 0 ? filterSentence(filter, nameOf) : "No filters yet."}
        </p>
        <div className="flex justify-end gap-2">
          <Button variant="ghost" size="sm" disabled={rules === 0} onClick={() => change(EMPTY_FILTER)}>
            Clear
          </Button>
          <PopoverClose asChild>
            <Button size="sm">Done</Button>
          </PopoverClose>
        </div>
      </PopoverContent>
    </Popover>
  );
}

/** The field of the first rule is the first choice. Most filters need no other join. */
function focusFirstRule(event: Event): void {
  const field = (event.currentTarget as HTMLElement).querySelector<HTMLElement>("[aria-haspopup=menu]");
  if (!field) return;
  event.preventDefault();
  field.focus();
}

/** Removes unfinished rules and empty groups. */
function finished(group: FilterGroup): FilterGroup {
  const rules = group.rules.flatMap((part): (FilterGroup | FilterRule)[] => {
    if (!isGroup(part)) return part.value === undefined && !NEEDS_NO_VALUE.has(part.is) ? [] : [part];
    const inner = finished(part);
    return inner.rules.length > 0 ? [inner] : [];
  });
  return { op: group.op, rules };
}

/** Turns the single values that links use into lists, so that users can add more values in the panel. */
function withLists(group: FilterGroup): FilterGroup {
  const rules = group.rules.map((part) => {
    if (isGroup(part)) return withLists(part);
    const { kind } = fieldOf(part.field);
    const isOne = part.is === "eq" || (part.is === "contains" && kind === "list");
    if (!isOne || !["choice", "owner", "list"].includes(kind) || part.value === undefined) return part;
    return { ...part, is: "in" as const, value: Array.isArray(part.value) ? part.value : [String(part.value)] };
  });
  return { op: group.op, rules };
}

type Props = { scope: Scope; filter: FilterGroup; onChange: (next: { scope?: string; filter?: string }) => void };

/** Scope and filter. The URL stores both, and omits the scope "all". */
export function ScopeAndFilter({ scope, filter, onChange }: Props) {
  return (
    <>
      <SegmentedControl
        legend="Scope"
        options={SCOPES}
        value={scope}
        onChange={(next) => onChange({ scope: next === "all" ? "" : next })}
      />
      <FilterBar filter={filter} onChange={(next) => onChange({ filter: writeFilter(next) })} />
    </>
  );
}

/** The filter as removable chips. They have their own line, so that the controls above do not move. */
export function FilterChips({ filter, onChange }: FilterProps) {
  const { nameOf } = useFilterChoices(filter);
  const parts = filterParts(filter, nameOf);
  if (parts.length === 0) return null;
  const without = (places: number[]) => ({ ...filter, rules: filter.rules.filter((_, at) => !places.includes(at)) });
  return (
    <ul aria-label="Filters" className="flex shrink-0 flex-wrap items-center gap-1.5 border-line border-b px-4 py-1.5">
      {parts.map(({ label, text, places }, at) => (
        <li key={`${label} ${text}`} className="flex min-w-0 items-center gap-1.5">
          {at > 0 && filter.op === "or" && <span className="text-ink-3 text-xs">or</span>}
          <FilterChip label={label} text={text} onRemove={() => onChange(without(places))} />
        </li>
      ))}
    </ul>
  );
}
