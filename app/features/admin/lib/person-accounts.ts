import { accountRole } from "~/shared/accounts/account-roles.ts";
import * as z from "~/shared/schema.ts";

/** The accounts that a person belongs to, and as what. */
export const personAccounts = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    role: z.enum(["owner", "member", "billing"]),
    is_archived: z.boolean(),
  }),
);
export type PersonAccounts = z.infer<typeof personAccounts>;

/** Whether someone has accounts, and all are archived: nothing can be billed or given to them. */
export const isArchivedOnly = (accounts: PersonAccounts): boolean =>
  accounts.length > 0 && accounts.every(({ is_archived }) => is_archived);

/** The role of a person who owns no account, such as 'Billing'. Their account's money is in its owner's record. */
export function colleagueRole(accounts: PersonAccounts): string | null {
  const [first] = accounts;
  if (!first || accounts.some(({ role }) => role === "owner")) return null;
  return accountRole(first.role)?.label ?? null;
}
