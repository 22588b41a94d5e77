import { toServiceError } from "~/shared/service-error.ts";
import { getSupabase } from "~/shared/supabase.ts";

/** Whether the caller is the one account that sees Admin Setup (spec §2, §6). Throws ServiceError. */
export async function canSetUpAdmin(): Promise<boolean> {
  const supabase = await getSupabase();
  const { data, error, status } = await supabase.rpc("can_set_up_admin");
  if (error) throw toServiceError(error, "/rest/v1/rpc/can_set_up_admin", status);
  return data === true;
}
