import type { SecondFactorState } from "../../../domain/second-factor.ts";
import { rpc } from "../api.ts";

/** What the database requires of this session before it reads or writes. Throws ServiceError. */
export async function loadSecondFactorState(): Promise<SecondFactorState> {
  return (await rpc("second_factor_state")) as SecondFactorState;
}
