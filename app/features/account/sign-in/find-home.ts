import { type Access, loadAccess } from "~/shared/load-access.ts";
import { safeReturnPath, withReturnPath } from "../../../../domain/return-path.ts";
import { activeRole, isRestrictedToPending, roleHome } from "../../../../domain/roles.ts";
import { secondFactorPage } from "../../../../domain/second-factor.ts";

/**
 * The path after sign-in (spec §2): the second step, the pending page, the requested page if the role may see it, or home. If the
 * roles cannot be read, it returns /dashboard, whose guard shows the retry screen.
 */
export async function findHome(next: string | null): Promise<string> {
  try {
    return homeOf(await loadAccess(), next);
  } catch {
    return "/dashboard";
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
