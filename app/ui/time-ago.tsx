import { useSyncExternalStore } from "react";
import { relativeTime } from "../../domain/relative-time.ts";

const exact = new Intl.DateTimeFormat("en", { dateStyle: "long", timeStyle: "short" });
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
    // A prerendered page contains an older time. The browser's time is correct.
    <time dateTime={time.toISOString()} title={exact.format(time)} className={className} suppressHydrationWarning>
      {relativeTime(time, current)}
    </time>
  );
}
