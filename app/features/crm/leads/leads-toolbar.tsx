import { Columns3, Download } from "lucide-react";
import { Link } from "react-router";
import { DebouncedSearchField } from "~/shared/debounced-search-field.tsx";
import { buttonVariants } from "~/ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuTrigger,
} from "~/ui/dropdown-menu.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { formatCount } from "../../../../domain/format-count.ts";
import { FilterChips, ScopeAndFilter } from "../lib/filter-bar.tsx";
import { type FilterRule, type Scope, withRules, writeFilter } from "../lib/lead-filter.ts";
import type { LeadsUrlState } from "./url-state.ts";
import { COLUMNS, type ColumnKey, saveColumns } from "./url-state.ts";

/** The scope as filter rules, because an export accepts only a filter. */
const OWNERS: Record<Scope, FilterRule[]> = {
  all: [],
  mine: [{ field: "owner", is: "in", value: ["me"] }],
  unowned: [{ field: "owner", is: "in", value: ["none"] }],
};

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
              <span className="num text-ink">{formatCount(leads)}</span> {leads === 1 ? "lead" : "leads"}
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

type Props = { selected: ColumnKey[]; onChange: (keys: ColumnKey[]) => void };

/** The name column is always shown. */
function ColumnPicker({ selected, onChange }: Props) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton label="Columns" className="phone:hidden">
          <Columns3 aria-hidden="true" />
        </IconButton>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        {COLUMNS.filter(({ key }) => key !== "name").map(({ key, label }) => (
          <DropdownMenuCheckboxItem
            key={key}
            checked={selected.includes(key)}
            onSelect={(event) => event.preventDefault()}
            onCheckedChange={(wanted) =>
              onChange(
                COLUMNS.map((column) => column.key).filter((one) => (one === key ? wanted : selected.includes(one))),
              )
            }
          >
            {label}
          </DropdownMenuCheckboxItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
