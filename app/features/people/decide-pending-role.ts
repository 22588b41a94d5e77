import { ServiceError, toServiceError } from "~/shared/service-error.ts";
import { getSupabase } from "~/shared/supabase.ts";

/**
 * Approves or rejects a sign-up (spec §4, §7): sets that user's pending roles, and only those. When none was pending any
 * more, somebody else has decided meanwhile. Throws ServiceError.
 */
export async function decidePendingRole(userId: string, status: "active" | "inactive"): Promise<void> {
  const supabase = await getSupabase();
  const answer = await supabase
    .from("user_roles")
    .update({ status })
    .eq("user_id", userId)
    .eq("status", "pending")
    .select("role");
  if (answer.error) throw toServiceError(answer.error, "/rest/v1/user_roles", answer.status);
  if (answer.data.length === 0) throw new ServiceError("refused", "No pending role", "nothing-pending");
}
