import { useCallback } from "react";
import { useSearchParams } from "react-router";

/** What is shown is part of the address: links lead to it and Back returns to it. An empty value leaves the address. */
export function useAddress() {
  const [search, setSearch] = useSearchParams();
  const change = useCallback(
    (changes: Record<string, string>, { push = false } = {}) =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [name, value] of Object.entries(changes)) {
            if (value) next.set(name, value);
            else next.delete(name);
          }
          return next;
        },
        { replace: !push, preventScrollReset: true },
      ),
    [setSearch],
  );
  return { read: (name: string) => search.get(name) ?? "", change };
}
