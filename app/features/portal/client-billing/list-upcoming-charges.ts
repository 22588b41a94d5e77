import { rpc } from "~/shared/api.ts";

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
  const data = await rpc("list_upcoming_charges", { p_days: DAYS_AHEAD });
  return data;
}
