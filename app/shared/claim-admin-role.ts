import { runQuery } from "./api.ts";

type Person = { id: string; email?: string | undefined };

/**
 * Admin detection (spec §4) for a user without an active admin role: an active admin_emails entry for their email requests one.
 * The database decides. Returns true when a role was requested, so that the roles must be read again.
 */
export async function claimAdminRole({ id, email }: Person): Promise<boolean> {
  if (!email || alreadyAsked.has(id)) return false;
  try {
    const entry = await runQuery((db) =>
      db.from("admin_emails").select("email").eq("email", email).eq("is_active", true).maybeSingle(),
    );
    alreadyAsked.add(id);
    if (!entry) return false;
  } catch {
    return false;
  }
  // Another tab may have been faster, or the email is not confirmed yet. The roles show the result.
  await runQuery((db) => db.from("user_roles").insert({ user_id: id, role: "admin", status: "active" })).catch(
    () => undefined,
  );
  return true;
}

/** Checked once per page load. Otherwise each guarded page would send a request for every user who is not an admin. */
const alreadyAsked = new Set<string>();
