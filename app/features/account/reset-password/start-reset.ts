import type { LinkConflict } from "~/shared/link-conflict.ts";
import { type AuthenticatorApp, listApps, requiresCode } from "~/shared/second-factor/factors.ts";
import { getSupabase } from "~/shared/supabase.ts";
import { openResetSession, type ResetConflict, type ResetLink } from "./open-reset-session.ts";

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
