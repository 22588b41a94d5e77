import { toAuthProblem } from "~/shared/auth-problem.ts";
import type { Supabase } from "~/shared/connect-supabase.ts";
import type { FactorProblem } from "~/shared/second-factor/factor-problem.ts";
import { requiresCode, verifyCode } from "~/shared/second-factor/factors.ts";
import { createTemporaryAuth, getSupabase } from "~/shared/supabase.ts";
import { sessionIdOf } from "./session-id.ts";

/** The code of one of the person's apps, for those who have two-step sign-in. */
export type FactorCode = { appId: string; code: string };

/** Who somebody says to be. */
export type PasswordProof = { email: string; current: string; factorCode: FactorCode | null };

/** Which part of the proof was refused, and why. */
export type PasswordProofError = { field: "current" | "code"; problem: FactorProblem };

/**
 * Signs in with the current password, and the code where there is one: that proves who asks, and begins the fresh session
 * which the server asks for. It takes the place of this tab's session when it is complete, never half way, and the one from
 * before is ended, so that this browser is not in the list twice. Answers what was refused, or null.
 */
export async function verifyPassword({
  email,
  current,
  factorCode,
}: PasswordProof): Promise<PasswordProofError | null> {
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
