import type { SecondFactorState } from "../../../domain/second-factor.ts";
import { callProcedure } from "../call-procedure.ts";

/** What the database asks of this session before it reads or writes anything. Throws ServiceError. */
export async function loadSecondFactorState(): Promise<SecondFactorState> {
  return (await callProcedure("second_factor_state", undefined as never)) as SecondFactorState;
}
