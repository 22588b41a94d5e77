import { formatDay } from "~/shared/format-date.ts";
import { Stat, StatGroup } from "~/ui/stat-group.tsx";
import { formatMoney, type Money } from "../../../../domain/money.ts";
import type { UpcomingCharge } from "./list-upcoming-charges.ts";
import type { ClientFigures } from "./load-client-figures.ts";
import { StatusBar, StatusCounts } from "./status-counts.tsx";

type Props = {
  figures: ClientFigures | undefined;
  charges: UpcomingCharge[] | undefined;
  /** They could not be loaded; without them nothing is claimed. */
  isError: boolean;
};

/** Total Paid, Active Retainers, Total Invoices (spec §2), as the database counts them; undefined while they load. */
export function ClientStats({ figures, charges, isError }: Props) {
  const none = isError && !figures ? "–" : undefined;
  const note = none && "Could not be loaded";
  return (
    <StatGroup>
      <Stat label="Total Paid" value={figures ? paidText(figures) : none} note={figures ? paidNote(figures) : note} />
      <Stat
        label="Active Retainers"
        value={figures?.active_retainers ?? none}
        note={figures ? retainerNote(figures, charges) : note}
      />
      <Stat
        label="Total Invoices"
        value={figures?.invoices ?? none}
        note={figures ? <StatusCounts byStatus={figures.by_status} /> : note}
        chart={figures && figures.invoices > 0 && <StatusBar byStatus={figures.by_status} />}
      />
    </StatGroup>
  );
}

function paidText({ paid, monthly }: ClientFigures): string {
  if (paid.length > 0) return formatSums(paid);
  return formatMoney({ amount: 0, currency: monthly[0]?.currency ?? "usd" });
}

function paidNote({ paid_invoices, paid_since }: ClientFigures): string {
  if (paid_invoices === 0) return "No invoice paid yet";
  const count = paid_invoices === 1 ? "1 invoice" : `${paid_invoices} invoices`;
  return paid_since ? `${count} since ${formatDay(paid_since)}` : count;
}

function retainerNote({ active_retainers, monthly }: ClientFigures, charges: UpcomingCharge[] | undefined): string {
  if (active_retainers === 0) return "No retainer runs at the moment";
  const next = charges?.[0];
  return `${formatSums(monthly)} a month${next ? `, next on ${formatDay(next.charge_date)}` : ""}`;
}

function formatSums(sums: readonly Money[]): string {
  return sums.map((sum) => formatMoney(sum)).join(" + ");
}
