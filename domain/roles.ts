/** A person's role in the portal, from their `user_roles` rows (spec §2 Route guard, §4). */
export type Role = "admin" | "sales" | "client";
export type RoleStatus = "pending" | "active" | "inactive";
export type RoleRow = { role: Role; status: RoleStatus };

/** The state that /pending-approval shows. 'none' is an account without any role row. */
export type ApprovalState = "pending" | "approved" | "rejected" | "none";

const BY_RANK: readonly Role[] = ["admin", "sales", "client"];
const HOMES: Record<Role, string> = { admin: "/admin", sales: "/crm", client: "/client-dashboard" };

/** The one role that a person acts in: of several active roles, the first of admin, sales, client. */
export function activeRole(rows: readonly RoleRow[]): Role | null {
  return BY_RANK.find((role) => rows.some((row) => row.role === role && row.status === "active")) ?? null;
}

/** A role's home page. Without a role it is /dashboard (spec §2). */
export function roleHome(role: Role | null): string {
  return role ? HOMES[role] : "/dashboard";
}

const NOUNS: Record<Role, string> = { admin: "an admin", sales: "a sales rep", client: "a client" };

/** A role after 'is' or 'as': "an admin". */
export function roleNoun(role: Role): string {
  return NOUNS[role];
}

/** Any pending role and no active one (spec §4). */
export function isPendingApproval(rows: readonly RoleRow[]): boolean {
  return hasStatus(rows, "pending") && !hasStatus(rows, "active");
}

/** Pending if any pending; else approved if any active; else rejected if any inactive (spec §4). */
export function approvalState(rows: readonly RoleRow[]): ApprovalState {
  if (hasStatus(rows, "pending")) return "pending";
  if (hasStatus(rows, "active")) return "approved";
  return hasStatus(rows, "inactive") ? "rejected" : "none";
}

/** Whether the account must stay on /pending-approval: no active role, and a pending or rejected one. */
export function isRestrictedToPending(rows: readonly RoleRow[]): boolean {
  return rows.length > 0 && !hasStatus(rows, "active");
}

/** The first page after sign-in (spec §2 Post-login redirect). Rejected accounts go to the page that says so. */
export function postLoginPath(rows: readonly RoleRow[]): string {
  return isRestrictedToPending(rows) ? "/pending-approval" : roleHome(activeRole(rows));
}

function hasStatus(rows: readonly RoleRow[], status: RoleStatus): boolean {
  return rows.some((row) => row.status === status);
}
