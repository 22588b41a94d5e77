import { useEffect } from "react";
import { queryClient } from "./query-client.ts";

/**
 * A page from the back/forward cache may be stale, because the user may have paid or changed their plan. All queries are
 * refetched.
 */
export function useRefetchOnPageRestore(): void {
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void queryClient.invalidateQueries();
    };
    addEventListener("pageshow", onPageShow);
    return () => removeEventListener("pageshow", onPageShow);
  }, []);
}
