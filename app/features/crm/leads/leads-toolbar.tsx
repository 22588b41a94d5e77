import { Download } from "lucide-react";
import { Link } from "react-router";
import { DebouncedSearchField } from "~/shared/debounced-search-field.tsx";
import { buttonVariants } from "~/ui/button.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { FilterChips } from "../lib/filter-chips.tsx";
import { type FilterRule, withRules, writeFilter } from "../lib/lead-filter.ts";
import { numberFormat, type Scope } from "../lib/lead-row.ts";
import { ScopeAndFilter } from "../lib/scope-and-filter.tsx";
import { ColumnPicker } from "./column-picker.tsx";
import { saveColumns } from "./columns.ts";
import type { LeadsUrlState } from "./use-leads-url-state.ts";

/** Whose leads they are, as a rule: an export takes a filter and nothing else. */
const OWNERS: Record<Scope, FilterRule[]> = {
  all: [],
  mine: [{ field: "owner", is: "in", value: ["me"] }],
  unowned: [{ field: "owner", is: "in", value: ["none"] }],
};

/** Search, whose leads, filter, how many there are, export and the choice of columns; under them what is filtered. */
export function LeadsToolbar({ urlState, leads }: { urlState: LeadsUrlState; leads: number | undefined }) {
  const { q, scope, filter, columns, params, change } = urlState;
  return (
    <>
      <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 border-line border-b px-4 py-1.5">
        <DebouncedSearchField
          label="Search leads"
          value={q}
          onChange={(next) => change({ q: next })}
          className="relative min-w-0 basis-56 phone:basis-full"
        />
        <ScopeAndFilter scope={scope} filter={filter} onChange={change} />
        <span className="flex-1" />
        <p className="text-ink-3 text-xs" role="status">
          {leads === undefined ? (
            <Skeleton className="w-16" />
          ) : (
            <>
              <span className="num text-ink">{numberFormat.format(leads)}</span> {leads === 1 ? "lead" : "leads"}
            </>
          )}
        </p>
        <Link
          to={`/crm/import?${new URLSearchParams({ filter: writeFilter(withRules(params.filter, OWNERS[scope])) })}`}
          className={buttonVariants({ variant: "ghost", size: "sm", className: "phone:hidden" })}
        >
          <Download aria-hidden="true" />
          Export
        </Link>
        <ColumnPicker
          selected={columns}
          onChange={(keys) => {
            saveColumns(keys);
            change({ cols: keys.join(",") });
          }}
        />
      </div>
      <FilterChips filter={filter} onChange={(next) => change({ filter: writeFilter(next) })} />
    </>
  );
}
