import { useCallback } from "react";
import { useSearchParams } from "react-router";
import { useHydrated } from "./use-hydrated.ts";

export type AuthTab = "signin" | "signup";

/** The tab is part of the address (?tab=signup), so that links lead to it; the prerendered page shows Sign In. */
export function useAuthTab(): [AuthTab, (tab: AuthTab) => void] {
  const hydrated = useHydrated();
  const [search, setSearch] = useSearchParams();
  const tab: AuthTab = hydrated && search.get("tab") === "signup" ? "signup" : "signin";
  const choose = useCallback(
    (wanted: AuthTab) =>
      setSearch(
        (current) => {
          if (wanted === "signup") current.set("tab", "signup");
          else current.delete("tab");
          return current;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setSearch],
  );
  return [tab, choose];
}
