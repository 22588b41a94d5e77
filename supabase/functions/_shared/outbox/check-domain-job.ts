import type { FunctionDeps } from "../deps.ts";
import { checkDomain } from "../landing/check-domain.ts";
import { z } from "../schema.ts";

const checkPayload = z.object({ domainId: z.uuid() });

/** The daily check of a landing page's domain. */
export async function checkDomainJob(payload: Record<string, unknown>, _id: string, deps: FunctionDeps) {
  const checked = await checkDomain(deps, checkPayload.parse(payload).domainId);
  return checked ? { state: checked.state, problem: checked.problem } : null;
}
