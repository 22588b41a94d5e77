import { cn } from "~/ui/cn.ts";

const figure = new Intl.NumberFormat("en");

/** How many wait for an answer: red, because somebody is waiting. */
export function UnansweredBadge({ count, className }: { count: number; className?: string }) {
  if (count === 0) return null;
  return (
    <span
      className={cn(
        "inline-grid h-4.5 min-w-4.5 place-items-center rounded-sm bg-bad-bg px-1 font-medium font-mono text-2xs text-bad-fg tabular-nums",
        className,
      )}
    >
      {count > 99 ? "99+" : count}
      <span className="sr-only"> unanswered</span>
    </span>
  );
}

export function NavCount({ count }: { count: number }) {
  return <span className="font-medium font-mono text-2xs text-ink-3 tabular-nums">{figure.format(count)}</span>;
}
