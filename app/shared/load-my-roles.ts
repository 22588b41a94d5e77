import type { RoleRow } from "../../domain/roles.ts";
import { runQuery } from "./api.ts";

/** A user's role rows (spec §7: SELECT user_roles (role, status) where user_id). Throws ServiceError. */
export async function loadMyRoles(userId: string): Promise<RoleRow[]> {
  const data = await runQuery((db) => db.from("user_roles").select("role, status").eq("user_id", userId));
  return data as RoleRow[];
}
