import { expect, test } from "vitest";
import { paidText } from "./paid-text.ts";

const receipt = {
  amount: 5_000,
  currency: "usd",
  method: "Visa ending in 4242",
  invoices: [],
  recipients: { isYou: true, others: [] as string[] },
};
const paid = "We received $50.00 with Visa ending in 4242.";
const to = (isYou: boolean, ...others: string[]) => ({ ...receipt, recipients: { isYou, others } });

test("the page after a payment says who gets the receipt", () => {
  expect(paidText(receipt, 1)).toBe(`${paid} The invoice is paid, and the receipt is on its way by email.`);
  expect(paidText(receipt, 3)).toBe(
    `${paid} Your 3 invoices are paid, and one receipt for all of them is on its way by email.`,
  );
  expect(paidText(undefined, 1)).toBe("Thank you. The invoice is paid.");
  // They turned the email off, or it isn't known who gets one.
  expect(paidText(to(false), 1)).toBe(`${paid} The invoice is paid.`);
  expect(paidText({ ...receipt, recipients: undefined }, 2)).toBe(`${paid} Your 2 invoices are paid.`);
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

test("the page after a payment says what is still due, for each invoice, and who gets the receipts", () => {
  const invoices = ["UF-1", "UF-2", "UF-3"].map((number) => ({ id: number, number, amount: 1_000 }));
  const [first] = invoices;
  const due = (number: string) => [{ number, amount: 23_456 }];
  expect(paidText({ ...receipt, invoices: first ? [first] : [], due: due("UF-1") }, 1)).toBe(
    `${paid} $234.56 is still due. The receipt is on its way by email.`,
  );
  expect(paidText({ ...receipt, invoices: invoices.slice(0, 2), due: due("UF-2"), canceled: [] }, 2)).toBe(
    `${paid} UF-1 is paid. $234.56 is still due for UF-2. Receipts are on their way by email.`,
  );
  expect(paidText({ ...receipt, invoices, due: due("UF-2") }, 3)).toBe(
    `${paid} UF-1 and UF-3 are paid. $234.56 is still due for UF-2. Receipts are on their way by email.`,
  );
  // A page may have paid nothing of an invoice that grew in the meantime.
  expect(paidText({ ...receipt, invoices: first ? [first] : [], due: due("UF-2") }, 2)).toBe(
    `${paid} UF-1 is paid. $234.56 is still due for UF-2. The receipt is on its way by email.`,
  );
  expect(paidText({ ...receipt, invoices: first ? [first] : [], canceled: ["UF-1"] }, 1)).toBe(
    `${paid} The invoice is canceled, so we'll refund what you paid for it.`,
  );
  expect(paidText({ ...receipt, invoices: first ? [first] : [], twice: ["UF-1"] }, 1)).toBe(
    `${paid} The invoice was already paid, so we'll refund what you paid for it. The receipt is on its way by email.`,
  );
  expect(paidText({ ...receipt, invoices: invoices.slice(0, 2), twice: ["UF-2"] }, 2)).toBe(
    `${paid} UF-1 is paid. UF-2 was already paid, so we'll refund what you paid for it. Receipts are on their way by email.`,
  );
  expect(paidText({ ...to(false), invoices: first ? [first] : [], twice: ["UF-1"] }, 1)).toBe(
    `${paid} The invoice was already paid, so we'll refund what you paid for it.`,
  );
  const part = { ...receipt, invoices: invoices.slice(0, 2), due: due("UF-2") };
  expect(paidText({ ...part, recipients: { isYou: true, others: ["Mia Olsen"] } }, 2)).toBe(
    `${paid} UF-1 is paid. $234.56 is still due for UF-2. Receipts go to you and Mia Olsen by email.`,
  );
  expect(paidText({ ...part, canceled: ["UF-1"], recipients: { isYou: false, others: ["Mia Olsen"] } }, 2)).toMatch(
    / The receipt goes to Mia Olsen by email\.$/,
  );
  expect(paidText({ ...receipt, invoices, due: [], canceled: [] }, 3)).toContain("Your 3 invoices are paid");
});
