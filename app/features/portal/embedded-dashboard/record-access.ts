import { getSupabase } from "~/shared/supabase.ts";

/** Counts a client's visit (spec §3 access_count, last_accessed). A count that fails is no matter of the reader's. */
export async function recordDashboardAccess(dashboardId: string): Promise<void> {
  try {
    const supabase = await getSupabase();
    await supabase.rpc("record_dashboard_access", { p_dashboard_id: dashboardId });
  } catch {
    // Offline: the dashboard itself says so.
  }
}
