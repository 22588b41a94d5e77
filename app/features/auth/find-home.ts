import { loadAccess } from "~/shared/load-access.ts";
import { safeReturnPath } from "../../../domain/return-path.ts";
import { activeRole, isHeldBack, roleHome } from "../../../domain/roles.ts";

/**
 * Where to go after sign-in (spec §2): the waiting page, the page somebody wanted when their role may see it, or home.
 * When the roles cannot be read now, /dashboard: its guard shows the retry screen.
 */
export async function findHome(next: string | null): Promise<string> {
  try {
    const access = await loadAccess();
    if (!access) return "/auth";
    if (isHeldBack(access.rows)) return "/pending-approval";
    const role = activeRole(access.rows);
    return safeReturnPath(next, location.origin, role) ?? roleHome(role);
  } catch {
    return "/dashboard";
  }
}
