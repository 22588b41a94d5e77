import { toServiceError } from "~/shared/service-error.ts";
import { getSupabase } from "~/shared/supabase.ts";

/** A change of address that its new mailbox has not confirmed yet; `sentAt` is when it was last written to. */
export type EmailChange = { newEmail: string; sentAt: string | null };

/** The change that waits, as the server has it now; null without one. Throws ServiceError. */
export async function loadEmailChange(): Promise<EmailChange | null> {
  const { auth } = await getSupabase();
  const { data, error } = await auth.getUser();
  if (error) throw toServiceError(error, "/auth/v1/user");
  const { new_email: newEmail, email_change_sent_at: sentAt } = data.user;
  return newEmail ? { newEmail, sentAt: sentAt ?? null } : null;
}
