import { ListFilter, X } from "lucide-react";
import { useState } from "react";
import { Button } from "~/ui/button.tsx";
import { Popover, PopoverClose, PopoverContent, PopoverTrigger } from "~/ui/popover.tsx";
import { FilterBuilder } from "./filter-builder.tsx";
import { fieldOf, NEEDS_NO_VALUE } from "./filter-fields.ts";
import { filterSentence, ruleText } from "./filter-sentence.ts";
import { EMPTY_FILTER, type FilterGroup, type FilterRule, isGroup } from "./lead-filter.ts";
import { useFilterChoices } from "./use-filter-choices.ts";

type Props = { filter: FilterGroup; onChange: (filter: FilterGroup) => void };

/** The filter as chips that can be taken off one by one, and the builder behind a button. */
export function FilterBar({ filter, onChange }: Props) {
  const { choices, nameOf } = useFilterChoices();
  const [draft, setDraft] = useState(filter);
  const remove = (at: number) => onChange({ ...filter, rules: filter.rules.filter((_, index) => index !== at) });
  const change = (next: FilterGroup) => {
    setDraft(next);
    const told = finished(next);
    if (JSON.stringify(told) !== JSON.stringify(filter)) onChange(told);
  };
  const begin = (open: boolean) =>
    open && setDraft(filter.rules.length > 0 ? filter : { op: "and", rules: [{ field: "stage", is: "in" }] });
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      {filter.rules.map((part, at) => (
        <span key={JSON.stringify(part)} className="contents">
          {at > 0 && filter.op === "or" && <span className="text-ink-3 text-xs">or</span>}
          <span className="inline-flex h-7 min-w-0 items-stretch overflow-hidden rounded-ctl border border-line bg-surface text-xs">
            <span className="flex max-w-64 items-center gap-1 truncate pl-2.5">
              {isGroup(part) ? (
                <span className="truncate font-medium">{filterSentence(part, nameOf)}</span>
              ) : (
                <>
                  <span className="text-ink-2">{fieldOf(part.field).label}</span>
                  <span className="truncate font-medium">{ruleText(part, nameOf)}</span>
                </>
              )}
            </span>
            <button
              type="button"
              aria-label={`Remove the filter ${isGroup(part) ? filterSentence(part, nameOf) : fieldOf(part.field).label}`}
              className="hit relative ml-1 inline-grid w-7 cursor-pointer place-items-center text-ink-2 hover:bg-hover hover:text-ink"
              onClick={() => remove(at)}
            >
              <X aria-hidden="true" className="size-3.5" />
            </button>
          </span>
        </span>
      ))}
      <Popover onOpenChange={begin}>
        <PopoverTrigger asChild>
          <Button variant="ghost" size="sm">
            <ListFilter aria-hidden="true" />
            Filter
          </Button>
        </PopoverTrigger>
        <PopoverContent aria-label="Filter" className="grid w-[38rem] gap-3">
          <FilterBuilder group={draft} choices={choices} onChange={change} />
          <p className="border-line border-t pt-2 text-ink-3 text-xs" aria-live="polite">
            {filter.rules.length > 0 ? filterSentence(filter, nameOf) : "Nothing is filtered yet."}
          </p>
          <div className="flex justify-end gap-2">
            <Button variant="ghost" size="sm" disabled={filter.rules.length === 0} onClick={() => change(EMPTY_FILTER)}>
              Clear
            </Button>
            <PopoverClose asChild>
              <Button size="sm">Done</Button>
            </PopoverClose>
          </div>
        </PopoverContent>
      </Popover>
    </div>
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
