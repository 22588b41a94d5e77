import type { FunctionDeps } from "../deps.ts";

/** Whose page at the payment provider a person manages the plan on: their own, or a colleague's. Null before the first payment. */
export async function loadPlanCustomer({ service }: FunctionDeps, userId: string): Promise<string | null> {
  const { data, error } = await service.rpc("plan_customer", { p_user_id: userId });
  if (error) throw new Error(`plan_customer: ${error.message}`);
  return data;
}
