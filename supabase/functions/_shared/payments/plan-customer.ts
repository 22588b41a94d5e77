import type { FunctionDeps } from "../deps.ts";
import { OpenRefused } from "./open-refused.ts";

/**
 * Whose page at the payment provider a person manages the plan of an account on, or their own plan without an account. Null before
 * the first payment. Throws `OpenRefused` if they may not manage that plan.
 */
export async function loadPlanCustomer(
  { service }: FunctionDeps,
  userId: string,
  account: string | undefined,
): Promise<string | null> {
  const { data, error } = await service.rpc("plan_customer", planArguments(userId, account));
  if (error) throw new OpenRefused(error);
  return data;
}

/** Notes who opened that page. Only the email about a cancellation reads it, so a failure keeps no one from the page. */
export async function notePlanPage({ service }: FunctionDeps, userId: string, account: string | undefined) {
  await service.rpc("note_plan_page", planArguments(userId, account));
}

const planArguments = (userId: string, account: string | undefined) => ({
  p_user_id: userId,
  ...(account ? { p_account_id: account } : {}),
});
