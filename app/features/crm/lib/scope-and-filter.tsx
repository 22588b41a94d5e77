import { SegmentedControl } from "~/ui/segmented-control.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { type FilterGroup, SCOPES, type Scope, writeFilter } from "./lead-filter.ts";

type Props = { scope: Scope; filter: FilterGroup; onChange: (next: { scope?: string; filter?: string }) => void };

/** Whose leads, and which of them, as the address keeps it; everybody's is no part of it. */
export function ScopeAndFilter({ scope, filter, onChange }: Props) {
  return (
    <>
      <SegmentedControl
        legend="Whose leads"
        options={SCOPES}
        value={scope}
        onChange={(next) => onChange({ scope: next === "all" ? "" : next })}
      />
      <FilterBar filter={filter} onChange={(next) => onChange({ filter: writeFilter(next) })} />
    </>
  );
}
