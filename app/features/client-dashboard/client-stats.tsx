import { formatDay, today } from "~/shared/format-date.ts";
import { Stat, StatGroup } from "~/ui/stat-group.tsx";
import { shownInvoiceStatus, totalPaid } from "../../../domain/invoices.ts";
import { formatMoney, sumByCurrency } from "../../../domain/money.ts";
import type { Invoice } from "./list-invoices.ts";
import type { Retainer } from "./list-retainers.ts";

type Props = { invoices: Invoice[] | undefined; retainers: Retainer[] | undefined };

/** Total Paid, Active Retainers, Total Invoices (spec §2); undefined while they load. */
export function ClientStats({ invoices, retainers }: Props) {
  const active = retainers?.filter(({ status }) => status === "active");
  return (
    <StatGroup>
      <Stat label="Total Paid" value={invoices && paidText(invoices)} note={invoices && paidNote(invoices)} />
      <Stat label="Active Retainers" value={active?.length} note={active && retainerNote(active)} />
      <Stat label="Total Invoices" value={invoices?.length} note={invoices && <StatusCounts invoices={invoices} />} />
    </StatGroup>
  );
}

function paidText(invoices: Invoice[]): string {
  const sums = totalPaid(invoices);
  return (sums.length > 0 ? sums : [{ amount: 0, currency: "usd" }]).map((sum) => formatMoney(sum)).join(" + ");
}

function paidNote(invoices: Invoice[]): string {
  const paid = invoices.filter(({ status }) => status === "paid");
  const first = paid.map(({ created_at }) => created_at).sort()[0];
  if (!first) return "No invoice paid yet";
  return `${paid.length} ${paid.length === 1 ? "invoice" : "invoices"} since ${formatDay(first)}`;
}

function retainerNote(active: Retainer[]): string {
  if (active.length === 0) return "No retainer runs at the moment";
  const sums = sumByCurrency(active.map(({ monthly_amount, currency }) => ({ amount: monthly_amount, currency })));
  return `${sums.map((sum) => formatMoney(sum)).join(" + ")} a month`;
}

const ORDER = ["paid", "active", "pending", "overdue"];

function StatusCounts({ invoices }: { invoices: Invoice[] }) {
  if (invoices.length === 0) return "Your first invoice will appear here";
  const counts = Map.groupBy(invoices, (invoice) => shownInvoiceStatus(invoice, today()));
  const known = ORDER.filter((status) => counts.has(status));
  const others = [...counts.keys()].filter((status) => !ORDER.includes(status));
  return [...others, ...known].map((status, index) => (
    <span key={status} className={status === "overdue" ? "font-medium text-bad-fg" : undefined}>
      {index > 0 && " · "}
      {counts.get(status)?.length} {status}
    </span>
  ));
}
