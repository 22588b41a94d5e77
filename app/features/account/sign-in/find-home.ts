import type { NavigateFunction } from "react-router";
import { type Access, loadAccess, openWithAccess } from "~/shared/load-access.ts";
import { queryClient } from "~/shared/query-client.ts";
import { chooseAccountOf } from "~/shared/workspace.ts";
import { myAccountsQuery, onlyAccount } from "~/shared/workspace-query.ts";
import { safeReturnPath, withReturnPath } from "../../../../domain/return-path.ts";
import { activeRole, isRestrictedToPending, roleHome } from "../../../../domain/roles.ts";
import { secondFactorPage } from "../../../../domain/second-factor.ts";

const WORKSPACES = "/workspace";

/** Opens the page after sign-in, and returns true; false when it is the sign-in itself. */
export async function openHome(next: string | null, navigate: NavigateFunction): Promise<boolean> {
  const { access, path } = await findHome(next);
  if (path === "/auth" || path.startsWith("/auth?")) return false;
  chooseAccountOf(path);
  await openWithAccess(access, () => navigate(path, { replace: true }));
  return true;
}

/**
 * The path after sign-in (spec §2): the second step, the pending page, the requested page if the role may see it, or home. If the
 * roles cannot be read, it is /dashboard, whose guard shows the retry screen.
 */
async function findHome(next: string | null): Promise<{ access: Access; path: string }> {
  // Asked together with the roles, so that the workspace opens a round trip sooner.
  if (next === WORKSPACES) void queryClient.prefetchQuery(myAccountsQuery);
  try {
    const access = await loadAccess();
    const path = homeOf(access, next);
    if (path === WORKSPACES) return { access, path: await workspacePath(access) };
    // A session that owes its second step sees no accounts.
    queryClient.removeQueries({ queryKey: myAccountsQuery.queryKey });
    return { access, path };
  } catch {
    return { access: null, path: "/dashboard" };
  }
}

/** The same path for a user whose access is already loaded. */
export function homeOf(access: Access, next: string | null): string {
  if (!access) return withReturnPath("/auth", next);
  const secondStep = secondFactorPage(access.secondFactor, next);
  if (secondStep) return secondStep;
  if (isRestrictedToPending(access.rows)) return "/pending-approval";
  const role = activeRole(access.rows);
  return safeReturnPath(next, location.origin, role) ?? roleHome(role);
}

/** The workspace of a client who has one, else the list of them. */
async function workspacePath(access: Access): Promise<string> {
  if (activeRole(access?.rows ?? []) !== "client") return WORKSPACES;
  const only = onlyAccount(await queryClient.fetchQuery(myAccountsQuery));
  return only ? `${WORKSPACES}/${only.slug}` : WORKSPACES;
}
