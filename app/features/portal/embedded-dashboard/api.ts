import { queryOptions } from "@tanstack/react-query";
import { rpc, runQuery } from "~/shared/api.ts";
import { portalRightsQuery } from "~/shared/portal-rights.ts";
import { queryClient } from "~/shared/query-client.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { ServiceError } from "~/shared/service-error.ts";

export type LeadDashboard = {
  id: string;
  account_id: string | null;
  business_name: string;
  dashboard_title: string;
  notion_database_url: string;
};

const COLUMNS = "id, account_id, business_name, dashboard_title, notion_database_url";
const MAX_SHARED = 200;

/** A user's dashboards: their own and one of each other account; or the admin view's dashboard. The first is shown at first. */
export const leadDashboardsQuery = (userId: string, isAdmin: boolean, company: string) =>
  queryOptions({
    queryKey: [...queryKeys.dashboard(userId, isAdmin), company],
    queryFn: async () => (isAdmin ? [await loadAdminDashboard(company)].flatMap(present) : loadDashboardsOf(userId)),
  });

const present = <Item>(item: Item | null): Item[] => (item === null ? [] : [item]);

/** A user's own dashboard, then the oldest ones of the accounts that they share with others. */
async function loadDashboardsOf(userId: string): Promise<LeadDashboard[]> {
  const [own, rights] = await Promise.all([
    loadOwnDashboard(userId),
    queryClient.fetchQuery(portalRightsQuery(userId)),
  ]);
  // A person of one account sees one.
  if (rights.work.length === 0 || (own && rights.accounts.length < 2)) return present(own);
  const shared = await runQuery((db) =>
    db
      .from("client_dashboards")
      .select(COLUMNS)
      .in("account_id", rights.work)
      .order("created_at", { ascending: true })
      .limit(MAX_SHARED),
  );
  const all = [...present(own), ...shared];
  return all.filter((one, at) => all.findIndex(({ account_id }) => account_id === one.account_id) === at);
}

/** Spec §7: a single row. PGRST116 means that there is no such row. */
async function loadOwnDashboard(userId: string): Promise<LeadDashboard | null> {
  try {
    return await runQuery((db) => db.from("client_dashboards").select(COLUMNS).eq("user_id", userId).maybeSingle());
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
    const all = db.from("client_dashboards").select(`${COLUMNS}, created_at`);
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
