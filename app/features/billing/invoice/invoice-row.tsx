import { Link as RouterLink } from "react-router";
import { formatDay } from "~/shared/format-date.ts";
import { InvoiceChip } from "~/ui/chip.tsx";
import { Link } from "~/ui/link.tsx";
import { Money } from "~/ui/money.tsx";
import { TableCell, TableRow } from "~/ui/table.tsx";
import { invoiceDescription, isPayable } from "../../../../domain/invoices.ts";
import { DueDate } from "./due-date.tsx";
import type { Invoice } from "./list-invoices.ts";
import { PayButton } from "./pay-button.tsx";

/** The number opens the invoice's page, over the whole row; Pay stands above that. */
const ROW_LINK =
  "num text-ink no-underline after:absolute after:inset-0 hover:underline focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-2";

type Props = { invoice: Invoice; today: string; urgent: boolean };

export function InvoiceRow({ invoice, today, urgent }: Props) {
  const { id, invoice_number, status, description, amount, currency, paid_date } = invoice;
  const payable = isPayable(status);
  return (
    <TableRow className="relative cursor-pointer">
      <TableCell className="whitespace-nowrap phone:order-1 phone:text-sm">
        <Link asChild className={ROW_LINK}>
          <RouterLink to={`/invoices/${id}`}>{invoice_number}</RouterLink>
        </Link>
      </TableCell>
      <TableCell className="max-w-80 truncate text-ink-2 phone:order-3 phone:max-w-none phone:even:text-left">
        {invoiceDescription(description)}
      </TableCell>
      <TableCell className="phone:order-4 phone:text-right">
        <InvoiceChip status={status} />
      </TableCell>
      <TableCell numeric className="phone:order-2 phone:text-sm">
        <Money cents={amount} currency={currency} />
      </TableCell>
      <TableCell className="whitespace-nowrap text-ink-2 phone:order-5 phone:col-span-2 phone:text-xs">
        <span className="md:hidden">{paid_date ? `Paid ${formatDay(paid_date)}` : invoice.due_date && "Due "}</span>
        <span className={paid_date ? "phone:hidden" : undefined}>
          <DueDate invoice={invoice} today={today} />
        </span>
      </TableCell>
      <TableCell hideOnPhone className="whitespace-nowrap text-ink-2">
        {paid_date ? formatDay(paid_date) : "–"}
      </TableCell>
      <TableCell
        hideOnPhone={!payable}
        className="w-32 text-right phone:order-6 phone:col-span-2 phone:w-auto phone:pt-1.5"
      >
        {payable && (
          <PayButton
            invoice={{ ...invoice, amount: invoice.owed_amount }}
            primary={urgent}
            className="relative z-1 phone:w-full"
          />
        )}
      </TableCell>
    </TableRow>
  );
}
