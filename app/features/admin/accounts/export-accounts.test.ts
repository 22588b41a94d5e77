import { expect, test } from "vitest";
import type { ListedAccount } from "./api.ts";
import { accountsAsCsv } from "./export-accounts.ts";

const account: ListedAccount = {
  ...{ id: "1", slug: "a", name: "=Ember", is_premium: true, members: 2, people: [], leads_month: 7 },
  ...{
    median_seconds: 150,
    owed: [],
    last_activity_at: null,
    last_left_at: null,
    invited: null,
    created_at: "2026-09-01",
    archived_at: null,
  },
  ...{ health: "waiting", reasons: [] },
};

test("the export has all reasons of an account's health", () => {
  const csv = accountsAsCsv([{ ...account, health: "overdue", reasons: ["overdue", "waiting"] }]);
  expect(csv).toContain('Ember,"Invoice overdue, Lead waiting",Premium');
  expect(accountsAsCsv([{ ...account, health: "archived", reasons: ["overdue"] }])).toContain("Ember,Archived,Premium");
});

test("the export has a line for each account and currency, with plain amounts and no formulas", () => {
  const owed = [
    { currency: "usd", amount: 261_500 },
    { currency: "jpy", amount: 5_000 },
  ];
  const [head, none, usd, jpy, end] = accountsAsCsv([account, { ...account, owed }]).split("\r\n");
  expect(head).toMatch(/^Account,Health,.*,Archived$/);
  expect(none).toBe("'=Ember,Lead waiting,Premium,2,7,3,,,,2026-09-01,");
  expect(usd).toBe("'=Ember,Lead waiting,Premium,2,7,3,USD,2615.00,,2026-09-01,");
  expect(jpy).toBe("'=Ember,Lead waiting,Premium,2,7,3,JPY,5000,,2026-09-01,");
  expect(end).toBe("");
});
