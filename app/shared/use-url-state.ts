import { useCallback } from "react";
import { useLocation, useSearchParams } from "react-router";

/**
 * The search params requested since the current history entry was shown. Without it, two quick changes (such as a debounced word
 * and a filter) would both start from the current URL, and the second would undo the first.
 */
let pendingSearch = { entry: "", search: "" };

/** View state in the URL, so that links open it and Back restores it. An empty value is removed from the URL. */
export function useUrlState() {
  const [search, setSearch] = useSearchParams();
  const { key: entry } = useLocation();
  const change = useCallback(
    (changes: Record<string, string>, { push = false } = {}) => {
      const next = new URLSearchParams(pendingSearch.entry === entry ? pendingSearch.search : search);
      for (const [name, value] of Object.entries(changes)) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
      pendingSearch = { entry, search: next.toString() };
      setSearch(next, { replace: !push, preventScrollReset: true });
    },
    [entry, search, setSearch],
  );
  return { read: (name: string) => search.get(name) ?? "", change };
}
