import type { ReactNode } from "react";
import { Link as RouterLink } from "react-router";
import { AmountNote } from "~/shared/amount-note.tsx";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { Chip, InvoiceChip, RetainerChip } from "~/ui/chip.tsx";
import { Link, rowLinkClasses } from "~/ui/link.tsx";
import { Money } from "~/ui/money.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "~/ui/table.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { changeRequestTypes } from "../../../../domain/change-requests.ts";
import { formatDay } from "../../../../domain/format-date.ts";
import { readableStatus } from "../../../../domain/invoice-balance.ts";
import { balanceDue, invoiceDescription, invoiceName } from "../../../../domain/invoices.ts";
import type { ClientDetails, ClientRecord } from "./api.ts";
import { rowAccount } from "./row-account.ts";

type Props = { details: ClientDetails };

const LIST_LINK = `text-ink no-underline hover:underline ${rowLinkClasses}`;
const ROW_LINK = `num ${LIST_LINK}`;

/** A part payment is rare, so the balance leaves its room to the description. The invoice's page has it. */
const WIDE_ONLY = "@max-[659px]/list:hidden";

export function InvoicesCard({ details: { client, invoices, accounts } }: Props) {
  return (
    <List
      title="Invoices"
      empty={invoices.length === 0 && "No invoices yet."}
      all={{ to: `/admin/billing?client=${onlyAccount(client)?.id ?? client.id}`, label: "All in Billing" }}
    >
      <Table aria-label="Invoices" cards>
        <TableHeader>
          <TableRow>
            <TableHead>Invoice</TableHead>
            <TableHead>Description</TableHead>
            <TableHead>Status</TableHead>
            <TableHead numeric>Amount</TableHead>
            <TableHead numeric className={WIDE_ONLY}>
              Balance
            </TableHead>
            <TableHead>Due</TableHead>
          </TableRow>
        </TableHeader>
        <TableBody>
          {invoices.map((invoice) => (
            <InvoiceRow key={invoice.id} invoice={invoice} account={rowAccount(client, accounts, invoice.account_id)} />
          ))}
        </TableBody>
      </Table>
    </List>
  );
}

/** The person's account, if it's the only one whose money they see. Otherwise, the links search by the person. */
const onlyAccount = ({ money_of: [first, ...others] }: ClientRecord) => (others.length === 0 ? first : undefined);

type RowProps = { invoice: ClientDetails["invoices"][number]; account: string | undefined };

function InvoiceRow({ invoice, account }: RowProps) {
  const { id, description, amount, currency, due_date, paid_date } = invoice;
  const due = balanceDue(invoice);
  return (
    <TableRow className="relative cursor-pointer">
      <TableCell className="whitespace-nowrap phone:order-1">
        <Link asChild className={ROW_LINK}>
          <RouterLink to={`/admin/billing/${id}`}>{invoiceName(invoice)}</RouterLink>
        </Link>
      </TableCell>
      <TableCell className="w-full max-w-0 truncate text-ink-2 phone:order-3 phone:max-w-none phone:even:text-left">
        {[account, invoiceDescription(description)].filter(Boolean).join(" · ")}
      </TableCell>
      <TableCell className="phone:order-4 phone:text-right">
        <InvoiceChip status={readableStatus(invoice)} />
      </TableCell>
      <TableCell numeric className="phone:order-2">
        <Money cents={amount} currency={currency} />
        <AmountNote invoice={invoice} />
      </TableCell>
      <TableCell numeric hideOnPhone className={WIDE_ONLY}>
        {due > 0 ? <Money cents={due} currency={currency} /> : "–"}
      </TableCell>
      <TableCell className="whitespace-nowrap text-ink-2 phone:order-5 phone:col-span-2 phone:text-xs">
        {paid_date ? `Paid ${formatDay(paid_date)}` : due_date ? formatDay(due_date) : "–"}
      </TableCell>
    </TableRow>
  );
}

export function RetainersCard({ details: { client, retainers, accounts } }: Props) {
  return (
    <List
      title="Retainers"
      empty={retainers.length === 0 && "No retainers yet."}
      all={{
        to: `/admin/billing?tab=retainers&q=${encodeURIComponent(onlyAccount(client)?.name ?? client.email)}`,
        label: "All in Billing",
      }}
    >
      <ul>
        {retainers.map(({ id, client_id, account_id, retainer_name, status, monthly_amount, currency, ...days }) => (
          <li
            key={id}
            className="relative flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 border-line-soft border-b px-4 py-2 text-13 last:border-b-0 hover:bg-hover"
          >
            <div className="grid min-w-0 flex-1 basis-48">
              <Link asChild className={`truncate ${LIST_LINK}`}>
                <RouterLink
                  to={retainerPath(id, client_id === client.id ? `${retainer_name} ${client.email}` : retainer_name)}
                >
                  {retainer_name}
                </RouterLink>
              </Link>
              <span className="text-ink-3 text-xs">
                {[
                  rowAccount(client, accounts, account_id),
                  `${formatDay(days.start_date)} – ${days.end_date ? formatDay(days.end_date) : "Ongoing"}`,
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
            </div>
            <span className="whitespace-nowrap">
              <Money inText cents={monthly_amount} currency={currency} />{" "}
              <span className="text-ink-3 text-xs">a month</span>
            </span>
            <RetainerChip status={status} />
          </li>
        ))}
      </ul>
    </List>
  );
}

/** The list of retainers, narrowed so that it has this one, with its drawer. */
const retainerPath = (id: string, words: string) =>
  `/admin/billing?${new URLSearchParams({ tab: "retainers", q: words, retainer: id })}`;

const REQUEST_TONES = { open: "warn", answered: "ok", closed: "neutral" } as const;

export function RequestsCard({ details: { client, requests } }: Props) {
  return (
    <List
      title="Requests"
      empty={requests.length === 0 && "No requests yet."}
      all={{ to: `/admin/requests?q=${encodeURIComponent(client.email)}`, label: `All ${client.requests} in Requests` }}
    >
      <ul>
        {requests.map(({ id, request_type, message, status, created_at, assignee }) => (
          <li
            key={id}
            className="relative flex min-h-11 items-center gap-4 border-line-soft border-b px-4 py-2 text-13 last:border-b-0 hover:bg-hover"
          >
            <div className="grid min-w-0 flex-1">
              <Link asChild className={`truncate ${LIST_LINK}`}>
                <RouterLink to={`/admin/requests#request-${id}`}>{message}</RouterLink>
              </Link>
              <span className="text-ink-3 text-xs">
                {changeRequestTypes[request_type]} · <TimeAgo at={created_at} />
                {assignee && <> · assigned to {assignee}</>}
              </span>
            </div>
            <Chip tone={REQUEST_TONES[status]}>{status}</Chip>
          </li>
        ))}
      </ul>
    </List>
  );
}

type ListProps = {
  title: string;
  /** The text of an empty list. */
  empty: string | false;
  /** The screen with the whole list. */
  all: { to: string; label: string };
  children: ReactNode;
};

function List({ title, empty, all, children }: ListProps) {
  return (
    <Card role="region" aria-label={title} className="@container/list overflow-hidden">
      <CardHeader>
        <CardTitle level={3}>{title}</CardTitle>
        {!empty && (
          <Link asChild subtle className="ml-auto text-13">
            <RouterLink to={all.to}>{all.label}</RouterLink>
          </Link>
        )}
      </CardHeader>
      {empty ? <p className="px-4 py-3 text-13 text-ink-3">{empty}</p> : children}
    </Card>
  );
}
