import * as z from "zod/mini";
import { requireCaller } from "../_shared/caller.ts";
import type { FunctionHandler } from "../_shared/deps.ts";
import { checkDomain } from "../_shared/landing/check-domain.ts";
import { failure, json } from "../_shared/respond.ts";

const body = z.object({ domainId: z.uuid() });

/**
 * Checks a landing page domain's DNS records now and returns `{ state, problem, record: { name, value } }`. For
 * people who write the page: 401 without a session, 403 for everyone else, 404 for a removed domain.
 */
export const handler: FunctionHandler = async (request, deps) => {
  const caller = await requireCaller(request, deps);
  if (caller instanceof Response) return caller;
  const parsed = z.safeParse(body, await request.json().catch(() => null));
  if (!parsed.success) return failure(400, "bad_request", "domainId must be a domain's id");
  const may = await caller.client.rpc("may_check_landing_domain", { p_domain_id: parsed.data.domainId });
  if (may.error) return failure(503, "unavailable", "We couldn't check your account. Please try again in a moment.");
  if (!may.data) return failure(403, "forbidden", "Only people who write this page can do this");
  const checked = await checkDomain(deps, parsed.data.domainId);
  return checked ? json(checked) : failure(404, "not_found", "Domain not found. It may have been removed");
};
