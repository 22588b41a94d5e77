import { isCommonPassword } from "../../domain/common-passwords.ts";
import { authError } from "../backend/protocol-errors.ts";
import { query } from "../database/query.ts";
import type { AuthRequest } from "./auth-context.ts";
import { perAccount } from "./auth-limits.ts";
import { readCaller } from "./factors/factor-caller.ts";
import { hasVerifiedFactor } from "./factors/factor-store.ts";
import { finishUser } from "./finish-session.ts";
import { isTooLong, tooLong, weakPassword } from "./sign-up.ts";

const MAX_METADATA_BYTES = 4096;

/**
 * Changes the user's own account. A new password or address requires a session that started within 24 hours (a recovery
 * link starts one) and gave the second factor if the user has one. Other sessions must sign in again. After the change,
 * every other session of the account ends.
 */
export async function updateUser(call: AuthRequest): Promise<Response> {
  const { body, deps, request } = call;
  const authorization = request.headers.get("authorization");
  const user = await deps.forward(new Request(request.url, { headers: plainHeaders(request) }));
  if (!user.ok) return user;
  const { id, user_metadata } = (await user.json()) as { id: string; user_metadata?: object };
  await call.count(`update:${id}`, perAccount.update);
  const merged = { ...user_metadata, ...(body.data as object | undefined) };
  if (JSON.stringify(merged).length > MAX_METADATA_BYTES)
    return authError(422, "validation_failed", `data must be shorter than ${MAX_METADATA_BYTES} characters`);
  if (body.email !== undefined && !deps.canSendMail)
    return authError(
      503,
      "email_provider_disabled",
      "You can't change your email because this server can't send confirmation emails yet.",
    );
  const sensitive = body.password !== undefined || body.email !== undefined;
  if (sensitive && !(await isRecentSession(call, sessionOf(authorization))))
    return authError(400, "reauthentication_needed", "This change requires reauthentication");
  if (await isFactorMissing(call, id))
    return authError(
      401,
      "insufficient_aal",
      "AAL2 session is required to update email or password when MFA is enabled.",
    );
  if (body.password === undefined) return change(call);
  if (typeof body.password !== "string") return authError(400, "validation_failed", "password must be a string");
  if (isTooLong(body.password)) return tooLong();
  if (isCommonPassword(body.password)) return weakPassword();
  const response = await change(call);
  if (response.ok) {
    await endOtherSessions(call);
    await cancelEmailChange(call, id);
  }
  return response;
}

async function change(call: AuthRequest): Promise<Response> {
  const answer = await call.deps.atomic(
    () => call.forward(),
    ({ ok }) => ok,
  );
  return finishUser(call, answer);
}

/** A recovery link opens an aal1 session, so it too needs the code before the new password. */
async function isFactorMissing(call: AuthRequest, userId: string): Promise<boolean> {
  if (!(await hasVerifiedFactor(call.deps.connection, userId))) return false;
  const caller = await readCaller(call);
  return caller instanceof Response || !caller.isAal2;
}

/** A new password takes the account back, so it also cancels an address change that someone else started. */
async function cancelEmailChange({ deps, body }: AuthRequest, id: string): Promise<void> {
  if (body.email !== undefined) return;
  await query(
    deps.connection,
    `update auth.users set email_change = '', email_change_token_new = '', email_change_token_current = '',
       email_change_sent_at = null, email_change_confirm_status = 0
     where id::text = $1`,
    [id],
  );
}

async function isRecentSession({ deps }: AuthRequest, session: string): Promise<boolean> {
  const rows = await query(
    deps.connection,
    "select 1 from auth.sessions where id::text = $1 and created_at > now() - interval '24 hours'",
    [session],
  );
  return rows.length > 0;
}

async function endOtherSessions({ deps, request }: AuthRequest): Promise<void> {
  const url = new URL("/auth/v1/logout?scope=others", request.url);
  await deps.forward(new Request(url, { method: "POST", headers: plainHeaders(request) }));
}

/** The session of a token. The previous request has already verified the token. */
function sessionOf(authorization: string | null): string {
  const payload = authorization?.split(".")[1] ?? "";
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString() || "{}") as { session_id?: string };
  return claims.session_id ?? "";
}

function plainHeaders(request: Request): Headers {
  const headers = new Headers();
  for (const name of ["authorization", "apikey"]) {
    const value = request.headers.get(name);
    if (value) headers.set(name, value);
  }
  return headers;
}
