import { useCallback } from "react";
import { useLocation, useSearchParams } from "react-router";

/**
 * What was asked of the address since this entry of the history was shown. Two changes within a moment (a word that
 * settles, a filter that is chosen) would otherwise both start from what is shown, and the second would undo the first.
 */
let pendingSearch = { entry: "", search: "" };

/** What is shown is part of the address: links lead to it and Back returns to it. An empty value leaves the address. */
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
