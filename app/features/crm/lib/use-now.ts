import { useEffect, useState } from "react";
import { clockNow } from "~/ui/clock-ticker.ts";

/** The time, once a minute: ages and dates on cards need no more. */
export function useNow(): number {
  const [now, setNow] = useState(clockNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(clockNow()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
