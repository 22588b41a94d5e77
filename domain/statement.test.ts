import { expect, test } from "vitest";
import { type StatementLine, statementCsv } from "./statement.ts";

const line = (values: Partial<StatementLine>): StatementLine => ({
  day: "2026-11-03",
  document: "INV-1001",
  kind: "invoice",
  text: null,
  charged: 0,
  paid: 0,
  credited: 0,
  refunded: 0,
  balance: 0,
  currency: "usd",
  account: "Ember",
  ...values,
});

test("a statement has plain amounts in each currency's own places, and no formulas", () => {
  const lines = [
    line({ day: "2026-11-01", document: null, kind: "opening", balance: 5_000 }),
    line({ charged: 120_050, balance: 125_050 }),
    line({ kind: "credit", text: "=cmd|' /C calc'!A0", credited: 50, balance: 125_000 }),
    line({ kind: "invoice", text: "=1+1; next", charged: 1, balance: 125_001 }),
    line({ kind: "duplicate", paid: 130_000, balance: -4_999 }),
    line({ kind: "refund", text: "It bounced", refunded: 100, credited: 100, balance: -4_999 }),
    line({ kind: "refund", refunded: 100, credited: 100, balance: -4_999 }),
    line({ kind: "reversal", refunded: -4_999, balance: -9_998 }),
    line({ document: "INV-7", charged: 1_200, balance: 1_200, currency: "jpy" }),
  ];
  const agreed = [
    { day: "2026-11-05", document: "INV-1009", text: "Ads, December", amount: 50_000, currency: "usd" },
  ].map((one) => ({ ...one, account: "Ember" }));
  expect(statementCsv(lines, agreed)).toBe(
    [
      "\ufeffDate,Document,Description,Charged,Paid,Credited,Refunded,Balance after,Currency",
      "2026-11-01,,Balance before this period,,,,,50.00,USD",
      "2026-11-03,INV-1001,Marketing services,1200.50,,,,1250.50,USD",
      "2026-11-03,INV-1001,Credit: =cmd|' /C calc'!A0,,,0.50,,1250.00,USD",
      "2026-11-03,INV-1001,'=1+1; next,0.01,,,,1250.01,USD",
      "2026-11-03,INV-1001,Second payment of the same invoice,,1300.00,,,-49.99,USD",
      "2026-11-03,INV-1001,Refund: It bounced,,,1.00,1.00,-49.99,USD",
      "2026-11-03,INV-1001,Refund,,,1.00,1.00,-49.99,USD",
      "2026-11-03,INV-1001,Refund that didn't go through,,,,-49.99,-99.98,USD",
      "2026-11-03,INV-7,Marketing services,1200,,,,1200,JPY",
      `2026-11-05,INV-1009,"Not included, because it isn't open for payment yet: Ads, December, $500.00",,,,,,USD`,
      "",
    ].join("\r\n"),
  );
});

test("lines of several accounts name theirs, and so does the statement of one of several", () => {
  const one = [line({ charged: 500, balance: 500 })];
  const two = [...one, line({ account: "=Yard", document: "INV-2", charged: 100, balance: 100 })];
  const agreed = [{ day: "2026-11-05", document: "INV-3", text: "Ads", amount: 700, currency: "usd", account: "Yard" }];
  const rows = (...given: Parameters<typeof statementCsv>) =>
    statementCsv(...given)
      .split("\r\n")
      .slice(0, -1);
  expect(rows(two)).toEqual([
    "\ufeffAccount,Date,Document,Description,Charged,Paid,Credited,Refunded,Balance after,Currency",
    "Ember,2026-11-03,INV-1001,Marketing services,5.00,,,,5.00,USD",
    "'=Yard,2026-11-03,INV-2,Marketing services,1.00,,,,1.00,USD",
  ]);
  expect(rows(one, agreed).at(-1)).toMatch(/^Yard,2026-11-05,INV-3,.*,USD$/);
  expect(rows(one, [], { isOfSeveral: true })[1]).toMatch(/^Ember,2026-11-03,/);
  expect(rows(one)[1]).toMatch(/^2026-11-03,/);
});
