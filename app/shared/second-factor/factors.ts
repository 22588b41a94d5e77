import { toAuthProblem } from "../auth-problem.ts";
import type { Supabase } from "../connect-supabase.ts";
import { toServiceError } from "../service-error.ts";
import { getSupabase } from "../supabase.ts";

/** The name of an app that no one named. */
export const DEFAULT_APP_NAME = "Authenticator app";

/** An authenticator app with a finished set-up. */
export type AuthenticatorApp = { id: string; name: string; addedAt: string; lastUsedAt: string | null };

/** An app during set-up: a QR code, the same secret as text, and a link that opens the app on a phone. */
export type PendingApp = { id: string; name: string; picture: string; secret: string; link: string };

const FACTORS = "/auth/v1/factors";

/** The user's authenticator apps, oldest first, without unfinished set-ups. Throws ServiceError. */
export async function listApps(): Promise<AuthenticatorApp[]> {
  const { auth } = await getSupabase();
  const { data, error } = await auth.mfa.listFactors();
  if (error) throw toServiceError(error, "/auth/v1/user");
  return data.all
    .filter(({ status, factor_type }) => status === "verified" && factor_type === "totp")
    .map((factor) => ({
      id: factor.id,
      name: factor.friendly_name || DEFAULT_APP_NAME,
      addedAt: factor.created_at,
      lastUsedAt: factor.last_challenged_at ?? null,
    }))
    .sort((one, other) => Date.parse(one.addedAt) - Date.parse(other.addedAt));
}

/** Starts the set-up of an app, after it removes an abandoned set-up. Throws AuthProblem. */
export async function enrollApp(name: string, issuer: string): Promise<PendingApp> {
  const { auth } = await getSupabase();
  const held = await auth.mfa.listFactors();
  if (held.error) throw toAuthProblem(held.error, "/auth/v1/user");
  for (const { id, status } of held.data.all) if (status === "unverified") await cancelEnrollment(id);
  const { data, error } = await auth.mfa.enroll({ factorType: "totp", friendlyName: name, issuer });
  if (error) throw toAuthProblem(error, FACTORS);
  const { qr_code, secret, uri } = data.totp;
  return { id: data.id, name, picture: qrCodeUrl(qr_code), secret, link: uri };
}

/** Removes an unfinished set-up. If that fails, the next set-up removes it. */
export async function cancelEnrollment(id: string): Promise<void> {
  const { auth } = await getSupabase();
  await auth.mfa.unenroll({ factorId: id }).catch(() => undefined);
}

/** Verifies a code, which finishes a set-up or the second step of sign-in. Throws AuthProblem. */
export async function verifyCode(id: string, code: string, by?: Auth): Promise<void> {
  const { mfa } = by ?? (await getSupabase()).auth;
  const challenge = await mfa.challenge({ factorId: id });
  if (challenge.error) throw toAuthProblem(challenge.error, `${FACTORS}/${id}/challenge`);
  const { error } = await mfa.verify({ factorId: id, challengeId: challenge.data.id, code });
  if (error) throw toAuthProblem(error, `${FACTORS}/${id}/verify`);
}

/** Removes an app and refreshes the session, because its token contains the assurance level. Throws AuthProblem. */
export async function removeApp(id: string): Promise<void> {
  const { auth } = await getSupabase();
  const { error } = await auth.mfa.unenroll({ factorId: id });
  if (error) throw toAuthProblem(error, `${FACTORS}/${id}`);
  await auth.refreshSession();
}

/** Whether this session needs a code before it can change apps. This needs no request. */
export async function requiresCode(by?: Auth): Promise<boolean> {
  const { mfa } = by ?? (await getSupabase()).auth;
  const { data } = await mfa.getAuthenticatorAssuranceLevel();
  return data?.nextLevel === "aal2" && data.currentLevel !== "aal2";
}

type Auth = Supabase["auth"];

/** The client returns the drawing unescaped, and a # in it would end the URL. */
function qrCodeUrl(qrCode: string): string {
  const drawing = qrCode.slice(qrCode.indexOf("<svg"));
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing)}`;
}
