import type { FunctionDeps } from "../deps.ts";
import type { InvoiceDocument } from "./invoice-document.ts";

/** Everything that an invoice's paper says, read past row-level security: who may have it is decided before. Null: no such one. */
export async function loadInvoiceDocument(
  { service }: Pick<FunctionDeps, "service">,
  invoiceId: string,
): Promise<InvoiceDocument | null> {
  const { data, error } = await service.rpc("invoice_document", { p_invoice_id: invoiceId });
  if (error) throw new Error(`invoice_document: ${error.message}`);
  return data as InvoiceDocument | null;
}
