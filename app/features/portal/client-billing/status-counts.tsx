import { cn } from "~/ui/cn.ts";

type Props = { byStatus: Record<string, number> };

const ORDER = ["paid", "active", "pending", "overdue"];
const COLOURS: Record<string, string> = {
  paid: "bg-ok-dot",
  active: "bg-info-dot",
  pending: "bg-warn-dot",
  overdue: "bg-bad-dot",
};

/** '9 paid · 2 active · 2 pending · 1 overdue'. */
export function StatusCounts({ byStatus }: Props) {
  const counts = sortedCounts(byStatus);
  if (counts.length === 0) return "Your first invoice will appear here";
  return counts.map(([status, count], index) => (
    <span key={status}>
      {index > 0 && " · "}
      <span className={cn("whitespace-nowrap", status === "overdue" && "font-medium text-bad-fg")}>
        {count} {status}
      </span>
    </span>
  ));
}

/** The same as a bar; the words beside it say it to everybody. */
export function StatusBar({ byStatus }: Props) {
  return (
    <div aria-hidden="true" className="flex w-28 gap-[1.5px]">
      {sortedCounts(byStatus).map(([status, count]) => (
        <span
          key={status}
          style={{ flex: count }}
          className={cn("h-1.5 min-w-1 rounded-[2px]", COLOURS[status] ?? "bg-mute-dot")}
        />
      ))}
    </div>
  );
}

/** Known ones in the order of an invoice's life; any other (void) last. */
function sortedCounts(byStatus: Record<string, number>): [string, number][] {
  const others = Object.keys(byStatus).filter((status) => !ORDER.includes(status));
  return [...ORDER, ...others].flatMap((status) => {
    const count = byStatus[status];
    return count ? [[status, count] as [string, number]] : [];
  });
}
