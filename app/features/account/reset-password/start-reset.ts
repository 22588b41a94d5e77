import { dropLinkSession, findLinkConflict, type LinkConflict } from "~/shared/link-conflict.ts";
import { type AuthenticatorApp, listApps, requiresCode } from "~/shared/second-factor/factors.ts";
import { getSupabase } from "~/shared/supabase.ts";
import { readAuthCallback, withoutAuthCallback } from "../../../../domain/auth-callback.ts";

/**
 * What the link led to. 'code': the person has two-step sign-in, and the new password waits for its code. 'question': the browser
 * holds the session of somebody else, who decides first.
 */
export type ResetStart =
  | { kind: Exclude<ResetLink, ResetConflict> }
  | { kind: "code"; email: string; apps: readonly AuthenticatorApp[] }
  | { kind: "conflict"; conflict: LinkConflict; answer: (useLink: boolean) => Promise<ResetStart> };

/** A link works once: a second try after a failure of the network begins behind it. */
let isLinkOpened = false;

/** Opens the session of the link, and says whether it may set a password as it is. */
export async function startReset(): Promise<ResetStart> {
  return nextStep(isLinkOpened ? "valid" : await openResetSession());
}

async function nextStep(link: ResetLink): Promise<ResetStart> {
  if (typeof link === "object")
    return {
      kind: "conflict",
      conflict: link.conflict,
      answer: async (useLink) => nextStep(await link.answer(useLink)),
    };
  isLinkOpened = link === "valid";
  const start: ResetStart = isLinkOpened ? await requireCode() : { kind: link };
  if (start.kind !== "offline") isLinkOpened = false;
  return start;
}

async function requireCode(): Promise<ResetStart> {
  try {
    if (!(await requiresCode())) return { kind: "valid" };
    const { data } = await (await getSupabase()).auth.getSession();
    return { kind: "code", email: data.session?.user.email ?? "", apps: await listApps() };
  } catch {
    return { kind: "offline" };
  }
}

/**
 * Whether the link led to a session in which the password may be changed; 'offline' is worth another try. A link of another
 * account than the session of this browser asks first.
 */
type ResetLink = "valid" | "invalid" | "offline" | "declined" | ResetConflict;
type ResetConflict = { conflict: LinkConflict; answer: (useLink: boolean) => Promise<ResetLink> };

let running: Promise<ResetLink> | undefined;
let tokensFromUrl: { accessToken: string; refreshToken: string } | null = null;

/**
 * Reads access_token and refresh_token from query and fragment (spec §2), takes them out of the address at once, and sets
 * the session from them (spec §7). Tokens work once, so calls at the same time share one answer.
 */
function openResetSession(): Promise<ResetLink> {
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
