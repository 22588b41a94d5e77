import { ownerInvitation } from "~/shared/accounts/account-people.ts";
import type { AccountRecord } from "./api.ts";

/** Whom the account's new invoices and retainers name: its first owner. No one, with a null id, until one has joined. */
export function billedClient({ id: account_id, name, people }: Pick<AccountRecord, "id" | "name" | "people">) {
  const owner = people.members.find(({ role }) => role === "owner");
  if (owner) return { id: owner.id, account_id, name: owner.name, company: name, email: owner.email };
  const email = ownerInvitation(people)?.email ?? null;
  return { id: null, account_id, name, company: null, email };
}
