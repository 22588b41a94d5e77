import { downloadFile } from "~/shared/download-file.ts";
import { csvLine } from "../../../../domain/csv-writer.ts";
import { readableStatus } from "../../../../domain/invoice-balance.ts";
import { balanceDue, invoiceDescription, invoiceName } from "../../../../domain/invoices.ts";
import { formatInputAmount } from "../../../../domain/money.ts";
import { dayIn, localToday } from "../../../../domain/zoned-time.ts";
import { type InvoiceListItem, type InvoiceSearchParams, searchInvoices } from "./api.ts";

const COLUMNS = [
  ...["Invoice", "Client", "Company", "Description", "Status", "Amount", "Currency", "Created", "Sent", "Due", "Paid"],
  ...["Credited", "Refunded", "Received, less refunds", "Balance due", "Not payable yet"],
];
/** The most rows that one request returns. */
const EXPORT_PAGE_SIZE = 200;

/** All invoices that match the search and filter, in their order. */
export async function exportInvoices(params: InvoiceSearchParams, zone: string): Promise<void> {
  const all: InvoiceListItem[] = [];
  for (;;) {
    const { rows, total } = await searchInvoices(params, EXPORT_PAGE_SIZE, all.length);
    all.push(...rows);
    if (rows.length === 0 || all.length >= total) break;
  }
  downloadInvoices(all, zone);
}

/** Downloads these invoices as a CSV file. Its days are those of the agency's zone; the name has the reader's own day, as all files. */
export function downloadInvoices(invoices: readonly InvoiceListItem[], zone: string): void {
  downloadFile(`invoices-${localToday()}.csv`, "text/csv", invoicesAsCsv(invoices, zone));
}

/** One line for each invoice. Amounts are plain numbers, so that a spreadsheet can add them up. */
export function invoicesAsCsv(invoices: readonly InvoiceListItem[], zone: string): string {
  const lines = invoices.map((invoice) => {
    const { client_name, client_company, description, amount, currency } = invoice;
    const { created_at, issued_at, due_date, paid_date } = invoice;
    const due = balanceDue(invoice);
    const plain = (cents: number) => formatInputAmount({ amount: cents, currency });
    return [
      invoiceName(invoice),
      client_name,
      client_company,
      invoiceDescription(description),
      readableStatus(invoice),
      plain(amount),
      currency.toUpperCase(),
      dayIn(Date.parse(created_at), zone),
      issued_at && dayIn(Date.parse(issued_at), zone),
      due_date,
      paid_date,
      plain(invoice.credited_amount),
      plain(invoice.refunded_amount),
      plain(invoice.kept_amount),
      plain(due),
      plain(invoice.owed_amount - due),
    ];
  });
  return [COLUMNS, ...lines].map((line) => csvLine(line)).join("");
}
