import { toServiceError } from "~/shared/service-error.ts";
import { getSupabase } from "~/shared/supabase.ts";

export type LeadDashboard = {
  id: string;
  business_name: string;
  dashboard_title: string;
  notion_database_url: string;
};

const COLUMNS = "id, business_name, dashboard_title, notion_database_url";
const NO_ROW = "PGRST116";

/** A person's own dashboard (spec §7: single); null without one, which the table API says by PGRST116. Throws ServiceError. */
export async function loadOwnDashboard(userId: string): Promise<LeadDashboard | null> {
  const supabase = await getSupabase();
  const { data, error, status } = await supabase
    .from("client_dashboards")
    .select(COLUMNS)
    .eq("user_id", userId)
    .maybeSingle();
  if (error && error.code !== NO_ROW) throw toServiceError(error, "/rest/v1/client_dashboards", status);
  return data;
}
