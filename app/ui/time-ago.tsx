import { useSyncExternalStore } from "react";
import { formatMoment } from "../../domain/format-date.ts";
import { formatRelativeTime } from "../../domain/format-relative-time.ts";

const REFRESH_MS = 30_000;

let now = new Date();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One shared timer, even on a page with a hundred times. */
function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = new Date();
    timer = setInterval(() => {
      now = new Date();
      for (const notify of listeners) notify();
    }, REFRESH_MS);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

const getSnapshot = () => now;

/** '3 days ago', with the exact local time on hover. It updates while the page is open. */
export function TimeAgo({ at, className }: { at: string | Date; className?: string }) {
  const time = new Date(at);
  const current = useSyncExternalStore(subscribe, getSnapshot, getSnapshot);
  if (Number.isNaN(time.getTime())) return <span className={className}>–</span>;
  return (
    // A page rendered earlier, elsewhere, says another time: the browser's is right.
    <time dateTime={time.toISOString()} title={formatMoment(time)} className={className} suppressHydrationWarning>
      {formatRelativeTime(time, current)}
    </time>
  );
}
