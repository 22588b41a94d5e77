import { toServiceError } from "~/shared/service-error.ts";
import { getSupabase } from "~/shared/supabase.ts";

export type UpcomingCharge = {
  retainer_id: string;
  retainer_name: string;
  charge_date: string;
  amount: number;
  currency: string;
};

/** How far the portal looks ahead: every monthly charge once. */
export const DAYS_AHEAD = 31;

/** What the signed-in client's retainers will charge in the coming 31 days, soonest first, in cents. Throws ServiceError. */
export async function listUpcomingCharges(): Promise<UpcomingCharge[]> {
  const supabase = await getSupabase();
  const { data, error, status } = await supabase.rpc("list_upcoming_charges", { p_days: DAYS_AHEAD });
  if (error) throw toServiceError(error, "/rest/v1/rpc/list_upcoming_charges", status);
  return data;
}
