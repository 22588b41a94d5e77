import { runQuery } from "~/shared/api.ts";

const MAX_REQUESTS = 20;

/** A client's own requests with what was answered, newest first. Throws ServiceError. */
export async function listMyRequests(userId: string) {
  const data = await runQuery((db) =>
    db
      .from("change_requests")
      .select("id, request_type, message, status, created_at, change_request_answers(id, body, created_at)")
      .eq("user_id", userId)
      .order("created_at", { ascending: false })
      .limit(MAX_REQUESTS),
  );
  return data;
}

export type MyRequest = Awaited<ReturnType<typeof listMyRequests>>[number];
