import type { RoleRow } from "../../domain/roles.ts";
import { toServiceError } from "./service-error.ts";
import { getSupabase } from "./supabase.ts";

/** The role rows of one user (spec §7: SELECT user_roles (role, status) where user_id). Throws ServiceError. */
export async function loadMyRoles(userId: string): Promise<RoleRow[]> {
  const supabase = await getSupabase();
  const { data, error, status } = await supabase.from("user_roles").select("role, status").eq("user_id", userId);
  if (error) throw toServiceError(error, "/rest/v1/user_roles", status);
  return data as RoleRow[];
}
