import { agencyToday } from "~/shared/agency-today.ts";
import { toServiceError } from "~/shared/service-error.ts";
import { getSupabase } from "~/shared/supabase.ts";

export type BillingDefaults = { currency: string; due: string; today: string };

/** What a new invoice begins with: the agency's currency, and its usual time to pay from today. Throws ServiceError. */
export async function loadBillingDefaults(): Promise<BillingDefaults> {
  const supabase = await getSupabase();
  const [settings, today] = await Promise.all([
    supabase.from("agency_settings").select("currency, payment_days").single(),
    agencyToday(),
  ]);
  if (settings.error) throw toServiceError(settings.error, "/rest/v1/agency_settings", settings.status);
  const { currency, payment_days } = settings.data;
  return { currency, today, due: new Date(Date.parse(today) + payment_days * 86_400_000).toISOString().slice(0, 10) };
}
