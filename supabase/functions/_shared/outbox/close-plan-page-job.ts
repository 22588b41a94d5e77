import type { FunctionDeps } from "../deps.ts";
import { closePlanPage } from "../payments/open-plan-page.ts";
import { z } from "../schema.ts";

const closePayload = z.object({ customer: z.string() });

/** Closes a person's page for the plan, because the account that it is for was archived. */
export async function closePlanPageJob(payload: Record<string, unknown>, _id: string, deps: FunctionDeps) {
  const { customer } = closePayload.parse(payload);
  if (deps.payments) await closePlanPage(deps, deps.payments, customer);
  return null;
}
