import { type Access, loadAccess } from "~/shared/load-access.ts";
import { safeReturnPath, withReturnPath } from "../../../../domain/return-path.ts";
import { activeRole, isRestrictedToPending, roleHome } from "../../../../domain/roles.ts";
import { secondFactorPage } from "../../../../domain/second-factor.ts";

/**
 * Where to go after sign-in (spec §2): the second step, the waiting page, the page somebody wanted when their role may see
 * it, or home. When the roles cannot be read now, /dashboard: its guard shows the retry screen.
 */
export async function findHome(next: string | null): Promise<string> {
  try {
    return homeOf(await loadAccess(), next);
  } catch {
    return "/dashboard";
  }
}

/** The same for somebody whose access is known. */
export function homeOf(access: Access, next: string | null): string {
  if (!access) return withReturnPath("/auth", next);
  const secondStep = secondFactorPage(access.secondFactor, next);
  if (secondStep) return secondStep;
  if (isRestrictedToPending(access.rows)) return "/pending-approval";
  const role = activeRole(access.rows);
  return safeReturnPath(next, location.origin, role) ?? roleHome(role);
}
