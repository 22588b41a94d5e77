import { useEffect, useState } from "react";

/** Long enough that the page has what it shows. */
const DELAY_MS = 5_000;

/**
 * Whether the page has been open for a while and the browser has nothing else to do: the time to fetch what may be needed next. Never
 * for people who save data.
 */
export function useIsSettled(): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const { connection } = navigator as { connection?: { saveData?: boolean } };
    if (connection?.saveData) return;
    let idle: number | undefined;
    const timer = setTimeout(() => {
      // Some browsers have no idle callback.
      if ("requestIdleCallback" in window) idle = requestIdleCallback(() => setSettled(true));
      else setSettled(true);
    }, DELAY_MS);
    return () => {
      clearTimeout(timer);
      if (idle !== undefined) cancelIdleCallback(idle);
    };
  }, []);
  return isSettled;
}
