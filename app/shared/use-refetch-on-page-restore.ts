import { useEffect } from "react";
import { queryClient } from "./query-client.ts";

/** Who comes back to a page as the browser kept it may have paid or changed their plan meanwhile: everything is asked anew. */
export function useRefetchOnPageRestore(): void {
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void queryClient.invalidateQueries();
    };
    addEventListener("pageshow", onPageShow);
    return () => removeEventListener("pageshow", onPageShow);
  }, []);
}
