import { runQuery } from "~/shared/api.ts";

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

/** Spec §7: INSERT change_requests. Throws ServiceError. */
export async function sendChangeRequest(requester: Requester, request: ChangeRequest): Promise<void> {
  await runQuery((db) =>
    db.from("change_requests").insert({
      user_id: requester.id,
      user_email: requester.email ?? "",
      business_name: request.businessName,
      request_type: request.requestType,
      message: request.message,
    }),
  );
}

/** Spec §8 Requests. */
export const SERVICE_REQUEST_TEXTS = {
  sent: "Service request submitted successfully!",
  failed: "Failed to submit request. Please try again.",
} as const;
