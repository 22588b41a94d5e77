import { getSupabase } from "./supabase.ts";

type Person = { id: string; email?: string | undefined };

/**
 * Admin detection of spec §4 for somebody without an active admin role: an active admin_emails entry for their e-mail
 * inserts one. The database decides whether it may; true when a role was asked for and the rows must be read again.
 */
export async function claimAdminRole({ id, email }: Person): Promise<boolean> {
  if (!email || alreadyAsked.has(id)) return false;
  const supabase = await getSupabase();
  const { data: entry, error } = await supabase
    .from("admin_emails")
    .select("email")
    .eq("email", email)
    .eq("is_active", true)
    .maybeSingle();
  if (error) return false;
  alreadyAsked.add(id);
  if (!entry) return false;
  // Another tab may have been quicker, or the e-mail is not confirmed yet: the rows say what came of it.
  await supabase.from("user_roles").insert({ user_id: id, role: "admin", status: "active" });
  return true;
}

/** Asked once per page load: every guarded page would otherwise repeat it for everybody who is not an admin. */
const alreadyAsked = new Set<string>();
