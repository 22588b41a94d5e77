import type { ClientRecord } from "./api.ts";

type Named = { id: string; name: string };

/** The name of a row's account, if the person belongs to several, or to none any more, which leaves nothing else to tell it by. */
export function rowAccount(
  { accounts }: Pick<ClientRecord, "accounts">,
  named: readonly Named[],
  accountId: string | null,
): string | undefined {
  return accounts.length === 1 ? undefined : named.find(({ id }) => id === accountId)?.name;
}
