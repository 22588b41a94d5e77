import { runQuery } from "~/shared/api.ts";
import { isQuotaReached } from "~/shared/problem-text.ts";
import { queryKeys } from "~/shared/query-keys.ts";

/** Spec §5: the four kinds; the first is the default (spec §3). */
export const CHANGE_REQUEST_TYPES = {
  dashboard_change: "Dashboard change",
  feature_request: "Feature request",
  technical_support: "Technical support",
  general_inquiry: "General inquiry",
} as const;

export type ChangeRequestType = keyof typeof CHANGE_REQUEST_TYPES;

type Requester = { id: string; email?: string | undefined };
type ChangeRequest = { businessName: string; requestType: ChangeRequestType; message: string };

/** Stores a request (spec §7: INSERT change_requests). Throws ServiceError. */
export function sendChangeRequest(requester: Requester, request: ChangeRequest): Promise<null> {
  return runQuery((db) =>
    db.from("change_requests").insert({
      user_id: requester.id,
      user_email: requester.email ?? "",
      business_name: request.businessName,
      request_type: request.requestType,
      message: request.message,
    }),
  );
}

/** What every form that sends a request tells, with the texts of spec §8. A used-up quota appears at the message. */
export const CHANGE_REQUEST_ACTION = {
  successMessage: "Service request submitted successfully!",
  errorMessage: "Failed to submit request",
  explain: () => "Failed to submit request. Please try again.",
  fieldErrors: (error: unknown) => (isQuotaReached(error) ? { message: error.message } : undefined),
  invalidates: [queryKeys.changeRequests()],
};
