import { toServiceError } from "~/shared/service-error.ts";
import { getSupabase } from "~/shared/supabase.ts";

/** Calls a procedure of the CRM; what it answers is described where it is called. Throws ServiceError. */
export async function callCrm<Answer>(name: string, args: Record<string, unknown> = {}): Promise<Answer> {
  const supabase = await getSupabase();
  const { data, error, status } = await supabase.rpc(name as "crm_today", args as never);
  if (error) throw toServiceError(error, `/rest/v1/rpc/${name}`, status);
  return data as Answer;
}
