import type { User } from "@supabase/supabase-js";
import { redirect } from "react-router";
import { type AccessDecision, type AccessRequirement, decideAccess, decidePendingAccess } from "../../domain/access.ts";
import { signInPath } from "../../domain/return-path.ts";
import type { Role, RoleRow } from "../../domain/roles.ts";
import { secondFactorPage } from "../../domain/second-factor.ts";
import { loadAccess, takeEndedSession } from "./load-access.ts";
import { ENDED_PARAM } from "./session-ended.ts";
import { requireOwnPageLoad } from "./workspace.ts";

/** What a guarded page knows about its user. */
export type GuardResult = { user: User; rows: RoleRow[]; role: Role | null };

/**
 * The route guard (spec §2), for `clientLoader`s. It throws a redirect to sign-in, the second step, the pending page or the
 * user's home, or returns the user. It is only a convenience: the database decides what the user may read and write.
 */
export async function requireAccess(request: Request, requirement: AccessRequirement = {}): Promise<GuardResult> {
  return guard(request, (rows) => decideAccess(rows, requirement));
}

/** The guard of /pending-approval: active users go home (spec §2: approved accounts see nothing here). */
export async function requirePending(request: Request): Promise<GuardResult> {
  return guard(request, decidePendingAccess);
}

async function guard(request: Request, decide: (rows: RoleRow[]) => AccessDecision): Promise<GuardResult> {
  requireOwnPageLoad(request);
  const access = await loadAccess();
  const { pathname, search } = new URL(request.url);
  if (!access) {
    const path = signInPath(pathname + search);
    if (!takeEndedSession()) throw redirect(path);
    throw redirect(`${path}${path.includes("?") ? "&" : "?"}${ENDED_PARAM}=1`);
  }
  const secondStep = secondFactorPage(access.secondFactor, pathname + search);
  if (secondStep) throw redirect(secondStep);
  const verdict = decide(access.rows);
  if (!verdict.allowed) throw redirect(verdict.redirectTo);
  return { user: access.user, rows: access.rows, role: verdict.role };
}
