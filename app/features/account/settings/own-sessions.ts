import { rpc } from "~/shared/api.ts";
import { toServiceError } from "~/shared/service-error.ts";
import { getSupabase } from "~/shared/supabase.ts";

/** Where the person is signed in: this session first, then the last active. Throws ServiceError. */
export async function listOwnSessions() {
  const data = await rpc("list_own_sessions");
  return data;
}

export type OwnSession = Awaited<ReturnType<typeof listOwnSessions>>[number];

/** Ends one session elsewhere; false when it had ended already. Throws ServiceError. */
export async function endOwnSession(id: string): Promise<boolean> {
  const supabase = await getSupabase();
  const { error, status } = await supabase.rpc("end_own_session", { p_session_id: id });
  if (error?.code === "PT404") return false;
  if (error) throw toServiceError(error, "/rest/v1/rpc/end_own_session", status);
  return true;
}
