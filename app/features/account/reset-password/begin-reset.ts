import type { LinkConflict } from "~/shared/link-conflict.ts";
import { type AuthenticatorApp, listApps, requiresCode } from "~/shared/second-factor/factors.ts";
import { getSupabase } from "~/shared/supabase.ts";
import { openResetSession, type ResetLink, type ResetQuestion } from "./open-reset-session.ts";

/**
 * What the link led to. 'code': the person has two-step sign-in, and the new password waits for its code. 'question': the browser
 * holds the session of somebody else, who decides first.
 */
export type ResetStart =
  | { kind: Exclude<ResetLink, ResetQuestion> }
  | { kind: "code"; email: string; apps: readonly AuthenticatorApp[] }
  | { kind: "question"; conflict: LinkConflict; answer: (useLink: boolean) => Promise<ResetStart> };

/** A link works once: a second try after a failure of the network begins behind it. */
let opened = false;

/** Opens the session of the link, and says whether it may set a password as it is. */
export async function beginReset(): Promise<ResetStart> {
  return follow(opened ? "valid" : await openResetSession());
}

async function follow(link: ResetLink): Promise<ResetStart> {
  if (typeof link === "object")
    return {
      kind: "question",
      conflict: link.conflict,
      answer: async (useLink) => follow(await link.answer(useLink)),
    };
  opened = link === "valid";
  const start: ResetStart = opened ? await askForCode() : { kind: link };
  if (start.kind !== "offline") opened = false;
  return start;
}

async function askForCode(): Promise<ResetStart> {
  try {
    if (!(await requiresCode())) return { kind: "valid" };
    const { data } = await (await getSupabase()).auth.getSession();
    return { kind: "code", email: data.session?.user.email ?? "", apps: await listApps() };
  } catch {
    return { kind: "offline" };
  }
}
