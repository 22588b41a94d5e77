import { rpc } from "~/shared/api.ts";

/** Accepts an invitation and returns the account's slug. 22023 (invitation_ended): it has ended, or is for another address. */
export const joinAccount = (token: string) => rpc("join_account", { p_token: token });
