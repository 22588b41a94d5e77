import type { SecondFactorState } from "../../../domain/second-factor.ts";
import { rpc } from "../api.ts";

/** What the database asks of this session before it reads or writes anything. Throws ServiceError. */
export async function loadSecondFactorState(): Promise<SecondFactorState> {
  return (await rpc("second_factor_state")) as SecondFactorState;
}
