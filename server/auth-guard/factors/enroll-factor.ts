import { randomUUID } from "node:crypto";
import { authError } from "../../backend/protocol-errors.ts";
import { query } from "../../database/query.ts";
import type { AuthGuardDeps, AuthRequest } from "../auth-context.ts";
import { type FactorCaller, readFactorCaller } from "./factor-caller.ts";
import { lockAccount } from "./factor-store.ts";
import { encryptSecret } from "./secret-box.ts";
import { newEnrollment } from "./totp.ts";

const MAX_FACTORS = 10;
/** A setup that is not finished within this time is deleted. */
const SET_UP_MINUTES = 10;
const MAX_NAME_LENGTH = 100;

/** `POST /factors`: starts the setup of an authenticator app. The factor counts once one of its codes is verified. */
export async function enrollFactor(call: AuthRequest): Promise<Response> {
  const caller = await readFactorCaller(call);
  if (caller instanceof Response) return caller;
  const complaint = checkEnrollment(call.body);
  if (complaint) return complaint;
  const { friendly_name: name = "", issuer } = call.body as { friendly_name?: string; issuer?: string };
  const id = randomUUID();
  const totp = newEnrollment(issuer || new URL(call.deps.siteUrl).host, caller.email);
  const secret = encryptSecret(call.deps.keys.jwtSecret, id, totp.secret);
  const refused = await call.deps.atomic(
    () => addFactor(call.deps, caller, { id, name, secret }),
    (refusal) => refusal === undefined,
  );
  return refused ?? Response.json({ id, type: "totp", friendly_name: name, totp });
}

function checkEnrollment({ factor_type, friendly_name, issuer }: Record<string, unknown>): Response | undefined {
  if (factor_type === "phone" || factor_type === "webauthn")
    return authError(422, `mfa_${factor_type}_enroll_not_enabled`, `MFA enroll is disabled for ${factor_type}`);
  if (factor_type !== "totp")
    return authError(400, "validation_failed", "factor_type needs to be totp, phone, or webauthn");
  for (const text of [friendly_name, issuer])
    if (typeof text === "string" && (text.length > MAX_NAME_LENGTH || /[\p{Cc}]/u.test(text)))
      return authError(
        400,
        "validation_failed",
        `Names can have at most ${MAX_NAME_LENGTH} characters and no control characters`,
      );
  return undefined;
}

type NewFactor = { id: string; name: string; secret: string };

async function addFactor(
  { connection }: AuthGuardDeps,
  caller: FactorCaller,
  { id, name, secret }: NewFactor,
): Promise<Response | undefined> {
  await lockAccount(connection, caller.id);
  await query(
    connection,
    `delete from auth.mfa_factors where user_id = $1::uuid and status = 'unverified'
       and created_at < now() - make_interval(mins => $2)`,
    [caller.id, SET_UP_MINUTES],
  );
  const held = await query<{ friendly_name: string | null; status: string }>(
    connection,
    "select friendly_name, status from auth.mfa_factors where user_id = $1::uuid",
    [caller.id],
  );
  if (held.length >= MAX_FACTORS)
    return authError(
      422,
      "too_many_enrolled_mfa_factors",
      "Maximum number of enrolled factors reached, unenroll to continue",
    );
  if (held.some(({ status }) => status === "verified") && !caller.isAal2)
    return authError(403, "insufficient_aal", "AAL2 required to enroll a new factor");
  if (name.trim() && held.some(({ friendly_name }) => friendly_name === name))
    return authError(
      422,
      "mfa_factor_name_conflict",
      `A factor with the friendly name "${name}" for this user already exists`,
    );
  await query(
    connection,
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
     values ($1::uuid, $2::uuid, $3, 'totp', 'unverified', now(), now(), $4)`,
    [id, caller.id, name, secret],
  );
  return undefined;
}
