import { rpc } from "~/shared/api.ts";
import type { RequestListItem, RequestStatus } from "./search-requests.ts";

/** Mails an answer to the client, once for each `answerId`. Throws ServiceError, PT409 when somebody was faster. */
export async function answerRequest(seen: RequestListItem, answerId: string, answer: string): Promise<void> {
  await rpc("answer_change_request", {
    p_request_id: seen.id,
    p_expected_updated_at: seen.updated_at,
    p_answer: answer,
    p_answer_id: answerId,
  });
}

/** Throws ServiceError, PT409 when somebody was faster. */
export async function setRequestStatus(seen: RequestListItem, next: RequestStatus): Promise<void> {
  await rpc("set_change_request_status", {
    p_request_id: seen.id,
    p_expected_updated_at: seen.updated_at,
    p_status: next,
  });
}
