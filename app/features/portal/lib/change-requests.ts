import { runQuery } from "~/shared/api.ts";
import { isQuotaReached } from "~/shared/problem-text.ts";
import { queryClient } from "~/shared/query-client.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { toast } from "~/shared/toast.ts";

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

/**
 * Sends a request (spec §7: INSERT change_requests) and tells the outcome with the texts of spec §8. Returns what is wrong with
 * the message when a quota is used up.
 */
export async function submitChangeRequest(
  requester: Requester,
  request: ChangeRequest,
  onSent: () => void,
): Promise<{ message: string } | undefined> {
  try {
    await runQuery((db) =>
      db.from("change_requests").insert({
        user_id: requester.id,
        user_email: requester.email ?? "",
        business_name: request.businessName,
        request_type: request.requestType,
        message: request.message,
      }),
    );
  } catch (error) {
    if (isQuotaReached(error)) return { message: error.message };
    toast.error("Failed to submit request. Please try again.");
    return undefined;
  }
  toast.success("Service request submitted successfully!");
  void queryClient.invalidateQueries({ queryKey: queryKeys.changeRequests() });
  onSent();
  return undefined;
}
