import * as z from "zod/mini";
import { PLAN_PATH } from "../../../domain/premium-plan.ts";
import { requireCaller } from "../_shared/caller.ts";
import type { FunctionHandler } from "../_shared/deps.ts";
import { ensureCustomer } from "../_shared/payments/customer.ts";
import { notConfigured } from "../_shared/payments/not-configured.ts";
import { refusedResponse } from "../_shared/payments/open-refused.ts";
import { loadPlanCustomer, notePlanPage } from "../_shared/payments/plan-customer.ts";
import { failure, json } from "../_shared/respond.ts";

/** Without an account, or without a body, the caller's own plan. */
const body = z.nullable(z.object({ account_id: z.optional(z.uuid()) }));

/**
 * Opens the provider's page where the caller manages plan and cards, and returns `{ url }`: their own, or that of the colleague
 * who pays for the plan of the account `account_id`. 403 if the caller may not manage that plan.
 */
export const handler: FunctionHandler = async (request, deps) => {
  if (!deps.payments) return notConfigured();
  const caller = await requireCaller(request, deps);
  if (caller instanceof Response) return caller;
  const parsed = z.safeParse(body, await request.json().catch(() => null));
  if (!parsed.success) return failure(400, "bad_request", "account_id must be an account's id");
  const account = parsed.data?.account_id;
  const { stripe } = deps.payments;
  try {
    const session = await stripe.billingPortal.sessions.create({
      customer: (await loadPlanCustomer(deps, caller.id, account)) ?? (await ensureCustomer(deps, stripe, caller)),
      return_url: `${deps.siteUrl}${PLAN_PATH}`,
    });
    await notePlanPage(deps, caller.id, account);
    return json({ url: session.url });
  } catch (error) {
    return refusedResponse(error, () => 403);
  }
};
