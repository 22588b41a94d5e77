import { randomUUID } from "node:crypto";
import { authError } from "../../backend/protocol-errors.ts";
import type { DatabaseConnection } from "../../database/connect.ts";
import { query } from "../../database/query.ts";
import type { AuthRequest } from "../auth-context.ts";
import { perAccount } from "../auth-limits.ts";
import { finishSession } from "../finish-session.ts";
import { limitFailures } from "../limit-failures.ts";
import { CHALLENGE_SECONDS } from "./challenge-factor.ts";
import { FACTOR_NOT_FOUND, type FactorCaller, readFactorCaller } from "./factor-caller.ts";
import { findFactor, hasVerifiedFactor, isId, lockAccount, type StoredFactor } from "./factor-store.ts";
import { isRecoveryCode, spendRecoveryCode } from "./recovery-codes.ts";
import { decryptSecret } from "./secret-box.ts";
import { stepOfCode } from "./totp.ts";

const WRONG_CODE = () => authError(422, "mfa_verification_failed", "Invalid TOTP code entered");

/**
 * The secret cannot be decrypted, for example after a restore without the old JWT_SECRET. No code can be right anymore.
 */
const UNREADABLE = () =>
  authError(
    422,
    "mfa_verification_failed",
    "This authenticator app was set up on a different server. Ask an admin to reset it.",
  );

/**
 * `POST /factors/:id/verify`: exchanges a code for a session with aal2. The session keeps its id and gets new tokens.
 * Other sessions of the account without a second factor end.
 */
export async function verifyFactor(call: AuthRequest): Promise<Response> {
  const caller = await readFactorCaller(call);
  if (caller instanceof Response) return caller;
  const factor = await findFactor(call.deps.connection, caller.id, call.segments.id ?? "");
  if (!factor) return FACTOR_NOT_FOUND();
  const limits = {
    [`factor-failed:factor:${factor.id}`]: perAccount.failedFactor,
    [`factor-failed:account:${caller.id}`]: perAccount.failedFactor,
    [`factor-failed:day:${caller.id}`]: perAccount.failedFactorOfDay,
  };
  const answer = await limitFailures(call, limits, () =>
    call.deps.atomic(
      () => tryCode(call, caller, factor.id),
      (tried) => tried.ok,
    ),
  );
  return finishSession(call, answer);
}

async function tryCode(call: AuthRequest, caller: FactorCaller, factorId: string): Promise<Response> {
  const { connection, keys } = call.deps;
  await lockAccount(connection, caller.id);
  const factor = await findFactor(connection, caller.id, factorId);
  if (!factor) return FACTOR_NOT_FOUND();
  // A setup that started before the first factor was verified must not bypass that factor.
  if (factor.status === "unverified" && !caller.isAal2 && (await hasVerifiedFactor(connection, caller.id)))
    return authError(403, "insufficient_aal", "AAL2 required to enroll a new factor");
  const refusal = await consumeChallenge(call, factor);
  if (refusal) return refusal;
  const code = String(call.body.code ?? "");
  // A recovery code stands in for every app of the account, but finishes no setup.
  if (factor.status === "verified" && isRecoveryCode(code)) {
    if (!(await spendRecoveryCode(connection, caller.id, code))) return WRONG_CODE();
    await upgradeSession(call, caller, factor);
  } else {
    const secret = decryptSecret(keys.jwtSecret, factor.id, factor.secret);
    if (secret === undefined) return UNREADABLE();
    const step = stepOfCode(secret, code, Date.now());
    if (step === undefined || !(await spendStep(connection, factor.id, step))) return WRONG_CODE();
    await upgradeSession(call, caller, factor);
  }
  const answer = await refreshTokens(call, caller);
  if (answer.ok) await revokeEarlierTokens(call, caller);
  return answer;
}

/** Whether the step's code was not used before. The unique key decides between two requests with the same code. */
async function spendStep(connection: DatabaseConnection, factorId: string, step: number): Promise<boolean> {
  // Codes of these old steps are no longer accepted, used or not.
  await query(connection, "delete from auth.mfa_used_steps where factor_id = $1::uuid and step < $2", [
    factorId,
    step - 10,
  ]);
  const text =
    "insert into auth.mfa_used_steps (factor_id, step) values ($1::uuid, $2) on conflict do nothing returning 1";
  return (await query(connection, text, [factorId, step])).length > 0;
}

/** A challenge belongs to one factor, lasts five minutes and works once. */
async function consumeChallenge({ deps, body }: AuthRequest, factor: StoredFactor): Promise<Response | undefined> {
  const { challenge_id: id } = body;
  const [challenge] = isId(id)
    ? await query<{ expired: boolean }>(
        deps.connection,
        `update auth.mfa_challenges set verified_at = now()
         where id = $1::uuid and factor_id = $2::uuid and verified_at is null
         returning created_at < clock_timestamp() - make_interval(secs => $3) as expired`,
        [id, factor.id, CHALLENGE_SECONDS],
      )
    : [];
  if (!challenge) return authError(422, "mfa_factor_not_found", "MFA factor with the provided challenge ID not found");
  return challenge.expired
    ? authError(422, "mfa_challenge_expired", `MFA challenge ${id} has expired, create a new challenge`)
    : undefined;
}

async function upgradeSession(
  { deps: { connection } }: AuthRequest,
  caller: FactorCaller,
  factor: StoredFactor,
): Promise<void> {
  const run = (text: string, ...parameters: unknown[]) => query(connection, text, parameters);
  if (factor.status === "unverified") {
    await run("update auth.mfa_factors set status = 'verified', updated_at = now() where id = $1::uuid", factor.id);
    await run("delete from auth.mfa_factors where user_id = $1::uuid and status = 'unverified'", caller.id);
    for (const statement of END_PENDING) await run(statement, caller.id);
  }
  await run(
    "update auth.sessions set aal = 'aal2', factor_id = $2::uuid where id = $1::uuid",
    caller.sessionId,
    factor.id,
  );
  await run(
    `insert into auth.mfa_amr_claims (session_id, created_at, updated_at, authentication_method, id)
     values ($1::uuid, now(), now(), 'totp', $2::uuid)
     on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`,
    caller.sessionId,
    randomUUID(),
  );
  await run(
    "delete from auth.sessions where user_id = $1::uuid and id <> $2::uuid and aal is distinct from 'aal2'",
    caller.id,
    caller.sessionId,
  );
}

/**
 * The library exchanges the last replaced refresh token for the session's live one. An attacker may have copied a token
 * before the code was entered, so all earlier tokens are revoked.
 */
async function revokeEarlierTokens({ deps }: AuthRequest, caller: FactorCaller): Promise<void> {
  await query(deps.connection, "delete from auth.refresh_tokens where session_id = $1::uuid and revoked", [
    caller.sessionId,
  ]);
}

/**
 * The first factor cancels everything that was started with the password alone: an address change, links, and codes for
 * sessions.
 */
const END_PENDING = [
  `update auth.users set email_change = '', email_change_token_new = '', email_change_token_current = '',
     email_change_sent_at = null, email_change_confirm_status = 0
   where id = $1::uuid`,
  "delete from private.email_links where user_id = $1::uuid",
  "delete from auth.flow_state where user_id = $1::uuid",
];

/** The library rotates the session's refresh token and answers as it does for every session. */
async function refreshTokens({ deps, request }: AuthRequest, caller: FactorCaller): Promise<Response> {
  const [current] = await query<{ token: string }>(
    deps.connection,
    `select token from auth.refresh_tokens where session_id = $1::uuid and not coalesce(revoked, false)
     order by created_at desc limit 1`,
    [caller.sessionId],
  );
  if (!current) return authError(403, "session_not_found", "Session from session_id claim in JWT does not exist");
  const headers = new Headers({ "content-type": "application/json", apikey: request.headers.get("apikey") ?? "" });
  const body = JSON.stringify({ refresh_token: current.token });
  const url = new URL("/auth/v1/token?grant_type=refresh_token", request.url);
  return deps.forward(new Request(url, { method: "POST", headers, body }));
}
