import { expect, test } from "vitest";
import { laterText, outlookText, type RetainerOutlook, sendsNow } from "./retainer-outlook.ts";

const NOV = { from: "2026-11-15", until: "2026-12-14" };
const DEC = { from: "2026-12-15", until: "2027-01-14" };
const base: RetainerOutlook = {
  is_first: true,
  client_status: "active",
  due: [],
  next: null,
  others: null,
  last_charge: null,
  running: null,
  billed: null,
  ended_on: null,
  has_past: false,
};
/** Regions differ in the spaces around the dash. */
const plain = (text: string) => text.replaceAll(/\s*–\s*/g, " – ");
function say(more: Partial<RetainerOutlook>, isNew = true) {
  const { now, rest } = outlookText({ ...base, ...more }, "$200.00", { client: "Ann Lee", to: "Ann" }, isNew);
  return { now: now && plain(now), rest: plain(rest) };
}

test("an invoice that is sent at once is named with its month, and with what follows", () => {
  expect(say({ due: [NOV], next: DEC })).toEqual({
    now: "The first invoice of $200.00 for Nov 15 – Dec 14, 2026 goes to Ann when you save.",
    rest: "The others follow automatically on the same day of each month.",
  });
  expect(say({ due: [NOV], others: 0 }).rest).toBe("It's the only one.");
  expect(say({ due: [NOV], others: 0, is_first: false })).toEqual({
    now: "The next invoice of $200.00 for Nov 15 – Dec 14, 2026 goes to Ann when you save.",
    rest: "It's the last one.",
  });
  expect(say({ due: [NOV], next: DEC, others: 0, last_charge: DEC.from }).rest).toBe(
    "One more follows automatically, on Dec 15, 2026.",
  );
  expect(say({ due: [NOV], next: DEC, others: 1, last_charge: "2027-01-15" }).rest).toBe(
    "2 more follow automatically on the same day of each month, the last one on Jan 15, 2027.",
  );
  expect(say({ due: [NOV], next: DEC, others: 1198, last_charge: "2126-10-15" }).rest).toContain("1,199 more follow");
});

test("an invoice that is sent later has its day", () => {
  expect(say({ next: DEC, others: 0, last_charge: DEC.from, is_first: false })).toEqual({
    now: null,
    rest: "The next invoice of $200.00 for Dec 15, 2026 – Jan 14, 2027 goes to Ann on Dec 15, 2026. It's the last one.",
  });
});

test("a month that runs now and isn't billed is named until it is chosen", () => {
  const later = "The first invoice of $200.00 for Dec 15, 2026 – Jan 14, 2027 goes to Ann on Dec 15, 2026.";
  const others = "The others follow automatically on the same day of each month.";
  expect(say({ next: DEC, running: NOV, has_past: true }).rest).toBe(
    `${later} ${others} The current month, Nov 15 – Dec 14, 2026, isn't billed. Earlier months aren't billed.`,
  );
  expect(say({ due: [NOV], next: DEC, running: NOV }).rest).toBe(others);
  expect(say({ running: NOV, others: 0 }).rest).toBe(
    "It sends no invoices: the current month, Nov 15 – Dec 14, 2026, isn't billed, and no others follow.",
  );
});

test("a retainer that sends nothing says why", () => {
  expect(say({ billed: NOV, others: 0, is_first: false }, false).rest).toBe(
    "It sends no more invoices: Nov 15 – Dec 14, 2026 is already billed and is its last month.",
  );
  expect(say({ ended_on: "2026-11-14", others: 0 }).rest).toBe(
    "Its term ended on Nov 14, 2026, so it sends no invoices.",
  );
});

test("a client who isn't active gets invoices later, and missed ones come together", () => {
  expect(sendsNow({ ...base, due: [NOV], client_status: "inactive" })).toBe(false);
  const until = "Ann Lee is deactivated, so it sends no invoices until that changes.";
  expect(say({ due: [NOV], client_status: "inactive", others: 0 })).toEqual({
    now: null,
    rest: `${until} The first invoice of $200.00 for Nov 15 – Dec 14, 2026 follows then. It's the only one.`,
  });
  expect(say({ next: DEC, client_status: "inactive" })).toEqual({
    now: null,
    rest: `${until} The first invoice of $200.00 for Dec 15, 2026 – Jan 14, 2027 follows then, or on Dec 15, 2026 if that's later. Months that begin in the meantime are billed then, too.`,
  });
  expect(say({ client_status: "inactive", others: 0, ended_on: "2026-11-14" }).rest).toBe(
    "Its term ended on Nov 14, 2026, so it sends no invoices.",
  );
  expect(say({ due: [NOV, DEC], others: 0, is_first: false })).toEqual({
    now: "The invoices of $200.00 each for Nov 15 – Dec 14, 2026 and Dec 15, 2026 – Jan 14, 2027 go to Ann when you save.",
    rest: "No others follow.",
  });
});

test("the open invoices after a term that was cut short are named, oldest first", () => {
  expect(laterText([])).toBeNull();
  const first = { invoice_number: "INV-1021", charge_date: "2026-11-10" };
  expect(laterText([first])).toBe(
    "INV-1021 for the month from Nov 10, 2026 stays open. Cancel it if it shouldn't be paid.",
  );
  expect(laterText([{ invoice_number: "INV-1030", charge_date: "2026-12-10" }, first])).toBe(
    "INV-1021 for the month from Nov 10, 2026 and INV-1030 for the month from Dec 10, 2026 stay open. Cancel them if they shouldn't be paid.",
  );
});
