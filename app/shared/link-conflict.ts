import { getSupabase } from "./supabase.ts";

/** A link that would sign in another account than the one of this browser's session. */
export type LinkConflict = {
  /** The account of the session. */
  current: string;
  /** The account of the link; null when it is unknown before the link is used. */
  next: string | null;
};

/** The heading of the page that asks for the decision. */
export const LINK_CONFLICT_HEADING = "Switch accounts?";

/** Whether a link's session belongs to another account than the stored session. Without an access token, it may. */
export async function findLinkConflict(accessToken: string | null): Promise<LinkConflict | null> {
  const { auth } = await getSupabase();
  const { data } = await auth.getSession();
  const user = data.session?.user;
  if (!user) return null;
  const claims = accessToken === null ? null : readClaims(accessToken);
  // An unreadable token opens no session, and the server reports the error.
  if (accessToken !== null && (!claims || claims.sub === user.id)) return null;
  return { current: user.email ?? "another account", next: claims?.email ?? null };
}

/** Ends the session of a link that the user declines. */
export async function dropLinkSession(accessToken: string): Promise<void> {
  const { auth } = await getSupabase();
  await auth.admin.signOut(accessToken, "local").catch(() => undefined);
}

function readClaims(token: string): { sub?: string; email?: string } | null {
  try {
    const payload = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(payload), (letter) => letter.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes)) as { sub?: string; email?: string };
  } catch {
    return null;
  }
}
