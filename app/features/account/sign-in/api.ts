import type { AuthProblem } from "~/shared/auth-messages.ts";
import { toAuthProblem, toSignInProblem } from "~/shared/auth-problem.ts";
import { getSupabase } from "~/shared/supabase.ts";
import type { AccountType } from "./sign-up-form.tsx";

type Credentials = { email: string; password: string };

/** Signs in with e-mail and password (spec §7). Answers the problem, or null when signed in. */
export async function signIn({ email, password }: Credentials): Promise<AuthProblem | null> {
  const { auth } = await getSupabase();
  const { error } = await auth.signInWithPassword({ email, password });
  return error ? toSignInProblem(error, "/auth/v1/token") : null;
}

type NewAccount = {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  accountType: AccountType;
  /** Of an invitation, whose role then counts in place of the account type. */
  invitationToken?: string | undefined;
};

/**
 * Creates an account (spec §7: metadata, confirmation returns to the site root). Answers the problem, or null. A hosted
 * project hides that an e-mail is taken behind a user without identities: it gets the same text (spec §8).
 */
export async function signUp(account: NewAccount): Promise<AuthProblem | null> {
  const { auth } = await getSupabase();
  const { data, error } = await auth.signUp({
    email: account.email,
    password: account.password,
    options: {
      data: {
        first_name: account.firstName,
        last_name: account.lastName,
        ...(account.invitationToken
          ? { invitation_token: account.invitationToken }
          : { account_type: account.accountType }),
      },
      emailRedirectTo: siteRoot(),
    },
  });
  if (error) return toAuthProblem(error, "/auth/v1/signup");
  return data.user?.identities?.length === 0 ? { code: "already-registered" } : null;
}

/** Sends the confirmation e-mail of a sign-up once more. Answers the problem, or null. */
export async function resendConfirmation(email: string): Promise<AuthProblem | null> {
  const { auth } = await getSupabase();
  const { error } = await auth.resend({ type: "signup", email, options: { emailRedirectTo: siteRoot() } });
  return error ? toAuthProblem(error, "/auth/v1/resend") : null;
}

/** Sends the reset e-mail, whose link opens /reset-password (spec §7). Answers the problem, or null. */
export async function requestPasswordReset(email: string): Promise<AuthProblem | null> {
  const { auth } = await getSupabase();
  const redirectTo = new URL("/reset-password", location.origin).href;
  const { error } = await auth.resetPasswordForEmail(email, { redirectTo });
  return error ? toAuthProblem(error, "/auth/v1/recover") : null;
}

/** Where the links in e-mails return to: the root of the address at which this page is open. */
function siteRoot(): string {
  return new URL("/", location.origin).href;
}
