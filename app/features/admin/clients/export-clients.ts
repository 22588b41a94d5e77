import { downloadFile } from "~/shared/download-file.ts";
import { csvLine } from "../../../../domain/csv-writer.ts";
import { formatInputAmount } from "../../../../domain/money.ts";
import { localToday } from "../../../../domain/zoned-time.ts";
import { allRows } from "../lib/all-rows.ts";
import { type ClientSearchParams, type ListedClient, searchClients } from "./api.ts";

const COLUMNS = [
  ...["Name", "Email", "Company", "Accounts", "Status", "Currency", "Due in their name", "Overdue invoices", "Monthly"],
  ...["Open requests", "Last active", "Client since"],
];

/** Downloads all clients that match the search, in their order. */
export async function exportClients(params: ClientSearchParams): Promise<void> {
  const all = await allRows((limit, offset) => searchClients(params, limit, offset));
  downloadFile(`clients-${localToday()}.csv`, "text/csv", clientsAsCsv(all));
}

/** One line for each client, or for each of their currencies. Amounts are plain numbers, so that a spreadsheet can add them up. */
export function clientsAsCsv(clients: readonly ListedClient[]): string {
  return [COLUMNS, ...clients.flatMap(linesOf)].map((line) => csvLine(line)).join("");
}

function linesOf({ owed, monthly, ...client }: ListedClient) {
  const used = [...new Set([...owed, ...monthly].map(({ currency }) => currency))];
  return (used.length > 0 ? used : [null]).map((currency) => {
    const due = owed.find((one) => one.currency === currency);
    const month = monthly.find((one) => one.currency === currency);
    return [
      client.name,
      client.email,
      client.company,
      client.accounts.map(({ name }) => name).join(", "),
      client.status,
      currency?.toUpperCase(),
      due && formatInputAmount(due),
      due?.overdue,
      month && formatInputAmount(month),
      client.open_requests,
      client.last_active,
      client.created_at,
    ];
  });
}
