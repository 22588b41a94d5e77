import { randomUUID } from "node:crypto";
import { isIP } from "node:net";
import { query } from "../../database/query.ts";
import type { AuthRequest } from "../auth-context.ts";
import { FACTOR_NOT_FOUND, readFactorCaller } from "./factor-caller.ts";
import { findFactor } from "./factor-store.ts";

/** A challenge accepts one code within this time. */
export const CHALLENGE_SECONDS = 300;

/** `POST /factors/:id/challenge`: starts one attempt to enter a code. */
export async function challengeFactor(call: AuthRequest): Promise<Response> {
  const { connection } = call.deps;
  const caller = await readFactorCaller(call);
  if (caller instanceof Response) return caller;
  const factor = await findFactor(connection, caller.id, call.segments.id ?? "");
  if (!factor) return FACTOR_NOT_FOUND();
  const id = randomUUID();
  const [challenge] = await query<{ expires: number }>(
    connection,
    `with stale as (
       delete from auth.mfa_challenges where factor_id = $2::uuid and created_at < now() - make_interval(secs => $3)
     ), noted as (
       update auth.mfa_factors set last_challenged_at = now() where id = $2::uuid
     )
     insert into auth.mfa_challenges (id, factor_id, created_at, ip_address) values ($1::uuid, $2::uuid, now(), $4::inet)
     returning floor(extract(epoch from created_at) + $3)::integer as expires`,
    [id, factor.id, CHALLENGE_SECONDS, isIP(call.address) ? call.address : "0.0.0.0"],
  );
  return Response.json({ id, type: "totp", expires_at: challenge?.expires });
}
