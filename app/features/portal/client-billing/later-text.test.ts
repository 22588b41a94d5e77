import { expect, test } from "vitest";
import { laterText } from "./later-text.ts";

const usd = { currency: "usd", amount: 135_000, invoices: 2, due: "2026-12-20" };

test.each([
  [[], "You have no open invoices"],
  [[{ ...usd, invoices: 1 }], "$1,350.00 is due Dec 20, 2026"],
  [[{ ...usd, invoices: 1, due: null }], "$1,350.00 is due later"],
  [[usd], "$1,350.00 in 2 invoices, the first due Dec 20, 2026"],
  [[{ ...usd, due: null }], "$1,350.00 in 2 invoices, due later"],
  [
    [usd, { ...usd, currency: "eur", amount: 50_000, invoices: 1 }],
    "$1,350.00 in 2 invoices, the first due Dec 20, 2026; €500.00 is due Dec 20, 2026",
  ],
])("What can't be paid yet says how much is due on which day: %o", (later, text) => {
  expect(laterText(later)).toBe(text);
});
