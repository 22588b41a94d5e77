import type { FunctionDeps } from "../deps.ts";
import type { InvoiceDocument } from "./invoice-document.ts";

/**
 * Loads the contents of a printed invoice with the service role, so the caller must check access first. Null if there
 * is no such invoice.
 */
export async function loadInvoiceDocument(
  { service, siteUrl }: Pick<FunctionDeps, "service" | "siteUrl">,
  invoiceId: string,
): Promise<InvoiceDocument | null> {
  const { data, error } = await service.rpc("invoice_document", { p_invoice_id: invoiceId });
  if (error) throw new Error(`invoice_document: ${error.message}`);
  const invoice = data as Omit<InvoiceDocument, "payUrl"> | null;
  if (!invoice) return null;
  const isOpen = invoice.status === "pending" || invoice.status === "overdue";
  // The page asks for a sign-in first, and only the invoice's client sees it.
  return { ...invoice, payUrl: isOpen && invoice.owed > 0 ? `${siteUrl}/invoices/${invoiceId}` : null };
}
