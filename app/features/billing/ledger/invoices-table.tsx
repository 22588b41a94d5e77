import { TriangleAlert } from "lucide-react";
import { Link as RouterLink } from "react-router";
import { AmountNote } from "~/shared/amount-note.tsx";
import { ClientLink } from "~/shared/client-link.tsx";
import { useBillingRegion } from "~/shared/use-agency-contact.ts";
import { Checkbox } from "~/ui/checkbox.tsx";
import { InvoiceChip } from "~/ui/chip.tsx";
import { cn } from "~/ui/cn.ts";
import { Link, rowLinkClasses } from "~/ui/link.tsx";
import { Money } from "~/ui/money.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "~/ui/table.tsx";
import { formatDay } from "../../../../domain/format-date.ts";
import { readableStatus } from "../../../../domain/invoice-balance.ts";
import { invoiceDescription, invoiceName } from "../../../../domain/invoices.ts";
import { INVOICE_ATTENTION } from "../lib/invoice-attention.ts";
import { DueDate } from "../lib/invoice-parts.tsx";
import type { InvoiceListItem, InvoiceSearchParams, InvoiceSearchResult, InvoiceSort } from "./api.ts";

type Props = {
  result: InvoiceSearchResult;
  params: InvoiceSearchParams;
  /** Another query is loading, and these rows are from the previous one. */
  stale: boolean;
  onSort: (sort: InvoiceSort, descending: boolean) => void;
  selected: InvoiceListItem[];
  onSelect: (ids: readonly string[]) => void;
};

/** The number links to the invoice and covers the whole row. */
const ROW_LINK = `num text-ink no-underline hover:underline ${rowLinkClasses}`;

/** A page of invoices, to sort and to select. A click on a row opens its invoice. */
export function InvoicesTable({ result, params, stale, onSort, selected, onSelect }: Props) {
  const ids = selected.map(({ id }) => id);
  const isAll = ids.length === result.rows.length;
  const sortable = (sort: InvoiceSort) => ({
    sorted: params.sort === sort ? (params.descending ? ("descending" as const) : ("ascending" as const)) : null,
    onSort: () => onSort(sort, params.sort === sort ? !params.descending : sort !== "client"),
  });
  return (
    <Table aria-label="Invoices" cards stale={stale}>
      <TableHeader>
        <TableRow>
          <TableHead className="w-10 pr-0">
            <Checkbox
              label="Select all invoices on this page"
              hideLabel
              checked={isAll}
              indeterminate={ids.length > 0 && !isAll}
              onChange={() => onSelect(isAll ? [] : result.rows.map(({ id }) => id))}
            />
          </TableHead>
          <TableHead {...sortable("number")}>Invoice</TableHead>
          <TableHead {...sortable("client")}>Client</TableHead>
          <TableHead className="min-w-24">Description</TableHead>
          <TableHead>Status</TableHead>
          <TableHead numeric {...sortable("amount")}>
            Amount
          </TableHead>
          <TableHead {...sortable("due")}>Due</TableHead>
          <TableHead className="max-xl:hidden" {...sortable("created")}>
            Created
          </TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {result.rows.map((invoice) => (
          <Row
            key={invoice.id}
            invoice={invoice}
            today={result.today}
            selected={ids.includes(invoice.id)}
            onToggle={() =>
              onSelect(ids.includes(invoice.id) ? ids.filter((id) => id !== invoice.id) : [...ids, invoice.id])
            }
          />
        ))}
      </TableBody>
    </Table>
  );
}

type RowProps = { invoice: InvoiceListItem; today: string; selected: boolean; onToggle: () => void };

function Row({ invoice, today, selected, onToggle }: RowProps) {
  const { id, description, amount, currency, client_company, client_name, created_at, needs_attention } = invoice;
  const region = useBillingRegion();
  return (
    <TableRow className="relative cursor-pointer" selected={selected}>
      <TableCell hideOnPhone className="w-10 pr-0">
        <Checkbox
          label={`Select ${invoiceName(invoice)} for ${client_company || client_name}`}
          hideLabel
          className="relative z-1"
          checked={selected}
          onChange={onToggle}
        />
      </TableCell>
      <TableCell className="whitespace-nowrap phone:order-5 phone:text-xs phone:even:text-left">
        <Link asChild className={ROW_LINK}>
          <RouterLink to={`/admin/billing/${id}`}>{invoiceName(invoice)}</RouterLink>
        </Link>
      </TableCell>
      <TableCell className="max-w-44 truncate font-medium max-xl:max-w-40 phone:order-1 phone:max-w-none phone:text-sm phone:even:text-left">
        <ClientLink id={invoice.client_id} accountId={invoice.account_id}>
          {client_company || client_name}
        </ClientLink>
      </TableCell>
      <TableCell
        title={invoiceDescription(description)}
        className="w-full max-w-0 truncate text-ink-2 phone:order-3 phone:w-auto phone:max-w-none phone:text-xs phone:even:text-left"
      >
        {invoiceDescription(description)}
      </TableCell>
      <TableCell className="phone:order-4 phone:text-right">
        <span className="inline-flex items-center gap-1.5">
          <InvoiceChip status={readableStatus(invoice)} />
          {needs_attention && (
            <span title={INVOICE_ATTENTION[needs_attention].text} className="text-warn-fg">
              <TriangleAlert aria-hidden="true" className="size-3.5" />
              <span className="sr-only">Payment issue: {INVOICE_ATTENTION[needs_attention].text}</span>
            </span>
          )}
        </span>
      </TableCell>
      <TableCell numeric className="phone:order-2 phone:text-sm">
        <Money cents={amount} currency={currency} />
        <AmountNote invoice={invoice} />
      </TableCell>
      <TableCell className="whitespace-nowrap text-ink-2 phone:order-6 phone:text-right phone:text-xs">
        <Dates invoice={invoice} today={today} />
      </TableCell>
      <TableCell hideOnPhone className="whitespace-nowrap text-ink-2 max-xl:hidden">
        {formatDay(created_at, region)}
      </TableCell>
    </TableRow>
  );
}

function Dates({ invoice: { status, due_date, paid_date }, today }: { invoice: InvoiceListItem; today: string }) {
  if (paid_date) return <span className="text-ink-3">paid {formatDay(paid_date)}</span>;
  return (
    <span className={cn(status === "void" && "text-ink-3")}>
      <DueDate invoice={{ status, due_date }} today={today} />
    </span>
  );
}
