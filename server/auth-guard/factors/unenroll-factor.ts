import { authError } from "../../backend/protocol-errors.ts";
import { query } from "../../database/query.ts";
import type { AuthRequest } from "../auth-context.ts";
import { FACTOR_NOT_FOUND, readFactorCaller } from "./factor-caller.ts";
import { findFactor, lockAccount } from "./factor-store.ts";

/**
 * `DELETE /factors/:id`: deleting a verified factor requires a second factor; deleting an unfinished setup does not.
 */
export async function unenrollFactor(call: AuthRequest): Promise<Response> {
  const { connection, atomic } = call.deps;
  const caller = await readFactorCaller(call);
  if (caller instanceof Response) return caller;
  const factor = await findFactor(connection, caller.id, call.segments.id ?? "");
  if (!factor) return FACTOR_NOT_FOUND();
  const removed = await atomic(
    async () => {
      await lockAccount(connection, caller.id);
      // The statement checks the row itself, because a code may have been verified in the meantime.
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

/**
 * Ends the other sessions that used this factor, because their access tokens still claim it. The caller's session loses
 * its second factor.
 */
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
