import { toServiceError } from "~/shared/service-error.ts";
import { getSupabase } from "~/shared/supabase.ts";

/** What somebody chose, by kind; what they never chose is sent. Throws ServiceError. */
export async function listNotificationChoices(userId: string): Promise<Record<string, boolean>> {
  const supabase = await getSupabase();
  const { data, error, status } = await supabase
    .from("notification_choices")
    .select("kind, wanted")
    .eq("user_id", userId);
  if (error) throw toServiceError(error, "/rest/v1/notification_choices", status);
  return Object.fromEntries(data.map(({ kind, wanted }) => [kind, wanted]));
}

/** Keeps one choice. Throws ServiceError. */
export async function saveNotificationChoice(userId: string, kind: string, wanted: boolean): Promise<void> {
  const supabase = await getSupabase();
  const { error, status } = await supabase
    .from("notification_choices")
    .upsert({ user_id: userId, kind, wanted }, { onConflict: "user_id,kind" });
  if (error) throw toServiceError(error, "/rest/v1/notification_choices", status);
}
