import { queryOptions } from "@tanstack/react-query";
import { rpc, runQuery } from "~/shared/api.ts";
import { portalRightsQuery } from "~/shared/portal-rights.ts";
import { queryClient } from "~/shared/query-client.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { ServiceError } from "~/shared/service-error.ts";

export type LeadDashboard = {
  id: string;
  business_name: string;
  dashboard_title: string;
  notion_database_url: string;
};

/** A user's own dashboard or that of their account, or the admin view's dashboard. Null when there is none. */
export const leadDashboardQuery = (userId: string, isAdmin: boolean, company: string) =>
  queryOptions({
    queryKey: [...queryKeys.dashboard(userId, isAdmin), company],
    queryFn: () => (isAdmin ? loadAdminDashboard(company) : loadDashboardOf(userId)),
  });

/** A user's own dashboard, or else the oldest one of the accounts that they share with others. */
async function loadDashboardOf(userId: string): Promise<LeadDashboard | null> {
  const [own, rights] = await Promise.all([
    loadOwnDashboard(userId),
    queryClient.fetchQuery(portalRightsQuery(userId)),
  ]);
  if (own || rights.work.length === 0) return own;
  const [first] = await runQuery((db) =>
    db
      .from("client_dashboards")
      .select("id, business_name, dashboard_title, notion_database_url")
      .in("account_id", rights.work)
      .order("created_at", { ascending: true })
      .limit(1),
  );
  return first ?? null;
}

/** Spec §7: a single row. PGRST116 means that there is no such row. */
async function loadOwnDashboard(userId: string): Promise<LeadDashboard | null> {
  try {
    return await runQuery((db) =>
      db
        .from("client_dashboards")
        .select("id, business_name, dashboard_title, notion_database_url")
        .eq("user_id", userId)
        .maybeSingle(),
    );
  } catch (error) {
    if (error instanceof ServiceError && error.code === "PGRST116") return null;
    throw error;
  }
}

/**
 * The admin view (spec §6, §7): the oldest dashboard whose business name contains 'admin' or the company's name, otherwise the
 * oldest of all.
 */
async function loadAdminDashboard(company: string): Promise<LeadDashboard | null> {
  const names = ["admin", company.trim()].filter((name) => name !== "");
  const named = await Promise.all(names.map(oldest));
  const [first] = named
    .flatMap((found) => found ?? [])
    .sort((one, other) => one.created_at.localeCompare(other.created_at));
  return first ?? (await oldest());
}

/** The oldest dashboard, or the oldest whose business name contains the given text. */
async function oldest(name?: string): Promise<(LeadDashboard & { created_at: string }) | null> {
  const rows = await runQuery((db) => {
    const all = db
      .from("client_dashboards")
      .select("id, business_name, dashboard_title, notion_database_url, created_at");
    return (name === undefined ? all : all.ilike("business_name", containing(name)))
      .order("created_at", { ascending: true })
      .limit(1);
  });
  return rows[0] ?? null;
}

/** A pattern for text that contains the name. The filter language cannot escape an asterisk, so it matches any character. */
function containing(name: string): string {
  return `%${name.replace(/[\\%_*]/g, (sign) => (sign === "*" ? "_" : `\\${sign}`))}%`;
}

/** Counts a client's visit (spec §3 access_count, last_accessed). A failed count must not affect the reader. */
export async function recordDashboardAccess(dashboardId: string): Promise<void> {
  await rpc("record_dashboard_access", { p_dashboard_id: dashboardId }).catch(() => undefined);
}
