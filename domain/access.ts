import { activeRole, isRestrictedToPending, postLoginPath, type Role, type RoleRow, roleHome } from "./roles.ts";

/** The guard's answer: let in, or go elsewhere. */
export type AccessDecision = { allowed: true; role: Role | null } | { allowed: false; redirectTo: string };

/** What a page asks for: a role (or one of several), and where everybody else goes when that is not their own home. */
export type AccessRequirement = { role?: Role | readonly Role[]; fallbackPath?: string };

/**
 * Decides on a guarded page for a signed-in person (spec §2 Route guard): held-back accounts wait, and a different role
 * goes to its own home, or where the page says (spec §6: from /admin to /dashboard).
 */
export function decideAccess(
  rows: readonly RoleRow[],
  { role: required, fallbackPath }: AccessRequirement = {},
): AccessDecision {
  if (isRestrictedToPending(rows)) return { allowed: false, redirectTo: "/pending-approval" };
  const role = activeRole(rows);
  const roles = typeof required === "string" ? [required] : required;
  if (!roles || (role && roles.includes(role))) return { allowed: true, role };
  return { allowed: false, redirectTo: fallbackPath ?? roleHome(role) };
}

/** Decides on /pending-approval itself: only held-back accounts see it (spec §2: approved accounts see nothing here). */
export function decidePendingAccess(rows: readonly RoleRow[]): AccessDecision {
  if (isRestrictedToPending(rows)) return { allowed: true, role: null };
  return { allowed: false, redirectTo: postLoginPath(rows) };
}
