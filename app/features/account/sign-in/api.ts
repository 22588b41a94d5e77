import type { AccountRole } from "~/shared/accounts/account-roles.ts";
import { runQuery } from "~/shared/api.ts";
import { AuthProblem, toAuthProblem, toSignInProblem } from "~/shared/auth-problem.ts";
import { getSupabase } from "~/shared/supabase.ts";
import type { Role } from "../../../../domain/roles.ts";

export type AccountType = "sales" | "client";
type Credentials = { email: string; password: string };

/** Signs in with email and password (spec §7). Throws AuthProblem. */
export async function signIn({ email, password }: Credentials): Promise<void> {
  const { auth } = await getSupabase();
  const { error } = await auth.signInWithPassword({ email, password });
  if (error) throw toSignInProblem(error, "/auth/v1/token");
}

export type NewAccount = {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  accountType: AccountType;
  /** The invitation's role replaces the account type. */
  invitationToken?: string | undefined;
  /** The mistyped address of this browser's unconfirmed sign-up, which this one takes the place of. */
  replaces?: string | undefined;
};

/**
 * Creates an account (spec §7: metadata, confirmation returns to the site root). Returns whether it is signed in already,
 * because an invitation confirmed its address. Throws AuthProblem.
 */
export async function signUp(account: NewAccount): Promise<boolean> {
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
        ...(account.replaces ? { replaces: account.replaces } : {}),
      },
      emailRedirectTo: siteRoot(),
    },
  });
  if (error) throw toAuthProblem(error, "/auth/v1/signup");
  // A hosted project answers this way when the email is taken.
  if (data.user?.identities?.length === 0) throw new AuthProblem("already-registered");
  return data.session !== null;
}

export const RESEND_PATH = "/auth/v1/resend";

/** Sends the confirmation email of a sign-up again. Throws AuthProblem. */
export async function resendConfirmation(email: string): Promise<void> {
  const { auth } = await getSupabase();
  const { error } = await auth.resend({ type: "signup", email, options: { emailRedirectTo: siteRoot() } });
  if (error) throw toAuthProblem(error, RESEND_PATH);
}

/** Sends the reset email, whose link opens /reset-password (spec §7). Throws AuthProblem. */
export async function requestPasswordReset(email: string): Promise<void> {
  const { auth } = await getSupabase();
  const redirectTo = new URL("/reset-password", location.origin).href;
  const { error } = await auth.resetPasswordForEmail(email, { redirectTo });
  if (error) throw toAuthProblem(error, "/auth/v1/recover");
}

/** The base URL that links in emails return to. */
function siteRoot(): string {
  return new URL("/", location.origin).href;
}

export type Invitation = {
  token: string;
  email: string;
  role: Role;
  /** Null when that person is gone. */
  invitedBy: string | null;
  /** The client's account that they join; null for a role alone. */
  account: {
    name: string;
    role: AccountRole;
    /** It gets Premium through the signed-in person. */
    bringsPremium: boolean;
  } | null;
};

/** Null when the invitation is no longer valid. Throws ServiceError. */
export async function findInvitation(token: string): Promise<Invitation | null> {
  const found = await runQuery((db) => db.rpc("find_invitation", { p_token: token }).maybeSingle());
  if (!found) return null;
  const { email, role, invited_by, account_name, account_role, brings_premium } = found;
  return {
    token,
    email,
    role,
    invitedBy: invited_by || null,
    account: account_name ? { name: account_name, role: account_role, bringsPremium: brings_premium === true } : null,
  };
}

/** Why an invitation isn't open: a newer one replaced it, or its account is archived. Null for another reason. */
export type InvitationEnd = "replaced" | "closed" | null;

/** A failure only costs this hint. */
export const invitationEnd = (token: string): Promise<InvitationEnd> =>
  runQuery((db) => db.rpc("invitation_end", { p_token: token })).then(
    (end) => (end === "replaced" || end === "closed" ? end : null),
    () => null,
  );
