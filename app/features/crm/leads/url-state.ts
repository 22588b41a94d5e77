import { useMemo } from "react";
import { useUrlState } from "~/shared/use-url-state.ts";
import { type FilterRule, readFilter, readScope, withRules } from "../lib/lead-filter.ts";

export type LeadsUrlState = ReturnType<typeof useLeadsUrlState>;

const DEFAULT_SORT = "-arrived";

/** The state of the page is in its URL: scope, filter, search, sort order, columns and view. */
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
  const scope = readScope(scopeText);
  const sort = sortText || DEFAULT_SORT;
  const params = useMemo(() => {
    const searched: FilterRule[] = q.trim() ? [{ field: "q", is: "eq", value: q.trim() }] : [];
    return { scope, filter: withRules(filter, searched), sort };
  }, [scope, filter, q, sort]);
  const config = { scope: scopeText, filter: filterText, sort: sortText, cols, q };
  return { params, filter, scope, sort, q, config, view: read("view"), change };
}
