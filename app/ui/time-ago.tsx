import { useEffect, useState } from "react";
import { relativeTime } from "../../domain/relative-time.ts";

const exact = new Intl.DateTimeFormat("en", { dateStyle: "long", timeStyle: "short" });
const REFRESH_MS = 30_000;

/** '3 days ago', and the exact time in the viewer's zone on hover. Follows the clock while the page is open. */
export function TimeAgo({ at, className }: { at: string | Date; className?: string }) {
  const time = new Date(at);
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  if (Number.isNaN(time.getTime())) return <span className={className}>–</span>;
  return (
    // A page rendered earlier, elsewhere, says another time: the browser's is right.
    <time dateTime={time.toISOString()} title={exact.format(time)} className={className} suppressHydrationWarning>
      {relativeTime(time, now)}
    </time>
  );
}
