import { authError } from "../../backend/protocol-errors.ts";
import { query } from "../../database/query.ts";
import type { AuthRequest } from "../auth-context.ts";
import { FACTOR_NOT_FOUND, readFactorCaller } from "./factor-caller.ts";
import { findFactor, lockAccount } from "./factor-store.ts";

/** `DELETE /factors/:id`: a verified factor is removed with a factor, a set-up that was not finished without one. */
export async function unenrollFactor(call: AuthRequest): Promise<Response> {
  const { connection, atomic } = call.deps;
  const caller = await readFactorCaller(call);
  if (caller instanceof Response) return caller;
  const factor = await findFactor(connection, caller.id, call.segments.id ?? "");
  if (!factor) return FACTOR_NOT_FOUND();
  const removed = await atomic(
    async () => {
      await lockAccount(connection, caller.id);
      // Decided on the row itself: a code may have been verified in between.
      const gone = await query(
        connection,
        "delete from auth.mfa_factors where id = $1::uuid and (status = 'unverified' or $2::boolean) returning 1",
        [factor.id, caller.isAal2],
      );
      if (gone.length > 0) await downgradeSessions(call, factor.id, caller.sessionId);
      return gone.length > 0;
    },
    () => true,
  );
  return removed
    ? Response.json({ id: factor.id })
    : authError(422, "insufficient_aal", "AAL2 required to unenroll verified factor");
}

/** Other sessions that gave this factor end, because their access tokens still say so. The caller's own is as if it had not. */
async function downgradeSessions(
  { deps: { connection } }: AuthRequest,
  factorId: string,
  callersSession: string,
): Promise<void> {
  await query(connection, "delete from auth.sessions where factor_id = $1::uuid and id <> $2::uuid", [
    factorId,
    callersSession,
  ]);
  await query(
    connection,
    `with lowered as (
       update auth.sessions set aal = 'aal1', factor_id = null where factor_id = $1::uuid returning id
     )
     delete from auth.mfa_amr_claims as claim using lowered
     where claim.session_id = lowered.id and claim.authentication_method = 'totp'`,
    [factorId],
  );
}
