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

const DATED_COLUMNS = "id, business_name, dashboard_title, notion_database_url, created_at";

/**
 * The admin view (spec §6, §7): the oldest dashboard whose business name contains 'admin' or the company's name, else
 * the oldest of all; null without any. Throws ServiceError.
 */
export async function loadAdminDashboard(company: string): Promise<LeadDashboard | null> {
  const names = ["admin", company.trim()].filter((name) => name !== "");
  const named = await Promise.all(names.map(oldest));
  const [first] = named
    .flatMap((found) => found ?? [])
    .sort((one, other) => one.created_at.localeCompare(other.created_at));
  return first ?? (await oldest());
}

/** The oldest dashboard, of those whose business name contains this text where one is given. */
async function oldest(name?: string): Promise<(LeadDashboard & { created_at: string }) | null> {
  const supabase = await getSupabase();
  const all = supabase.from("client_dashboards").select(DATED_COLUMNS);
  const { data, error, status } = await (name === undefined ? all : all.ilike("business_name", containing(name)))
    .order("created_at", { ascending: true })
    .limit(1);
  if (error) throw toServiceError(error, "/rest/v1/client_dashboards", status);
  return data[0] ?? null;
}

/** 'contains': the name is text, not a pattern. An asterisk cannot be escaped in the filter language and stands for any sign. */
function containing(name: string): string {
  return `%${name.replace(/[\\%_*]/g, (sign) => (sign === "*" ? "_" : `\\${sign}`))}%`;
}

/** Counts a client's visit (spec §3 access_count, last_accessed). A count that fails is no matter of the reader's. */
export async function recordDashboardAccess(dashboardId: string): Promise<void> {
  try {
    const supabase = await getSupabase();
    await supabase.rpc("record_dashboard_access", { p_dashboard_id: dashboardId });
  } catch {
    // Offline: the dashboard itself says so.
  }
}
