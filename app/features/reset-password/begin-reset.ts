import { type AuthenticatorApp, awaitsCode, listApps } from "~/shared/second-factor/factors.ts";
import { getSupabase } from "~/shared/supabase.ts";
import { openResetSession, type ResetLink } from "./open-reset-session.ts";

/** What the link led to; 'code' when the person has two-step sign-in and the new password waits for its code. */
export type ResetStart = { kind: ResetLink } | { kind: "code"; email: string; apps: readonly AuthenticatorApp[] };

/** A link works once: a second try after a failure of the network begins behind it. */
let opened = false;

/** Opens the session of the link, and says whether it may set a password as it is. */
export async function beginReset(): Promise<ResetStart> {
  const kind = opened ? "valid" : await openResetSession();
  opened = kind === "valid";
  const start: ResetStart = opened ? await askForCode() : { kind };
  if (start.kind !== "offline") opened = false;
  return start;
}

async function askForCode(): Promise<ResetStart> {
  try {
    if (!(await awaitsCode())) return { kind: "valid" };
    const { data } = await (await getSupabase()).auth.getSession();
    return { kind: "code", email: data.session?.user.email ?? "", apps: await listApps() };
  } catch {
    return { kind: "offline" };
  }
}
