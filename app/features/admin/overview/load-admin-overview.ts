import { toServiceError } from "~/shared/service-error.ts";
import { getSupabase } from "~/shared/supabase.ts";

export type AdminOverview = {
  total_users: number;
  pending_approvals: number;
  total_leads: number;
  companies: number;
};

/** The header figures of the admin dashboard (spec §2), counted by the database. Throws ServiceError. */
export async function loadAdminOverview(): Promise<AdminOverview> {
  const supabase = await getSupabase();
  const { data, error, status } = await supabase.rpc("list_admin_overview").single();
  if (error) throw toServiceError(error, "/rest/v1/rpc/list_admin_overview", status);
  return data;
}
