import { expect, test } from "vitest";
import type { ListedClient } from "./api.ts";
import { clientsAsCsv } from "./export-clients.ts";

const client = {
  ...{ id: "1", name: "Priya Raman", email: "priya@example.com", company: "=Northside", status: "active" },
  ...{ owed: [], monthly: [], accounts: [], open_requests: 1, last_active: null, created_at: "2026-09-01" },
  owing_account: null,
} as unknown as ListedClient;

test("the export has a line for each client and currency, with plain amounts and no formulas", () => {
  const owed = [
    { currency: "usd", amount: 261_500, invoices: 3, overdue: 2 },
    { currency: "jpy", amount: 5_000, invoices: 1, overdue: 0 },
  ];
  const [head, none, usd, jpy, end] = clientsAsCsv([
    client,
    { ...client, owed, monthly: [{ currency: "usd", amount: 176_000 }] },
  ]).split("\r\n");
  expect(head).toMatch(/^Name,Email,.*,Client since$/);
  expect(none).toBe("Priya Raman,priya@example.com,'=Northside,,active,,,,,1,,2026-09-01");
  expect(usd).toBe("Priya Raman,priya@example.com,'=Northside,,active,USD,2615.00,2,1760.00,1,,2026-09-01");
  expect(jpy).toBe("Priya Raman,priya@example.com,'=Northside,,active,JPY,5000,0,,1,,2026-09-01");
  expect(end).toBe("");
});
