import type { Supabase } from "../connect-supabase.ts";
import { toServiceError } from "../service-error.ts";
import { getSupabase } from "../supabase.ts";
import { type FactorProblem, toFactorProblem } from "./factor-problem.ts";

/** An authenticator app that was set up to the end. */
export type AuthenticatorApp = { id: string; name: string; addedAt: string; lastUsedAt: string | null };

/** An app that is being set up: the picture to scan, the same as a key to type, and as a link for the phone itself. */
export type PendingApp = { id: string; name: string; picture: string; secret: string; link: string };

const FACTORS = "/auth/v1/factors";

/** The person's authenticator apps, oldest first; a set-up that was not finished is not one. Throws ServiceError. */
export async function listApps(): Promise<AuthenticatorApp[]> {
  return (await allFactors())
    .filter(({ status, factor_type }) => status === "verified" && factor_type === "totp")
    .map((factor) => ({
      id: factor.id,
      name: factor.friendly_name || "Authenticator app",
      addedAt: factor.created_at,
      lastUsedAt: factor.last_challenged_at ?? null,
    }))
    .sort((one, other) => Date.parse(one.addedAt) - Date.parse(other.addedAt));
}

/** Begins the set-up of an app; the remains of one that was abandoned go first. Answers it, or the problem. */
export async function enrollApp(name: string, issuer: string): Promise<PendingApp | { problem: FactorProblem }> {
  for (const { id, status } of await allFactors()) if (status === "unverified") await cancelEnrollment(id);
  const { auth } = await getSupabase();
  const { data, error } = await auth.mfa.enroll({ factorType: "totp", friendlyName: name, issuer });
  if (error) return { problem: toFactorProblem(error, FACTORS) };
  const { qr_code, secret, uri } = data.totp;
  return { id: data.id, name, picture: qrCodeUrl(qr_code), secret, link: uri };
}

/** Takes back a set-up that is not finished. Should that fail, the next set-up removes it. */
export async function cancelEnrollment(id: string): Promise<void> {
  const { auth } = await getSupabase();
  await auth.mfa.unenroll({ factorId: id }).catch(() => undefined);
}

/** Gives a code: finishes a set-up, or the second step of a sign-in. Answers the problem, or null. */
export async function verifyCode(id: string, code: string, by?: Auth): Promise<FactorProblem | null> {
  const { mfa } = by ?? (await getSupabase()).auth;
  const challenge = await mfa.challenge({ factorId: id });
  if (challenge.error) return toFactorProblem(challenge.error, `${FACTORS}/${id}/challenge`);
  const { error } = await mfa.verify({ factorId: id, challengeId: challenge.data.id, code });
  return error ? toFactorProblem(error, `${FACTORS}/${id}/verify`) : null;
}

/** Removes an app that was set up. The session is renewed, so that it says what it is from now on. Answers the problem, or null. */
export async function removeApp(id: string): Promise<FactorProblem | null> {
  const { auth } = await getSupabase();
  const { error } = await auth.mfa.unenroll({ factorId: id });
  if (error) return toFactorProblem(error, `${FACTORS}/${id}`);
  await auth.refreshSession();
  return null;
}

/** Whether this session still has to give a code before it may change anything about apps; known without a request. */
export async function requiresCode(by?: Auth): Promise<boolean> {
  const { mfa } = by ?? (await getSupabase()).auth;
  const { data } = await mfa.getAuthenticatorAssuranceLevel();
  return data?.nextLevel === "aal2" && data.currentLevel !== "aal2";
}

type Auth = Supabase["auth"];

async function allFactors() {
  const { auth } = await getSupabase();
  const { data, error } = await auth.mfa.listFactors();
  if (error) throw toServiceError(error, "/auth/v1/user");
  return data.all;
}

/** The client hands on the drawing as it is; a # in it would end the address. */
function qrCodeUrl(qrCode: string): string {
  const drawing = qrCode.slice(qrCode.indexOf("<svg"));
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing)}`;
}
