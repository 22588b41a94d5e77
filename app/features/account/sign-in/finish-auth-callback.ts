import { dropLinkSession, findLinkConflict, type LinkConflict } from "~/shared/link-conflict.ts";
import { getSupabase } from "~/shared/supabase.ts";
import { type AuthCallback, readAuthCallback, withoutAuthCallback } from "../../../../domain/auth-callback.ts";

/** How coming back from a link ended. 'recovery' belongs to /reset-password, with the address as it was. */
export type CallbackOutcome =
  | { kind: "none" | "signed-in" }
  | { kind: "recovery"; to: string }
  /** The link belongs to another account than the session of this browser: its reader decides. */
  | { kind: "asks"; conflict: LinkConflict; answer: (useLink: boolean) => Promise<CallbackOutcome> }
  | { kind: "failed"; reason: "expired" | "other-browser" | "offline" | "refused" };

/** Finishes what the link in an e-mail began: session, code or error in the address, which is cleaned at once. */
export async function finishAuthCallback(): Promise<CallbackOutcome> {
  const { pathname, search, hash } = location;
  const callback = readAuthCallback(search, hash);
  if (callback.kind === "none") return { kind: "none" };
  if (callback.kind === "session" && callback.type === "recovery") {
    return { kind: "recovery", to: `/reset-password${search}${hash}` };
  }
  history.replaceState(history.state, "", withoutAuthCallback(pathname, search));
  return callback.kind === "error" ? { kind: "failed", reason: reasonOf(callback) } : await confirmOrExchange(callback);
}

type SessionCallback = Extract<AuthCallback, { kind: "session" | "code" }>;

async function confirmOrExchange(callback: SessionCallback): Promise<CallbackOutcome> {
  const accessToken = callback.kind === "session" ? callback.accessToken : null;
  const conflict = await findLinkConflict(accessToken).catch(() => null);
  if (!conflict) return exchange(callback);
  const answer = async (useLink: boolean): Promise<CallbackOutcome> => {
    if (useLink) return exchange(callback);
    if (accessToken) await dropLinkSession(accessToken);
    return { kind: "none" };
  };
  return { kind: "asks", conflict, answer };
}

async function exchange(callback: SessionCallback): Promise<CallbackOutcome> {
  try {
    const { auth } = await getSupabase();
    const { error } =
      callback.kind === "code"
        ? await auth.exchangeCodeForSession(callback.code)
        : await auth.setSession({ access_token: callback.accessToken, refresh_token: callback.refreshToken });
    if (!error) return { kind: "signed-in" };
    if (error.name === "AuthRetryableFetchError") return { kind: "failed", reason: "offline" };
    // A code can only be redeemed by the browser that asked for it; the account is confirmed all the same.
    return { kind: "failed", reason: callback.kind === "code" ? "other-browser" : "expired" };
  } catch {
    return { kind: "failed", reason: "offline" };
  }
}

function reasonOf({ errorCode, description }: Extract<AuthCallback, { kind: "error" }>): "expired" | "refused" {
  return errorCode === "otp_expired" || /expired|invalid|not found/i.test(description) ? "expired" : "refused";
}
