import { ownerInvitation } from "~/shared/accounts/account-people.ts";
import { dayIn } from "../../../../domain/zoned-time.ts";
import type { AccountRecord } from "./api.ts";

/** Whom the account's new invoices and retainers name: its first owner. No one, with a null id, until one has joined. */
export function billedClient({ id: account_id, name, people }: Pick<AccountRecord, "id" | "name" | "people">) {
  const owner = people.members.find(({ role }) => role === "owner");
  if (owner) return { id: owner.id, account_id, name: owner.name, company: name, email: owner.email };
  const email = ownerInvitation(people)?.email ?? null;
  return { id: null, account_id, name, company: null, email };
}

/** Whose complimentary Premium the account has or would get, with its last day now, for the form that changes it. Null: no address. */
export function premiumOf(account: Pick<AccountRecord, "id" | "name" | "people" | "plan">, zone: string) {
  const { plan, people } = account;
  const gifted = plan?.is_gift && people.members.find(({ id }) => id === plan.payer_id);
  if (gifted) {
    const until = plan.ends_at ? dayIn(Date.parse(plan.ends_at), zone) : "";
    return { isGift: true, grant: { email: gifted.email, until, accounts: [] } };
  }
  const { email } = billedClient(account);
  return email === null ? null : { isGift: false, grant: { email, until: "", accounts: [] } };
}
