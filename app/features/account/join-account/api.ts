import { queryOptions } from "@tanstack/react-query";
import { rpc } from "~/shared/api.ts";
import { queryClient } from "~/shared/query-client.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { ServiceError } from "~/shared/service-error.ts";
import { type MyAccount, myAccountsQuery } from "~/shared/workspace-query.ts";
import { findInvitation, type Invitation, type InvitationEnd, invitationEnd } from "../sign-in/api.ts";

/**
 * Accepts an invitation and returns the account's slug. Someone who used it before gets the slug again. 22023 (invitation_ended): it has ended,
 * or is for another address. PT409: people of the agency can't join (account_not_client), and no one can join an archived account (account_archived).
 */
export const joinAccount = (token: string) => rpc("join_account", { p_token: token });

export type InvitationState =
  | { state: "open"; invitation: Invitation; account: NonNullable<Invitation["account"]> }
  /** The signed-in person used it before and still belongs to the account. */
  | { state: "used"; account: MyAccount }
  | { state: "ended"; reason?: InvitationEnd }
  | { state: "staff" };

/** What an invitation is now for the signed-in person. It is not accepted. */
export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: queryKeys.ownInvitation(token),
    queryFn: async (): Promise<InvitationState> => {
      const invitation = await findInvitation(token);
      if (invitation?.account) return { state: "open", invitation, account: invitation.account };
      try {
        // The link no longer invites anyone, so this only says where it led this person before.
        const slug = await joinAccount(token);
        const account = (await queryClient.fetchQuery(myAccountsQuery)).find((mine) => mine.slug === slug);
        return account ? { state: "used", account } : { state: "ended" };
      } catch (error) {
        const refused = refusedState(error);
        if (refused?.state === "ended") return { reason: await invitationEnd(token), ...refused };
        if (refused) return refused;
        throw error;
      }
    },
    staleTime: 0,
  });

/** Null for other errors. */
export function refusedState(error: unknown): InvitationState | null {
  const code = error instanceof ServiceError ? error.refusal?.code : undefined;
  if (code === "invitation_ended") return { state: "ended" };
  if (code === "account_archived") return { state: "ended", reason: "closed" };
  return code === "account_not_client" ? { state: "staff" } : null;
}
