import * as z from "zod/mini";
import { requireCaller } from "../_shared/caller.ts";
import type { FunctionHandler } from "../_shared/deps.ts";
import { checkDomain } from "../_shared/landing/check-domain.ts";
import { failure, json } from "../_shared/respond.ts";

const body = z.object({ domainId: z.uuid() });

/**
 * Asks DNS about a landing page's domain now and answers `{ state, problem, record: { name, value } }`. Admins only: 401
 * without a session, 403 for everybody else, 404 for a domain that was removed.
 */
export const handler: FunctionHandler = async (request, deps) => {
  const caller = await requireCaller(request, deps);
  if (caller instanceof Response) return caller;
  const parsed = z.safeParse(body, await request.json().catch(() => null));
  if (!parsed.success) return failure(400, "bad_request", "domainId must be a domain's id");
  const held = await caller.client
    .from("user_roles")
    .select("role")
    .eq("user_id", caller.id)
    .eq("role", "admin")
    .eq("status", "active");
  if (held.error) return failure(503, "unavailable", "The domain could not be read. Please try again in a moment.");
  if (held.data.length === 0) return failure(403, "forbidden", "Only an admin may do this");
  const checked = await checkDomain(deps, parsed.data.domainId);
  return checked ? json(checked) : failure(404, "not_found", "There is no such domain: it was removed");
};
