import type { ReactNode } from "react";
import { Link as RouterLink } from "react-router";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { InvoiceChip } from "~/ui/chip.tsx";
import { Link } from "~/ui/link.tsx";
import { Money } from "~/ui/money.tsx";
import { formatDay } from "../../../../domain/format-date.ts";
import { formatMoney } from "../../../../domain/money.ts";
import type { AccountRecord } from "./api.ts";

/** What the account owes, pays and has paid: the balance, its open invoices and its retainers, each with its page. */
export function MoneyCard({ account }: { account: AccountRecord }) {
  const { paid, paid_invoices, balance, later, invoices, retainers } = account.money;
  const query = encodeURIComponent(account.name);
  const open = balance.reduce((sum, one) => sum + one.invoices, 0);
  return (
    <Card role="region" aria-label="Money" className="overflow-hidden">
      <CardHeader>
        <CardTitle level={3}>Money</CardTitle>
        <Link asChild subtle className="ml-auto text-13">
          <RouterLink to={`/admin/billing?client=${account.id}`}>All invoices</RouterLink>
        </Link>
      </CardHeader>
      <div className="grid grid-cols-2 gap-x-5 gap-y-3 px-4 py-3 phone:grid-cols-1">
        {balance.length === 0 && <Balance amount="Nothing due" note="No open invoices" />}
        {balance.map((one) => (
          <Balance key={one.currency} amount={formatMoney(one)} note={<BalanceNote {...one} />} />
        ))}
        <Balance
          amount={paid.length > 0 ? sumText(paid) : "Nothing paid"}
          note={paid_invoices === 0 ? "No paid invoices" : `Total paid, ${countInvoices(paid_invoices)}`}
        />
      </div>
      {later.length > 0 && <p className="-mt-1 px-4 pb-3 text-13 text-ink-2">Not due yet: {sumText(later)} agreed</p>}
      {invoices.length + retainers.length > 0 && (
        <ul aria-label="Open invoices and retainers" className="divide-y divide-line-soft border-line-soft border-t">
          {invoices.map(({ id, number, due, status, ...money }) => (
            <Row
              key={id}
              to={`/admin/billing/${id}`}
              title={number ?? "Invoice"}
              note={due ? `Due ${formatDay(due)}` : "No due date"}
              status={status}
              {...money}
            />
          ))}
          {retainers.map(({ id, name, status, ...money }) => (
            <Row
              key={id}
              to={`/admin/billing?tab=retainers&q=${query}&retainer=${id}`}
              title={name}
              note="Monthly retainer"
              status={status}
              {...money}
            />
          ))}
        </ul>
      )}
      {open > invoices.length && (
        <p className="border-line-soft border-t px-4 py-2 text-ink-3 text-xs">
          {open - invoices.length} more open {open - invoices.length === 1 ? "invoice" : "invoices"} in Billing
        </p>
      )}
    </Card>
  );
}

function Balance({ amount, note }: { amount: string; note: ReactNode }) {
  return (
    <div>
      <p className="figure wrap-anywhere font-medium text-xl">{amount}</p>
      <p className="text-ink-3 text-xs">{note}</p>
    </div>
  );
}

function BalanceNote({ currency, invoices, overdue, overdue_amount }: AccountRecord["money"]["balance"][number]) {
  return (
    <>
      Due on {invoices === 1 ? "1 open invoice" : `${invoices} open invoices`}
      {overdue > 0 && (
        <span className="font-medium text-bad-fg">
          {", "}
          {overdue === invoices
            ? "overdue"
            : `${overdue} overdue (${formatMoney({ amount: overdue_amount, currency })})`}
        </span>
      )}
    </>
  );
}

/** '$800.00 + €50.00' */
const sumText = (sums: AccountRecord["money"]["paid"]) => sums.map((sum) => formatMoney(sum)).join(" + ");

const countInvoices = (count: number) => (count === 1 ? "1 invoice" : `${count} invoices`);

type RowProps = { to: string; title: string; note: string; status: string; amount: number; currency: string };

function Row({ to, title, note, status, amount, currency }: RowProps) {
  return (
    <li className="flex min-h-11 items-center gap-3 px-4 py-2 text-13">
      <span className="grid min-w-0 flex-1">
        <Link asChild className="truncate font-medium">
          <RouterLink to={to}>{title}</RouterLink>
        </Link>
        <span className="truncate text-ink-3 text-xs">{note}</span>
      </span>
      <InvoiceChip status={status} />
      <Money cents={amount} currency={currency} />
    </li>
  );
}
