import { rpc } from "~/shared/api.ts";
import { toServiceError } from "~/shared/service-error.ts";
import { getSupabase } from "~/shared/supabase.ts";

export type EmailStatus = "queued" | "running" | "done" | "failed";

const PAGE_SIZE = 50;

/** A page of the emails in the log that match, newest first. Throws ServiceError. */
export async function searchEmailLog(query: string, shown: EmailStatus | "all", from: number) {
  const data = await rpc("search_email_log", {
    p_query: query,
    ...(shown !== "all" && { p_status: shown }),
    p_limit: PAGE_SIZE,
    p_offset: from,
  });
  const total = data[0]?.total ?? 0;
  return { emails: data, total, next: from + data.length < total ? from + data.length : null };
}

export type SentEmail = Awaited<ReturnType<typeof searchEmailLog>>["emails"][number];

/** Queues a failed e-mail once more; false when it has been sent or queued meanwhile. Throws ServiceError. */
export async function retryEmail(id: string): Promise<boolean> {
  const supabase = await getSupabase();
  const { error, status } = await supabase.rpc("retry_email", { p_id: id });
  if (error?.code === "PT409") return false;
  if (error) throw toServiceError(error, "/rest/v1/rpc/retry_email", status);
  return true;
}
