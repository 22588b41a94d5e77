import { useEffect, useState } from "react";
import { clockNow } from "~/ui/clock-ticker.ts";

/** The current time, updated once a minute for ages and dates on cards. */
export function useNow(): number {
  const [now, setNow] = useState(clockNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(clockNow()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
