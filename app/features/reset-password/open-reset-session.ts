import { getSupabase } from "~/shared/supabase.ts";
import { readAuthCallback, withoutAuthCallback } from "../../../domain/auth-callback.ts";

/** Whether the link led to a session in which the password may be changed; 'offline' is worth another try. */
export type ResetLink = "valid" | "invalid" | "offline";

let running: Promise<ResetLink> | undefined;
let taken: { accessToken: string; refreshToken: string } | null = null;

/**
 * Reads access_token and refresh_token from query and fragment (spec §2), takes them out of the address at once, and sets
 * the session from them (spec §7). Tokens work once, so calls at the same time share one answer.
 */
export function openResetSession(): Promise<ResetLink> {
  running ??= open().finally(() => {
    running = undefined;
  });
  return running;
}

async function open(): Promise<ResetLink> {
  const { pathname, search, hash } = location;
  const callback = readAuthCallback(search, hash);
  // Half a link is cleaned away as well.
  history.replaceState(history.state, "", withoutAuthCallback(pathname, search));
  if (callback.kind === "session") taken = callback;
  if (callback.kind === "code") return await redeem(callback.code);
  return taken && callback.kind !== "error" ? await setSession(taken) : "invalid";
}

async function setSession(tokens: { accessToken: string; refreshToken: string }): Promise<ResetLink> {
  try {
    const { auth } = await getSupabase();
    const { error } = await auth.setSession({ access_token: tokens.accessToken, refresh_token: tokens.refreshToken });
    if (error?.name === "AuthRetryableFetchError") return "offline";
    taken = null;
    return error ? "invalid" : "valid";
  } catch {
    return "offline";
  }
}

async function redeem(code: string): Promise<ResetLink> {
  const { auth } = await getSupabase();
  const { error } = await auth.exchangeCodeForSession(code);
  return error ? "invalid" : "valid";
}
