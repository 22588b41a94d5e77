import { Download } from "lucide-react";
import { Link } from "react-router";
import { DebouncedSearchField } from "~/shared/debounced-search-field.tsx";
import { crmPath } from "~/shared/workspace.ts";
import { buttonVariants } from "~/ui/button.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { formatCount } from "../../../../domain/format-count.ts";
import { FilterChips, ScopeAndFilter } from "../lib/filter-bar.tsx";
import { type FilterRule, type Scope, withRules, writeFilter } from "../lib/lead-filter.ts";
import { ColumnPicker } from "./column-picker.tsx";
import type { LeadsUrlState } from "./url-state.ts";
import type { ColumnsState } from "./use-columns.ts";

/** The scope as filter rules, because an export accepts only a filter. */
const OWNERS: Record<Scope, FilterRule[]> = {
  all: [],
  mine: [{ field: "owner", is: "in", value: ["me"] }],
  unowned: [{ field: "owner", is: "in", value: ["none"] }],
};

type Props = { urlState: LeadsUrlState; columns: ColumnsState; leads: number | undefined };

export function LeadsToolbar({ urlState, columns, leads }: Props) {
  const { q, scope, filter, params, change } = urlState;
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
        <div className="text-ink-3 text-xs" role="status">
          {leads === undefined ? (
            <Skeleton className="w-16" />
          ) : (
            <>
              <span className="num text-ink">{formatCount(leads)}</span> {leads === 1 ? "lead" : "leads"}
            </>
          )}
        </div>
        <Link
          to={crmPath(
            `/import?${new URLSearchParams({ filter: writeFilter(withRules(params.filter, OWNERS[scope])) })}`,
          )}
          className={buttonVariants({ variant: "ghost", size: "sm", className: "phone:hidden" })}
        >
          <Download aria-hidden="true" />
          Export
        </Link>
        <ColumnPicker columns={columns} />
      </div>
      <FilterChips filter={filter} onChange={(next) => change({ filter: writeFilter(next) })} />
    </>
  );
}
