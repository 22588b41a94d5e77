import { queryOptions } from "@tanstack/react-query";
import { rpc, runQuery } from "~/shared/api.ts";
import { AuthProblem, toAuthProblem } from "~/shared/auth-problem.ts";
import type { Supabase } from "~/shared/connect-supabase.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { listApps, requiresCode, verifyCode } from "~/shared/second-factor/factors.ts";
import { ServiceError, toServiceError } from "~/shared/service-error.ts";
import { createTemporaryAuth, getSupabase } from "~/shared/supabase.ts";
import type { Database } from "../../../../supabase/database.types.ts";
import { updatePassword } from "../lib/passwords.tsx";

export type ProfileValues = { firstName: string; lastName: string; company: string };

/** Spec §7: UPSERT profiles {user_id, first_name, last_name, company}. Empty texts are stored as null. */
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

export const authenticatorAppsQuery = (userId: string) =>
  queryOptions({ queryKey: queryKeys.authenticatorApps(userId), queryFn: listApps });

/** The code from one of the user's apps, for users with two-step sign-in. */
export type FactorCode = { appId: string; code: string };
type PasswordProof = { email: string; current: string; factorCode: FactorCode | null };

/**
 * Signs in with the current password and, for two-step sign-in, a code. This proves the user's identity and creates the fresh
 * session that the server requires. The fresh session replaces this tab's session only when it is complete. The old session then
 * ends, so that this browser is not listed twice. Throws AuthProblem for the field "current" or "code".
 */
async function verifyPassword({ email, current, factorCode }: PasswordProof): Promise<void> {
  const passing = await createTemporaryAuth();
  const signedIn = await passing.signInWithPassword({ email, password: current });
  if (signedIn.error) throw toAuthProblem(signedIn.error, "/auth/v1/token").about("current");
  try {
    await verifyFactorCode(passing, factorCode);
  } catch (error) {
    await passing.signOut({ scope: "local" });
    throw error instanceof AuthProblem ? error.about("code") : error;
  }
  const { data } = await passing.getSession();
  if (!data.session) throw new AuthProblem("unexpected").about("current");
  await replaceSession(data.session);
}

/** Checks the password for a step that keeps this tab's session, such as the removal of the last app. Throws AuthProblem. */
export async function checkPassword(email: string, current: string): Promise<void> {
  const passing = await createTemporaryAuth();
  const { error } = await passing.signInWithPassword({ email, password: current });
  if (error) throw toAuthProblem(error, "/auth/v1/token").about("current");
  // If this fails, the user can end that session in the list.
  await passing.signOut({ scope: "local" }).catch(() => undefined);
}

async function verifyFactorCode(passing: Supabase["auth"], factorCode: FactorCode | null): Promise<void> {
  if (factorCode) await verifyCode(factorCode.appId, factorCode.code, passing);
  else if (await requiresCode(passing)) throw new AuthProblem("code-needed");
}

async function replaceSession(tokens: { access_token: string; refresh_token: string }): Promise<void> {
  const { auth } = await getSupabase();
  const before = (await auth.getSession()).data.session;
  const { error } = await auth.setSession(tokens);
  if (error) throw toAuthProblem(error, "/auth/v1/user").about("current");
  const session = sessionIdOf(before?.access_token);
  // If this fails, the old session stays in the list, and the user can end it there.
  if (session) await endOwnSession(session).catch(() => undefined);
}

/** The session ID in an access token; null when the token has none. */
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

/** Changes the password after it verifies the current one. Throws AuthProblem. */
export async function changePassword({ next, ...proof }: PasswordProof & { next: string }): Promise<void> {
  await verifyPassword(proof);
  await updatePassword(next);
}

/** An email change that the new mailbox has not confirmed. `sentAt` is when the last email was sent. */
export type EmailChange = { newEmail: string; sentAt: string | null };

/** Null when no change is pending. */
export const emailChangeQuery = (userId: string) =>
  queryOptions({
    queryKey: queryKeys.emailChange(userId),
    queryFn: async (): Promise<EmailChange | null> => {
      const { auth } = await getSupabase();
      const { data, error } = await auth.getUser();
      if (error) throw toServiceError(error, "/auth/v1/user");
      const { new_email: newEmail, email_change_sent_at: sentAt } = data.user;
      return newEmail ? { newEmail, sentAt: sentAt ?? null } : null;
    },
    staleTime: 0,
  });

const returnTo = () => new URL("/", location.origin).href;

/** Requests a new email address. The change takes effect when the new mailbox confirms it. Throws AuthProblem. */
export async function changeEmail({ newEmail, ...proof }: PasswordProof & { newEmail: string }): Promise<void> {
  await verifyPassword(proof);
  const { auth } = await getSupabase();
  const { error } = await auth.updateUser({ email: newEmail }, { emailRedirectTo: returnTo() });
  if (error) throw toAuthProblem(error, "/auth/v1/user");
}

/** Sends the confirmation to the new mailbox again. The server finds the change by the current address. Throws AuthProblem. */
export async function resendEmailChange(email: string): Promise<void> {
  const { auth } = await getSupabase();
  const { error } = await auth.resend({ type: "email_change", email, options: { emailRedirectTo: returnTo() } });
  if (error) throw toAuthProblem(error, "/auth/v1/resend");
}

/** Cancels the change, so that its link stops working. */
export async function cancelEmailChange(): Promise<void> {
  try {
    await rpc("cancel_email_change");
  } catch (error) {
    // The change was already confirmed or canceled, so there is nothing to do.
    if (!isNotFound(error)) throw error;
  }
}

/** The user's sessions: this session first, then the most recently active. */
export const sessionsQuery = (userId: string) =>
  queryOptions({
    queryKey: queryKeys.sessions(userId),
    queryFn: () => rpc("list_own_sessions"),
    staleTime: 5_000,
  });

export type OwnSession = Database["public"]["Functions"]["list_own_sessions"]["Returns"][number];

/** Ends another session. Returns false when it had already ended. */
export async function endOwnSession(id: string): Promise<boolean> {
  try {
    await rpc("end_own_session", { p_session_id: id });
    return true;
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
}

const isNotFound = (error: unknown) => error instanceof ServiceError && error.code === "PT404";

/** The user's notification settings by kind. A kind without a setting is sent. */
export const notificationChoicesQuery = (userId: string) =>
  queryOptions({
    queryKey: queryKeys.notificationChoices(userId),
    queryFn: async (): Promise<Record<string, boolean>> => {
      const rows = await runQuery((db) => db.from("notification_choices").select("kind, wanted").eq("user_id", userId));
      return Object.fromEntries(rows.map(({ kind, wanted }) => [kind, wanted]));
    },
  });

export async function saveNotificationChoice(userId: string, kind: string, wanted: boolean): Promise<void> {
  await runQuery((db) =>
    db.from("notification_choices").upsert({ user_id: userId, kind, wanted }, { onConflict: "user_id,kind" }),
  );
}
