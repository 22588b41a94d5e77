import { toServiceError } from "~/shared/service-error.ts";
import { getSupabase } from "~/shared/supabase.ts";

const MAX_REQUESTS = 20;

/** A client's own requests with what was answered, newest first. Throws ServiceError. */
export async function listMyRequests(userId: string) {
  const supabase = await getSupabase();
  const { data, error, status } = await supabase
    .from("change_requests")
    .select("id, request_type, message, status, created_at, change_request_answers(id, body, created_at)")
    .eq("user_id", userId)
    .order("created_at", { ascending: false })
    .limit(MAX_REQUESTS);
  if (error) throw toServiceError(error, "/rest/v1/change_requests", status);
  return data;
}

export type MyRequest = Awaited<ReturnType<typeof listMyRequests>>[number];
