import { cn } from "~/ui/cn.ts";
import { Stat, StatGroup } from "~/ui/stat-group.tsx";
import { formatDay } from "../../../../domain/format-date.ts";
import { formatMoney, type Money } from "../../../../domain/money.ts";
import type { ClientFigures } from "./api.ts";

type Props = {
  figures: ClientFigures | undefined;
  /** The figures could not be loaded, so none are shown. */
  isError: boolean;
  /** The lists above show one account, and the figures are those of all. */
  isFiltered: boolean;
};

/** Total Paid, Active Retainers, Total Invoices (spec §2), counted by the database; undefined while they load. */
export function ClientStats({ figures, isError, isFiltered }: Props) {
  const none = isError && !figures ? "–" : undefined;
  const note = none && "Couldn't be loaded";
  return (
    <div className="grid gap-2">
      {isFiltered && <p className="text-13 text-ink-3">For all accounts</p>}
      <StatGroup>
        <Stat label="Total Paid" value={figures ? paidText(figures) : none} note={figures ? paidNote(figures) : note} />
        <Stat
          label="Active Retainers"
          value={figures?.active_retainers ?? none}
          note={figures ? retainerNote(figures) : note}
        />
        <Stat
          label="Total Invoices"
          value={figures?.invoices ?? none}
          note={figures ? <StatusCounts byStatus={figures.by_status} /> : note}
          chart={figures && figures.invoices > 0 && <StatusBar byStatus={figures.by_status} />}
        />
      </StatGroup>
    </div>
  );
}

function paidText({ paid, monthly }: ClientFigures): string {
  if (paid.length > 0) return formatSums(paid);
  return formatMoney({ amount: 0, currency: monthly[0]?.currency ?? "usd" });
}

function paidNote({ paid_invoices, paid_since }: ClientFigures): string {
  if (paid_invoices === 0) return "No paid invoices";
  const count = paid_invoices === 1 ? "1 invoice" : `${paid_invoices} invoices`;
  return paid_since ? `${count} since ${formatDay(paid_since)}` : count;
}

function retainerNote({ active_retainers, monthly }: ClientFigures): string {
  return active_retainers === 0 ? "No active retainers" : `${formatSums(monthly)} a month`;
}

function formatSums(sums: readonly Money[]): string {
  return sums.map((sum) => formatMoney(sum)).join(" + ");
}

type StatusCountsProps = { byStatus: Record<string, number> };

const ORDER = ["paid", "partly refunded", "refunded", "active", "pending", "overdue"];
const COLORS: Record<string, string> = {
  paid: "bg-ok-dot",
  active: "bg-info-dot",
  pending: "bg-warn-dot",
  overdue: "bg-bad-dot",
};

/** A line such as '9 paid, 2 active, 2 pending, 1 overdue'. On a phone it wraps. */
function StatusCounts({ byStatus }: StatusCountsProps) {
  const counts = sortedCounts(byStatus);
  if (counts.length === 0) return "Your first invoice will appear here";
  return counts.map(([status, count], index) => (
    <span key={status}>
      {index > 0 && ", "}
      <span className={cn("whitespace-nowrap", status === "overdue" && "font-medium text-bad-fg")}>
        {count} {status}
      </span>
    </span>
  ));
}

/** The same counts as a bar. The text beside it is for everyone. */
function StatusBar({ byStatus }: StatusCountsProps) {
  return (
    <div aria-hidden="true" className="flex w-28 gap-[1.5px]">
      {sortedCounts(byStatus).map(([status, count]) => (
        <span
          key={status}
          style={{ flex: count }}
          className={cn("h-1.5 min-w-1 rounded-[2px]", COLORS[status] ?? "bg-mute-dot")}
        />
      ))}
    </div>
  );
}

/** Known statuses in the order of an invoice's life; any other (void) last. */
function sortedCounts(byStatus: Record<string, number>): [string, number][] {
  const others = Object.keys(byStatus).filter((status) => !ORDER.includes(status));
  return [...ORDER, ...others].flatMap((status) => {
    const count = byStatus[status];
    return count ? [[status, count] as [string, number]] : [];
  });
}
