import * as z from "zod/mini";
import { requireCaller } from "../_shared/caller.ts";
import type { FunctionHandler } from "../_shared/deps.ts";
import { loadInvoiceDocument } from "../_shared/invoices/load-invoice-document.ts";
import { CORS_HEADERS, failure } from "../_shared/respond.ts";

const body = z.object({ invoiceId: z.uuid() });

/** Returns an invoice that the caller may read, as a PDF file. 404 for any other. */
export const handler: FunctionHandler = async (request, deps) => {
  const caller = await requireCaller(request, deps);
  if (caller instanceof Response) return caller;
  const parsed = z.safeParse(body, await request.json().catch(() => null));
  if (!parsed.success) return failure(400, "bad_request", "invoiceId must be an invoice's id");
  const { invoiceId } = parsed.data;
  // Row-level security decides whether the caller may see this invoice.
  const seen = await caller.client.from("invoices").select("id").eq("id", invoiceId).maybeSingle();
  if (seen.error) return failure(503, "unavailable", "Couldn't load the invoice. Please try again in a moment.");
  const invoice = seen.data && (await loadInvoiceDocument(deps, invoiceId));
  if (!invoice) return failure(404, "not_found", "Invoice not found");
  const file = await deps.renderInvoice(invoice);
  const name = invoice.number.replace(/[^\w.-]+/g, "-");
  return new Response(file as Uint8Array<ArrayBuffer>, {
    headers: {
      ...CORS_HEADERS,
      "Content-Type": "application/pdf",
      "Content-Disposition": `attachment; filename="${name}.pdf"`,
      "Cache-Control": "no-store",
    },
  });
};
