import { useMemo } from "react";
import { useUrlState } from "~/shared/use-url-state.ts";
import { type FilterRule, readFilter, withRules } from "../lib/lead-filter.ts";
import { readScope } from "../lib/lead-row.ts";
import { DEFAULT_SORT, readColumns } from "./columns.ts";

export type LeadsUrlState = ReturnType<typeof useLeadsUrlState>;

/** Everything that the page shows is in its address: whose leads, filter, search, order, columns and the view. */
export function useLeadsUrlState() {
  const { read, change } = useUrlState();
  const [scopeText, filterText, q, sortText, cols] = [
    read("scope"),
    read("filter"),
    read("q"),
    read("sort"),
    read("cols"),
  ];
  const filter = useMemo(() => readFilter(filterText), [filterText]);
  const columns = useMemo(() => readColumns(cols), [cols]);
  const scope = readScope(scopeText);
  const sort = sortText || DEFAULT_SORT;
  const params = useMemo(() => {
    const searched: FilterRule[] = q.trim() ? [{ field: "q", is: "eq", value: q.trim() }] : [];
    return { scope, filter: withRules(filter, searched), sort };
  }, [scope, filter, q, sort]);
  const config = { scope: scopeText, filter: filterText, sort: sortText, cols, q };
  return { params, filter, scope, sort, q, columns, config, view: read("view"), change };
}
