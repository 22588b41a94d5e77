import { activeRole, isHeldBack, postLoginPath, type Role, type RoleRow, roleHome } from "./roles.ts";

/** The guard's answer: let in, or go elsewhere. */
export type Verdict = { allowed: true; role: Role | null } | { allowed: false; redirectTo: string };

/**
 * Decides on a guarded page for a signed-in person (spec §2 Route guard): held-back accounts wait, a different role goes
 * to its own home, and whoever is not an admin leaves the admin pages for /dashboard (spec §6).
 */
export function decideAccess(rows: readonly RoleRow[], required?: Role): Verdict {
  if (isHeldBack(rows)) return { allowed: false, redirectTo: "/pending-approval" };
  const role = activeRole(rows);
  if (!required || role === required) return { allowed: true, role };
  return { allowed: false, redirectTo: required === "admin" ? "/dashboard" : roleHome(role) };
}

/** Decides on /pending-approval itself: only held-back accounts see it (spec §2: approved accounts see nothing here). */
export function decidePendingAccess(rows: readonly RoleRow[]): Verdict {
  if (isHeldBack(rows)) return { allowed: true, role: null };
  return { allowed: false, redirectTo: postLoginPath(rows) };
}
