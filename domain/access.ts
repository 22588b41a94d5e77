import { activeRole, isRestrictedToPending, postLoginPath, type Role, type RoleRow, roleHome } from "./roles.ts";

/** The guard's decision: allow, or redirect. */
export type AccessDecision = { allowed: true; role: Role | null } | { allowed: false; redirectTo: string };

/** What a page requires: a role (or one of several), and where other people go if not to their own home page. */
export type AccessRequirement = { role?: Role | readonly Role[]; fallbackPath?: string };

/**
 * Decides whether a signed-in person may open a guarded page (spec §2 Route guard). Pending and rejected accounts go to
 * /pending-approval. A person with another role goes to their own home page, or where the page says (spec §6: from
 * /admin to /dashboard).
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

/**
 * Decides on /pending-approval itself. Only pending and rejected accounts see it (spec §2: approved accounts see
 * nothing here).
 */
export function decidePendingAccess(rows: readonly RoleRow[]): AccessDecision {
  if (isRestrictedToPending(rows)) return { allowed: true, role: null };
  return { allowed: false, redirectTo: postLoginPath(rows) };
}
