import { toServiceError } from "~/shared/service-error.ts";
import { getSupabase } from "~/shared/supabase.ts";
import type { LeadDashboard } from "./load-dashboard.ts";

const COLUMNS = "id, business_name, dashboard_title, notion_database_url";

/**
 * The admin view (spec §6, §7): the oldest dashboard whose business name contains 'admin' or the company's name, else
 * the oldest of all; null without any. Throws ServiceError.
 */
export async function loadAdminDashboard(company: string): Promise<LeadDashboard | null> {
  return (await firstWhere(["admin", company])) ?? (await firstWhere([]));
}

async function firstWhere(names: string[]): Promise<LeadDashboard | null> {
  const supabase = await getSupabase();
  const wanted = names.filter((name) => name.trim() !== "").map((name) => `business_name.ilike.${pattern(name)}`);
  const all = supabase.from("client_dashboards").select(COLUMNS);
  const { data, error, status } = await (wanted.length > 0 ? all.or(wanted.join(",")) : all)
    .order("created_at", { ascending: true })
    .limit(1);
  if (error) throw toServiceError(error, "/rest/v1/client_dashboards", status);
  return data[0] ?? null;
}

/** 'contains', quoted for the filter language: the name is text, not pattern and not syntax. */
function pattern(name: string): string {
  const literal = name.trim().replace(/[\\%_*]/g, (sign) => (sign === "*" ? "_" : `\\${sign}`));
  return `"*${literal.replace(/["\\]/g, "\\$&")}*"`;
}
