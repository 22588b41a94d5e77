import type { FunctionDeps } from "../deps.ts";
import type { InvoiceDocument } from "./invoice-document.ts";

/**
 * Loads the contents of a printed invoice with the service role, so the caller must check access first. Null if there
 * is no such invoice.
 */
export async function loadInvoiceDocument(
  { service }: Pick<FunctionDeps, "service">,
  invoiceId: string,
): Promise<InvoiceDocument | null> {
  const { data, error } = await service.rpc("invoice_document", { p_invoice_id: invoiceId });
  if (error) throw new Error(`invoice_document: ${error.message}`);
  return data as InvoiceDocument | null;
}
