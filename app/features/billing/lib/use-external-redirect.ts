import { useEffect, useState } from "react";
import { useSingleFlight } from "~/shared/use-single-flight.ts";

/**
 * Leads this tab to an address that must be asked for first. Busy from the first click until the page is left: two clicks
 * are one. Whoever comes back to the page as the browser kept it finds it idle again.
 */
export function useExternalRedirect(loadUrl: () => Promise<string>, onFailure: (error: unknown) => void) {
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && setBusy(false);
    addEventListener("pageshow", onPageShow);
    return () => removeEventListener("pageshow", onPageShow);
  }, []);
  const leave = useSingleFlight(async () => {
    if (busy) return;
    setBusy(true);
    try {
      location.assign(await loadUrl());
    } catch (error) {
      setBusy(false);
      onFailure(error);
    }
  });
  return { busy, leave };
}
