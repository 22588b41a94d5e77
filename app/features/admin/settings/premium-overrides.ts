import { rpc } from "~/shared/api.ts";
import { toServiceError } from "~/shared/service-error.ts";
import { getSupabase } from "~/shared/supabase.ts";

/** All gifts of premium, newest first. Throws ServiceError. */
export async function listPremiumOverrides() {
  const data = await rpc("list_premium_overrides");
  return data;
}

export type PremiumOverride = Awaited<ReturnType<typeof listPremiumOverrides>>[number];

/** Gives an address premium until a moment, or for ever without one. Throws ServiceError. */
export async function setPremiumOverride(email: string, expiresAt: string | null): Promise<void> {
  const args = expiresAt ? { p_email: email, p_expires_at: expiresAt } : { p_email: email };
  await rpc("set_premium_override", args);
}

/** Ends a gift; one that has ended already is no failure. Throws ServiceError. */
export async function deletePremiumOverride(email: string): Promise<void> {
  const supabase = await getSupabase();
  const { error, status } = await supabase.rpc("delete_premium_override", { p_email: email });
  if (error && error.code !== "PT404") throw toServiceError(error, "/rest/v1/rpc/delete_premium_override", status);
}
