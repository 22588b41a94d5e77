import { ServiceError, toServiceError } from "~/shared/service-error.ts";
import { getSupabase } from "~/shared/supabase.ts";

/** `reason` goes to who is rejected. */
export type Decision = { userId: string; status: "active" | "inactive"; reason?: string };

/**
 * Approves or rejects a sign-up (spec §4, §7): sets that user's pending roles, and only those. When none was pending any
 * more, somebody else has decided meanwhile. Throws ServiceError.
 */
export async function decidePendingRole({ userId, status, reason = "" }: Decision): Promise<void> {
  const supabase = await getSupabase();
  if (reason.trim()) {
    const answer = await supabase.rpc("reject_user", { p_user_id: userId, p_reason: reason.trim() });
    if (answer.error?.code === "PT409") throw new ServiceError("refused", answer.error.message, "nothing-pending");
    if (answer.error) throw toServiceError(answer.error, "/rest/v1/rpc/reject_user", answer.status);
    return;
  }
  const answer = await supabase
    .from("user_roles")
    .update({ status })
    .eq("user_id", userId)
    .eq("status", "pending")
    .select("role");
  if (answer.error) throw toServiceError(answer.error, "/rest/v1/user_roles", answer.status);
  if (answer.data.length === 0) throw new ServiceError("refused", "No pending role", "nothing-pending");
}
