import { expect, test } from "vitest";
import { paidText } from "./paid-text.ts";

const receipt = { amount: 5_000, currency: "usd", method: "Visa ending in 4242", invoices: [] };
const paid = "We received $50.00 with Visa ending in 4242.";
const to = (isYou: boolean, ...others: string[]) => ({ ...receipt, recipients: { isYou, others } });

test("the page after a payment says who gets the receipt", () => {
  expect(paidText(receipt, 1)).toBe(`${paid} The invoice is paid, and the receipt is on its way by email.`);
  expect(paidText(receipt, 3)).toBe(
    `${paid} Your 3 invoices are paid, and one receipt for all of them is on its way by email.`,
  );
  expect(paidText(undefined, 1)).toBe("Thank you. The invoice is paid, and the receipt is on its way by email.");
  expect(paidText(to(false, "Mia Olsen"), 1)).toBe(
    `${paid} The invoice is paid, and the receipt goes to Mia Olsen by email.`,
  );
  expect(paidText(to(false, "Mia Olsen"), 2)).toBe(
    `${paid} Your 2 invoices are paid, and one receipt for all of them goes to Mia Olsen by email.`,
  );
  expect(paidText(to(true, "Mia Olsen"), 2)).toBe(
    `${paid} Your 2 invoices are paid, and receipts go to you and Mia Olsen by email.`,
  );
  expect(paidText(to(false, "Mia Olsen", "Ben Adler"), 2)).toBe(
    `${paid} Your 2 invoices are paid, and receipts go to Mia Olsen and Ben Adler by email.`,
  );
});
