import { toServiceError } from "~/shared/service-error.ts";
import { getSupabase } from "~/shared/supabase.ts";

export type ClientDashboard = {
  id: string;
  user_id: string;
  /** Of the imported file, where no account here could take the dashboard. */
  original_user_id: string | null;
  client_email: string | null;
  business_name: string;
  dashboard_title: string;
  notion_database_url: string;
  health_status: string;
  access_count: number;
  last_accessed: string | null;
  created_at: string;
  updated_at: string;
};

export type DashboardSort = "newest" | "oldest" | "name" | "name_desc" | "views" | "views_asc";
export type DashboardSearch = { query: string; sort: DashboardSort; page: number };
export type DashboardPage = { dashboards: ClientDashboard[]; total: number };

export const PAGE_SIZE = 25;

/** A page of the dashboards that the words find, and how many there are (spec §7: newest first). Throws ServiceError. */
export async function searchDashboards(
  { query, sort, page }: DashboardSearch,
  signal?: AbortSignal,
): Promise<DashboardPage> {
  const supabase = await getSupabase();
  const call = supabase.rpc("search_client_dashboards", {
    p_query: query,
    p_sort: sort,
    p_limit: PAGE_SIZE,
    p_offset: page * PAGE_SIZE,
  });
  const { data, error, status } = await (signal ? call.abortSignal(signal) : call);
  if (error) throw toServiceError(error, "/rest/v1/rpc/search_client_dashboards", status);
  return { dashboards: data as ClientDashboard[], total: data[0]?.total ?? 0 };
}
