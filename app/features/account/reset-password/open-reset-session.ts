import { dropLinkSession, findLinkConflict, type LinkConflict } from "~/shared/link-conflict.ts";
import { getSupabase } from "~/shared/supabase.ts";
import { readAuthCallback, withoutAuthCallback } from "../../../../domain/auth-callback.ts";

/**
 * Whether the link led to a session in which the password may be changed; 'offline' is worth another try. A link of another
 * account than the session of this browser asks first.
 */
export type ResetLink = "valid" | "invalid" | "offline" | "declined" | ResetConflict;
export type ResetConflict = { conflict: LinkConflict; answer: (useLink: boolean) => Promise<ResetLink> };

let running: Promise<ResetLink> | undefined;
let tokensFromUrl: { accessToken: string; refreshToken: string } | null = null;

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
  if (callback.kind === "session") tokensFromUrl = callback;
  if (callback.kind === "code") return await confirmOrProceed(null, () => exchangeCode(callback.code));
  const tokens = tokensFromUrl;
  return tokens && callback.kind !== "error"
    ? await confirmOrProceed(tokens.accessToken, () => setSession(tokens))
    : "invalid";
}

async function confirmOrProceed(accessToken: string | null, proceed: () => Promise<ResetLink>): Promise<ResetLink> {
  const conflict = await findLinkConflict(accessToken).catch(() => null);
  if (!conflict) return proceed();
  const answer = async (useLink: boolean): Promise<ResetLink> => {
    if (useLink) return proceed();
    tokensFromUrl = null;
    if (accessToken) await dropLinkSession(accessToken);
    return "declined";
  };
  return { conflict, answer };
}

async function setSession(tokens: { accessToken: string; refreshToken: string }): Promise<ResetLink> {
  try {
    const { auth } = await getSupabase();
    const { error } = await auth.setSession({ access_token: tokens.accessToken, refresh_token: tokens.refreshToken });
    if (error?.name === "AuthRetryableFetchError") return "offline";
    tokensFromUrl = null;
    return error ? "invalid" : "valid";
  } catch {
    return "offline";
  }
}

async function exchangeCode(code: string): Promise<ResetLink> {
  const { auth } = await getSupabase();
  const { error } = await auth.exchangeCodeForSession(code);
  return error ? "invalid" : "valid";
}
