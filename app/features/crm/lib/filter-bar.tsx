import { ListFilter } from "lucide-react";
import { useState } from "react";
import { Button } from "~/ui/button.tsx";
import { Popover, PopoverClose, PopoverContent, PopoverTrigger } from "~/ui/popover.tsx";
import { PHONE_QUERY, useMediaQuery } from "~/ui/use-media-query.ts";
import { FilterBuilder } from "./filter-builder.tsx";
import { fieldOf, NEEDS_NO_VALUE } from "./filter-fields.ts";
import { filterSentence } from "./filter-sentence.ts";
import { countRules, EMPTY_FILTER, type FilterGroup, type FilterRule, isGroup } from "./lead-filter.ts";
import { useFilterChoices } from "./use-filter-choices.ts";

/** On a phone the tabs lie over the lowest part of the page. */
const ABOVE_TABS = { top: 8, right: 8, bottom: 76, left: 8 };

type Props = { filter: FilterGroup; onChange: (filter: FilterGroup) => void };

/** The builder of filters behind a button; what it makes stands as chips in `FilterChips`. */
export function FilterBar({ filter, onChange }: Props) {
  const { choices, nameOf } = useFilterChoices();
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
      <PopoverContent aria-label="Filter" className="grid w-[38rem] gap-3" collisionPadding={isPhone ? ABOVE_TABS : 8}>
        <FilterBuilder group={draft} choices={choices} onChange={change} />
        <p className="border-line border-t pt-2 text-ink-3 text-xs" aria-live="polite">
          {rules > 0 ? filterSentence(filter, nameOf) : "Nothing is filtered yet."}
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

/** Without the rules that are still being written, and without groups that hold none. */
function finished(group: FilterGroup): FilterGroup {
  const rules = group.rules.flatMap((part): (FilterGroup | FilterRule)[] => {
    if (!isGroup(part)) return part.value === undefined && !NEEDS_NO_VALUE.has(part.is) ? [] : [part];
    const inner = finished(part);
    return inner.rules.length > 0 ? [inner] : [];
  });
  return { op: group.op, rules };
}

/** What a link asks of one value is any of several in the panel, where further ones can be ticked. */
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
