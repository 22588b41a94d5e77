import { runQuery } from "~/shared/api.ts";
import { isQuotaReached } from "~/shared/problem-text.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import type { ChangeRequestType } from "../../../../domain/change-requests.ts";

const FAILED = "Failed to submit request. Please try again.";

type Requester = { id: string; email?: string | undefined };
type ChangeRequest = { businessName: string; requestType: ChangeRequestType; message: string };

/** The options for a form that sends a request (spec §7: INSERT change_requests), with the texts of spec §8. */
export const changeRequestOptions = (requester: Requester) => ({
  action: (request: ChangeRequest) =>
    runQuery((db) =>
      db.from("change_requests").insert({
        user_id: requester.id,
        user_email: requester.email ?? "",
        business_name: request.businessName,
        request_type: request.requestType,
        message: request.message,
      }),
    ),
  successMessage: "Service request submitted successfully!",
  errorMessage: FAILED,
  explain: () => FAILED,
  // The message stays in its field, so that the user can send it another day.
  fieldErrors: (error: unknown) => (isQuotaReached(error) ? { message: error.message } : undefined),
  invalidates: [queryKeys.changeRequests()],
});
