import * as z from "zod/mini";
import { readRefusal } from "../../../domain/refusals.ts";
import { requireCaller } from "../_shared/caller.ts";
import type { FunctionHandler } from "../_shared/deps.ts";
import { notConfigured } from "../_shared/payments/not-configured.ts";
import { openInvoicePage } from "../_shared/payments/open-invoice-page.ts";
import { openInvoicesPage } from "../_shared/payments/open-invoices-page.ts";
import { OpenRefused } from "../_shared/payments/open-refused.ts";
import { failure, json } from "../_shared/respond.ts";

const MAX_INVOICES = 50;
const body = z.union([
  z.object({ invoiceId: z.uuid() }),
  z.object({ invoiceIds: z.array(z.uuid()).check(z.minLength(1), z.maxLength(MAX_INVOICES)) }),
]);

/**
 * Opens a payment page for an invoice that the caller may pay (`invoiceId`), or one page for several (`invoiceIds`), and
 * returns `{ url }`. An owner or a billing person of an account may pay for it. The amounts come from the invoices; paid and canceled ones are left out. While that page is open,
 * the same call returns the same page, and a call for other invoices closes it first. 404 for an invoice that is not
 * theirs to pay, 409 if nothing is left to pay.
 */
export const handler: FunctionHandler = async (request, deps) => {
  if (!deps.payments) return notConfigured();
  const caller = await requireCaller(request, deps);
  if (caller instanceof Response) return caller;
  const parsed = z.safeParse(body, await request.json().catch(() => null));
  if (!parsed.success) return failure(400, "bad_request", "invoiceId must be an invoice's id");
  const ids = [...new Set("invoiceId" in parsed.data ? [parsed.data.invoiceId] : parsed.data.invoiceIds)];
  // Row-level security decides whether the caller may see these invoices.
  const seen = await caller.client.from("invoices").select("id").in("id", ids);
  if (seen.error) return failure(503, "unavailable", "Couldn't load the invoice. Please try again in a moment.");
  if (seen.data.length !== ids.length) return failure(404, "not_found", "Invoice not found");
  try {
    const [first = ""] = ids;
    const url =
      ids.length === 1
        ? await openInvoicePage(deps, deps.payments, first, caller.id)
        : await openInvoicesPage(deps, deps.payments, ids, caller.id);
    return json({ url });
  } catch (error) {
    if (error instanceof OpenRefused) return refused(error.cause);
    throw error;
  }
};

function refused(error: { code: string; message: string; hint?: string | null | undefined }): Response {
  const refusal = readRefusal(error)?.code;
  const status = Number(/^PT(\d{3})$/.exec(error.code)?.[1] ?? (refusal ? 400 : 500));
  if (!refusal) return failure(status, "unexpected_failure", error.message);
  const code = refusal === "invoice_paid" ? "already_paid" : "not_payable";
  return failure(status, code, error.message);
}
