import { rpc, runQuery } from "~/shared/api.ts";
import type { AuthProblem } from "~/shared/auth-messages.ts";
import { toAuthProblem } from "~/shared/auth-problem.ts";
import type { Supabase } from "~/shared/connect-supabase.ts";
import type { FactorProblem } from "~/shared/second-factor/factor-problem.ts";
import { requiresCode, verifyCode } from "~/shared/second-factor/factors.ts";
import { toServiceError } from "~/shared/service-error.ts";
import { createTemporaryAuth, getSupabase } from "~/shared/supabase.ts";
import { updatePassword } from "../lib/passwords.tsx";
import type { ProfileValues } from "./profile-section.tsx";

/** Spec §7: UPSERT profiles {user_id, first_name, last_name, company}. Empty texts become none. Throws ServiceError. */
export async function saveProfile(userId: string, { firstName, lastName, company }: ProfileValues): Promise<void> {
  await runQuery((db) =>
    db.from("profiles").upsert(
      {
        user_id: userId,
        first_name: firstName || null,
        last_name: lastName || null,
        company: company || null,
      },
      { onConflict: "user_id" },
    ),
  );
}

/** The code of one of the person's apps, for those who have two-step sign-in. */
export type FactorCode = { appId: string; code: string };

/** Who somebody says to be. */
type PasswordProof = { email: string; current: string; factorCode: FactorCode | null };

/** Which part of the proof was refused, and why. */
type PasswordProofError = { field: "current" | "code"; problem: FactorProblem };

/**
 * Signs in with the current password, and the code where there is one: that proves who asks, and begins the fresh session
 * which the server asks for. It takes the place of this tab's session when it is complete, never half way, and the one from
 * before is ended, so that this browser is not in the list twice. Answers what was refused, or null.
 */
async function verifyPassword({ email, current, factorCode }: PasswordProof): Promise<PasswordProofError | null> {
  const passing = await createTemporaryAuth();
  const signedIn = await passing.signInWithPassword({ email, password: current });
  if (signedIn.error) return { field: "current", problem: toAuthProblem(signedIn.error, "/auth/v1/token") };
  const wrong = await verifyFactorCode(passing, factorCode);
  if (wrong) {
    await passing.signOut({ scope: "local" });
    return { field: "code", problem: wrong };
  }
  const { data } = await passing.getSession();
  return data.session ? await replaceSession(data.session) : { field: "current", problem: { code: "unexpected" } };
}

async function verifyFactorCode(
  passing: Supabase["auth"],
  factorCode: FactorCode | null,
): Promise<FactorProblem | null> {
  if (factorCode) return await verifyCode(factorCode.appId, factorCode.code, passing);
  return (await requiresCode(passing)) ? { code: "code-needed" } : null;
}

async function replaceSession(tokens: {
  access_token: string;
  refresh_token: string;
}): Promise<PasswordProofError | null> {
  const supabase = await getSupabase();
  const before = (await supabase.auth.getSession()).data.session;
  const { error } = await supabase.auth.setSession(tokens);
  if (error) return { field: "current", problem: toAuthProblem(error, "/auth/v1/user") };
  const session = sessionIdOf(before?.access_token);
  // Should it fail, the old session stays in the list and can be ended there.
  if (session) await supabase.rpc("end_own_session", { p_session_id: session });
  return null;
}

/** The session that an access token belongs to; null when it names none. */
function sessionIdOf(accessToken: string | undefined): string | null {
  const payload = accessToken?.split(".")[1];
  if (!payload) return null;
  try {
    const { session_id } = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/"))) as {
      session_id?: string;
    };
    return session_id ?? null;
  } catch {
    return null;
  }
}

/** What was refused, and why. */
export type PasswordChangeError = { field: "current" | "code" | "password"; problem: FactorProblem };
type PasswordChange = PasswordProof & { next: string };

/** Changes the password of somebody who proves the current one. Answers what was refused, or null. */
export async function changePassword({ next, ...proof }: PasswordChange): Promise<PasswordChangeError | null> {
  const refused = await verifyPassword(proof);
  if (refused) return refused;
  const problem = await updatePassword(next);
  return problem ? { field: "password", problem } : null;
}

/** A change of address that its new mailbox has not confirmed yet; `sentAt` is when it was last written to. */
export type EmailChange = { newEmail: string; sentAt: string | null };

/** The change that waits, as the server has it now; null without one. Throws ServiceError. */
export async function loadEmailChange(): Promise<EmailChange | null> {
  const { auth } = await getSupabase();
  const { data, error } = await auth.getUser();
  if (error) throw toServiceError(error, "/auth/v1/user");
  const { new_email: newEmail, email_change_sent_at: sentAt } = data.user;
  return newEmail ? { newEmail, sentAt: sentAt ?? null } : null;
}

export type EmailChangeError = { field: "current" | "code" | "email"; problem: FactorProblem };
type Change = PasswordProof & { newEmail: string };

const returnTo = () => new URL("/", location.origin).href;

/** Asks for another address: it counts once the new mailbox has confirmed it. Answers what was refused, or null. */
export async function changeEmail({ newEmail, ...proof }: Change): Promise<EmailChangeError | null> {
  const refused = await verifyPassword(proof);
  if (refused) return refused;
  const { auth } = await getSupabase();
  const { error } = await auth.updateUser({ email: newEmail }, { emailRedirectTo: returnTo() });
  return error ? { field: "email", problem: toAuthProblem(error, "/auth/v1/user") } : null;
}

/** Writes to the new mailbox once more. The server knows the account by its present address. Answers the problem, or null. */
export async function resendEmailChange(email: string): Promise<AuthProblem | null> {
  const { auth } = await getSupabase();
  const { error } = await auth.resend({ type: "email_change", email, options: { emailRedirectTo: returnTo() } });
  return error ? toAuthProblem(error, "/auth/v1/resend") : null;
}

/** Takes the change back; its link leads nowhere from then on. Throws ServiceError. */
export async function cancelEmailChange(): Promise<void> {
  const supabase = await getSupabase();
  const { error, status } = await supabase.rpc("cancel_email_change");
  // Confirmed or taken back meanwhile: there is nothing left to do.
  if (error && error.code !== "PT404") throw toServiceError(error, "/rest/v1/rpc/cancel_email_change", status);
}

/** Where the person is signed in: this session first, then the last active. Throws ServiceError. */
export async function listOwnSessions() {
  const data = await rpc("list_own_sessions");
  return data;
}

export type OwnSession = Awaited<ReturnType<typeof listOwnSessions>>[number];

/** Ends one session elsewhere; false when it had ended already. Throws ServiceError. */
export async function endOwnSession(id: string): Promise<boolean> {
  const supabase = await getSupabase();
  const { error, status } = await supabase.rpc("end_own_session", { p_session_id: id });
  if (error?.code === "PT404") return false;
  if (error) throw toServiceError(error, "/rest/v1/rpc/end_own_session", status);
  return true;
}

/** What somebody chose, by kind; what they never chose is sent. Throws ServiceError. */
export async function listNotificationChoices(userId: string): Promise<Record<string, boolean>> {
  const data = await runQuery((db) => db.from("notification_choices").select("kind, wanted").eq("user_id", userId));
  return Object.fromEntries(data.map(({ kind, wanted }) => [kind, wanted]));
}

/** Keeps one choice. Throws ServiceError. */
export async function saveNotificationChoice(userId: string, kind: string, wanted: boolean): Promise<void> {
  await runQuery((db) =>
    db.from("notification_choices").upsert({ user_id: userId, kind, wanted }, { onConflict: "user_id,kind" }),
  );
}
