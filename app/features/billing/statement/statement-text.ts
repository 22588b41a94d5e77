import { formatNames } from "../../../../domain/format-list.ts";

type Account = { id: string; name: string; role: string };
type Given = {
  isPremium: boolean;
  /** All of several accounts, none for a client with one. */
  accounts: readonly Account[];
  chosen: Account | undefined;
  premiumAccounts: readonly string[];
};

const CONTENT = "charges, payments, credits and refunds";

/** The accounts whose money the client sees but that have no statement, because they are on the free plan. */
export const freeAccounts = (accounts: readonly Account[], premiumAccounts: readonly string[]) =>
  accounts.filter(({ id, role }) => role !== "member" && !premiumAccounts.includes(id));

/** What the file of the statement has, and whose it is. An account on the free plan has no statement. */
export function statementText({ isPremium, accounts, chosen, premiumAccounts }: Given): string {
  const of = chosen ? ` for ${chosen.name}` : "";
  if (!isPremium)
    return `With Premium${of}, you can download a statement for any period as a PDF or CSV file: ${CONTENT}, with the balance after each line.`;
  const file = `A PDF for your bookkeeper, or a CSV file for a spreadsheet: ${CONTENT}${of} for a period, with the balance after each line.`;
  if (chosen || accounts.length === 0) return file;
  const free = freeAccounts(accounts, premiumAccounts);
  return [
    file,
    "Each line names its account, and each account has its own balance.",
    ...(free.length > 0
      ? [`Accounts on the free plan aren't included: ${formatNames(free.map(({ name }) => name))}.`]
      : []),
  ].join(" ");
}
