import { type ApprovalState, approvalState, type Role, type RoleRow } from "../../../../domain/roles.ts";

/** Spec §2 calls a sales account Sales Team. */
const ACCOUNT_TYPES: Record<Role, string> = { admin: "Admin", sales: "Sales Team", client: "Client" };
const STATUS: Partial<Record<ApprovalState, RoleRow["status"]>> = { pending: "pending", rejected: "inactive" };

/** The account type that waits for approval or was denied, as the roles have it. */
export function accountTypeOf(rows: readonly RoleRow[]): string {
  const status = STATUS[approvalState(rows)];
  return rows
    .filter((row) => row.status === status)
    .map(({ role }) => ACCOUNT_TYPES[role])
    .sort()
    .join(", ");
}
