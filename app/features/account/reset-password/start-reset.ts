import { dropLinkSession, findLinkConflict, type LinkConflict } from "~/shared/link-conflict.ts";
import { type AuthenticatorApp, listApps, requiresCode } from "~/shared/second-factor/factors.ts";
import { getSupabase } from "~/shared/supabase.ts";
import { readAuthCallback, withoutAuthCallback } from "../../../../domain/auth-callback.ts";

/**
 * The result of the link. 'code': the user has two-step sign-in and must enter a code first. 'question': the browser has another
 * account's session, so the user decides first.
 */
export type ResetStart =
  | { kind: Exclude<ResetLink, ResetConflict> }
  | { kind: "code"; email: string; apps: readonly AuthenticatorApp[] }
  | { kind: "conflict"; conflict: LinkConflict; answer: (useLink: boolean) => Promise<ResetStart> };

/** A link works only once, so a retry after a network failure skips it. */
let isLinkOpened = false;

/** Opens the link's session and returns what must happen before it can set a password. */
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
 * Whether the link opened a session that can change the password. 'offline' can be retried. If the browser has another account's
 * session, the user decides first.
 */
type ResetLink = "valid" | "invalid" | "offline" | "declined" | ResetConflict;
type ResetConflict = { conflict: LinkConflict; answer: (useLink: boolean) => Promise<ResetLink> };

let running: Promise<ResetLink> | undefined;
let tokensFromUrl: { accessToken: string; refreshToken: string } | null = null;

/**
 * Reads access_token and refresh_token from the query and fragment (spec §2), removes them from the URL at once, and sets the
 * session (spec §7). Tokens work only once, so concurrent calls share one result.
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
  // Removes a partial link from the URL as well.
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
