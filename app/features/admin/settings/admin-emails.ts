import { toServiceError } from "~/shared/service-error.ts";
import { getSupabase } from "~/shared/supabase.ts";

/** All addresses that may become admins. Throws ServiceError. */
export async function listAdminEmails() {
  const supabase = await getSupabase();
  const { data, error, status } = await supabase.rpc("list_admin_emails");
  if (error) throw toServiceError(error, "/rest/v1/rpc/list_admin_emails", status);
  return data;
}

/** Says whether the confirmed owner of an address may become an admin. Throws ServiceError. */
export async function setAdminEmail(email: string, active: boolean): Promise<void> {
  const supabase = await getSupabase();
  const { error, status } = await supabase.rpc("set_admin_email", { p_email: email, p_is_active: active });
  if (error) throw toServiceError(error, "/rest/v1/rpc/set_admin_email", status);
}
