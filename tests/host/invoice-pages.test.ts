import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import type { InvoiceDocument } from "../../supabase/functions/_shared/invoices/invoice-document.ts";
import type { renderInvoice as Render } from "../../supabase/functions/_shared/invoices/render-invoice.tsx";

const LONG = "An audit of the funnel with a rather long description that goes on in a second line of the table";

/** An invoice with some lines and payments of $100, paid or with a rest. */
function invoiceOf(lines: number, payments: number, isPaid: boolean): InvoiceDocument {
  const total = 279_000;
  const received = isPaid ? total : payments * 10_000;
  return {
    ...{ id: "1", number: "INV-1", status: isPaid ? "paid" : "pending", currency: "usd", description: "An audit" },
    ...{ issued: "2026-11-29", due: "2026-12-13", paid: isPaid ? "2026-11-29" : null, period: null, together: [] },
    payments: Array.from({ length: payments }, () => ({ paid: "2026-11-20", method: "Bank transfer", amount: 10_000 })),
    refunds: [],
    lines: Array.from({ length: lines }, (_, position) => ({
      ...{ position, description: position === 0 ? LONG : "Ads", quantity: 1, unitAmount: 1_000, amount: 1_000 },
    })),
    ...{ total, credited: 0, owed: total - received, received, refunded: 0, kept: received, refund: null },
    agency: {
      ...{ name: "Agency", email: "hello@agency.example", phone: "(503) 555-0142", taxId: "EIN 00-1234567" },
      ...{
        address: "Agency LLC\n228 Harbor Street\nPortland, OR 97209\nUnited States",
        terms: "Pay by card with the link above.",
      },
    },
    client: {
      name: "Priya",
      company: "Dental",
      email: "p@dental.example",
      address: "18 Example Avenue\nSeattle",
      taxId: null,
    },
    payUrl: isPaid ? null : "http://127.0.0.1/invoices/1",
  };
}

test("An invoice has one page as long as its lines and payments fit on it, and no page with its last words alone", async () => {
  const built = pathToFileURL("build/documents/render-invoice.js").href;
  const { renderInvoice } = (await import(built)) as { renderInvoice: typeof Render };
  const pagesOf = async (invoice: InvoiceDocument) =>
    Buffer.from(await renderInvoice(invoice, "build/client/pdf-fonts"))
      .toString("latin1")
      .match(/\/Type \/Page\b/g)?.length;
  for (const [lines, payments, isPaid] of [
    [1, 1, true],
    [1, 0, false],
    [3, 3, false],
    [3, 6, true],
    [5, 0, false],
  ] as const)
    expect(await pagesOf(invoiceOf(lines, payments, isPaid)), `${lines} lines, ${payments} payments`).toBe(1);
  expect(await pagesOf(invoiceOf(4, 30, false))).toBe(2);
});
