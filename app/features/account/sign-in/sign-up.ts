import type { AuthProblem } from "~/shared/auth-messages.ts";
import { toAuthProblem } from "~/shared/auth-problem.ts";
import { getSupabase } from "~/shared/supabase.ts";
import type { AccountType } from "./account-types.ts";
import { siteRoot } from "./site-root.ts";

export type NewAccount = {
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
