import type { ClientRecord } from "./api.ts";

type Named = { id: string; name: string };

/** The name of a row's account, for a person who doesn't belong to exactly one account. */
export function rowAccount(
  { accounts }: Pick<ClientRecord, "accounts">,
  named: readonly Named[],
  accountId: string | null,
): string | undefined {
  return accounts.length === 1 ? undefined : named.find(({ id }) => id === accountId)?.name;
}
