import { useCallback, useEffect } from "react";
import { useLocation, useNavigationType, useSearchParams } from "react-router";
import { useOnAddressKept } from "~/ui/address-guard.tsx";
import { type Chain, extendChain, settleChain } from "./search-chain.ts";

/**
 * Without it, two quick changes (such as a debounced word and a filter) would both start from the current URL, and the second would
 * undo the first.
 */
let chain: Chain = { pathname: "", searches: [] };

/** View state in the URL, so that links open it and Back restores it. An empty value is removed from the URL. */
export function useUrlState() {
  const [search, setSearch] = useSearchParams();
  const { pathname } = useLocation();
  const shown = search.toString();
  const isBack = useNavigationType() === "POP";
  useEffect(() => {
    chain = settleChain(chain, pathname, shown, isBack);
  }, [pathname, shown, isBack]);
  useOnAddressKept(() => {
    chain = { pathname, searches: [shown] };
  });
  const change = useCallback(
    (changes: Record<string, string>, { push = false } = {}) => {
      chain = extendChain(chain, pathname, shown, changes);
      setSearch(new URLSearchParams(chain.searches.at(-1)), { replace: !push, preventScrollReset: true });
    },
    [pathname, shown, setSearch],
  );
  return { read: (name: string) => search.get(name) ?? "", change };
}
