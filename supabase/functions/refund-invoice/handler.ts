import * as z from "zod/mini";
import { requireAdmin } from "../_shared/caller.ts";
import type { FunctionHandler } from "../_shared/deps.ts";
import { notConfigured } from "../_shared/payments/not-configured.ts";
import { RefundRefused, refundCards } from "../_shared/payments/refund-cards.ts";
import { failure, json } from "../_shared/respond.ts";

const body = z.object({
  id: z.uuid(),
  invoiceId: z.uuid(),
  expectedUpdatedAt: z.string().check(z.maxLength(50)),
  amount: z.int(),
  reason: z.string().check(z.maxLength(500)),
});

/**
 * For admins: sends part or all of an invoice's card payments back to the card, and returns `{ refunded }`. The database
 * decides how much, and refuses an invoice that changed since the admin saw it. A second call with the same id sends nothing.
 */
export const handler: FunctionHandler = async (request, deps) => {
  if (!deps.payments) return notConfigured();
  const caller = await requireAdmin(request, deps);
  if (caller instanceof Response) return caller;
  const parsed = z.safeParse(body, await request.json().catch(() => null));
  if (!parsed.success) return failure(400, "bad_request", "Send id, invoiceId, expectedUpdatedAt, amount and reason");
  try {
    return json({ refunded: await refundCards(deps, deps.payments, caller, parsed.data) });
  } catch (error) {
    if (error instanceof RefundRefused) return failure(error.status, error.code, error.message, error.details);
    throw error;
  }
};
