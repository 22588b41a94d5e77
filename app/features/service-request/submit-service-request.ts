import { toServiceError } from "~/shared/service-error.ts";
import { getSupabase } from "~/shared/supabase.ts";
import type { ServiceRequest } from "./service-request-schema.ts";

type Requester = { id: string; email?: string | undefined };

/** Spec §7: INSERT change_requests. Throws ServiceError. */
export async function submitServiceRequest(requester: Requester, request: ServiceRequest): Promise<void> {
  const supabase = await getSupabase();
  const { error, status } = await supabase.from("change_requests").insert({
    user_id: requester.id,
    user_email: requester.email ?? "",
    business_name: request.businessName,
    request_type: request.requestType,
    message: request.message,
  });
  if (error) throw toServiceError(error, "/rest/v1/change_requests", status);
}
