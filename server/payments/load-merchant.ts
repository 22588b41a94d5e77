import type { FunctionDeps } from "../../supabase/functions/_shared/deps.ts";
import type { Merchant } from "../test-payments/page-frame.ts";

/** The agency as the local payment pages show it: its name, and the zone in which the portal counts days of plans. */
export async function loadMerchant(service: FunctionDeps["service"], siteUrl: string): Promise<Merchant> {
  const { data } = await service
    .from("agency_settings")
    .select("agency_name, locale, time_zone")
    .limit(1)
    .maybeSingle();
  return {
    name: data?.agency_name ?? new URL(siteUrl).host,
    region: { locale: data?.locale, timeZone: data?.time_zone ?? "UTC" },
  };
}
