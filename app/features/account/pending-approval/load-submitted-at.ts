import { toServiceError } from "~/shared/service-error.ts";
import { getSupabase } from "~/shared/supabase.ts";

/** When the oldest role that is not active was asked for; null without one. Throws ServiceError. */
export async function loadSubmittedAt(userId: string): Promise<string | null> {
  const supabase = await getSupabase();
  const { data, error, status } = await supabase
    .from("user_roles")
    .select("created_at")
    .eq("user_id", userId)
    .neq("status", "active")
    .order("created_at", { ascending: true })
    .limit(1);
  if (error) throw toServiceError(error, "/rest/v1/user_roles", status);
  return data[0]?.created_at ?? null;
}
