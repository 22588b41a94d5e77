import type { AccountRecord } from "./api.ts";

/** The person whom the account's new invoices and retainers name: its first owner. Null until one has joined. */
export function billedClient({ name: company, people }: Pick<AccountRecord, "name" | "people">) {
  const owner = people.members.find(({ role }) => role === "owner");
  return owner ? { id: owner.id, name: owner.name, company, email: owner.email } : null;
}
