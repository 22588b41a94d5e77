import { runQuery } from "~/shared/api.ts";
import { type AttachmentUploads, UploadsFailed } from "~/shared/attachments/attachment-uploads.ts";
import { isQuotaReached } from "~/shared/problem-text.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { ServiceError } from "~/shared/service-error.ts";
import type { ChangeRequestType } from "../../../../domain/change-requests.ts";

const FAILED = "Failed to submit request. Please try again.";

type Requester = { id: string; email?: string | undefined };
type ChangeRequest = {
  businessName: string;
  requestType: ChangeRequestType;
  message: string;
  /** The account that it is for, if the requester has several. */
  accountId: string | undefined;
};

/** PostgreSQL's code for a key that exists. */
const EXISTS = "23505";

/**
 * The options for a form that sends a request (spec §7: INSERT change_requests), with the texts of spec §8. It
 * waits for the files that are still uploading.
 */
export const changeRequestOptions = (requester: Requester, attached: AttachmentUploads) => ({
  action: async (request: ChangeRequest) => {
    await attached.finish();
    await insertRequest(requester, attached.messageId, request);
    attached.release();
  },
  successMessage: "Service request submitted successfully!",
  errorMessage: FAILED,
  explain: (error: unknown) => (error instanceof UploadsFailed ? error.message : FAILED),
  // The message stays in its field, so that the user can send it another day.
  fieldErrors: (error: unknown) => (isQuotaReached(error) ? { message: error.message } : undefined),
  invalidates: [queryKeys.changeRequests()],
});

async function insertRequest(requester: Requester, id: string, request: ChangeRequest): Promise<void> {
  try {
    await runQuery((db) =>
      db.from("change_requests").insert({
        id,
        user_id: requester.id,
        user_email: requester.email ?? "",
        business_name: request.businessName,
        request_type: request.requestType,
        message: request.message,
        ...(request.accountId && { account_id: request.accountId }),
      }),
    );
  } catch (error) {
    // The request of an earlier try whose answer was lost.
    if (!(error instanceof ServiceError && error.code === EXISTS)) throw error;
  }
}
