import { downloadFile } from "~/shared/download-file.ts";
import { csvLine } from "../../../../domain/csv-writer.ts";
import { formatInputAmount } from "../../../../domain/money.ts";
import { localToday } from "../../../../domain/zoned-time.ts";
import { allRows } from "../lib/all-rows.ts";
import { type AccountSearch, type ListedAccount, searchAccounts } from "./api.ts";
import { healthLabels } from "./health-chip.tsx";

const COLUMNS = [
  ...["Account", "Health", "Plan", "People", "Leads this month", "Median response (min)", "Currency", "Open balance"],
  ...["Last activity", "Created", "Archived"],
];

/** Downloads all accounts that match the search, in their order. */
export async function exportAccounts(search: AccountSearch): Promise<void> {
  const all = await allRows((limit, offset) => searchAccounts(search, limit, offset));
  downloadFile(`accounts-${localToday()}.csv`, "text/csv", accountsAsCsv(all));
}

/** One line for each account, or for each currency that it owes. Amounts are plain numbers, so that a spreadsheet can add them up. */
export function accountsAsCsv(accounts: readonly ListedAccount[]): string {
  return [COLUMNS, ...accounts.flatMap(linesOf)].map((line) => csvLine(line)).join("");
}

function linesOf({ owed, median_seconds, ...account }: ListedAccount) {
  return (owed.length > 0 ? owed : [null]).map((due) => [
    account.name,
    healthLabels(account),
    account.is_premium ? "Premium" : "Free",
    account.members,
    account.leads_month,
    median_seconds === null ? null : Math.round(median_seconds / 60),
    due?.currency.toUpperCase(),
    due && formatInputAmount(due),
    account.last_activity_at,
    account.created_at,
    account.archived_at,
  ]);
}
