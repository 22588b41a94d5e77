import { getSupabase } from "~/shared/supabase.ts";

export type AdminSetupOutcome = "added" | "not-signed-in" | "already-admin" | "failed" | "broken";

const UNIQUE_VIOLATION = "23505";

/** Spec §6: inserts the active admin role for the current user, where the database lets them. */
export async function addAdminRole(): Promise<AdminSetupOutcome> {
  try {
    const supabase = await getSupabase();
    const { data } = await supabase.auth.getSession();
    const user = data.session?.user;
    if (!user) return "not-signed-in";
    const { error } = await supabase.from("user_roles").insert({ user_id: user.id, role: "admin", status: "active" });
    if (!error) return "added";
    return error.code === UNIQUE_VIOLATION ? "already-admin" : "failed";
  } catch {
    return "broken";
  }
}
