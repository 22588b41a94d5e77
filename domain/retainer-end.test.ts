import { expect, test } from "vitest";
import { chargeDays } from "./charge-days.ts";
import { endText } from "./retainer-end.ts";

const retainer: Parameters<typeof endText>[0]["retainer"] = {
  ...{ status: "active", start_date: "2026-08-31", duration_months: null, monthly_amount: 40_000, currency: "usd" },
  invoices: 3,
};
type Given = Omit<Parameters<typeof endText>[0], "retainer"> & { retainer: Partial<typeof retainer> };
const say = (last: string, more: Partial<Given> = {}) =>
  endText({
    ...{
      outlook: { client_status: "active", due: [] },
      today: "2026-11-30",
      client: "Ann",
      to: "ann@example.com",
      last,
    },
    ...more,
    retainer: { ...retainer, ...more.retainer },
  });

test("an end says what the retainer still sends, and for how much", () => {
  expect(say("2026-11-30")).toBe("It sends no more invoices.");
  expect(say("2026-12-30")).toBe("It sends no more invoices.");
  expect(say("2026-12-31")).toBe("1 more invoice of $400.00 goes to ann@example.com on Dec 31, 2026.");
  expect(say("2027-03-01")).toBe(
    "3 more invoices of $400.00 each go to ann@example.com, the last one on Feb 28, 2027: $1,200.00 in total.",
  );
  expect(say("2027-03-01", { retainer: { duration_months: 5 } })).toBe(
    "1 more invoice of $400.00 goes to ann@example.com on Dec 31, 2026.",
  );
});

test("an end names what it sends right away, and what a retainer that hasn't begun doesn't send", () => {
  const due = [{ from: "2026-11-30", until: "2026-12-30" }];
  const outlook = { client_status: "active" as const, due };
  expect(say("2026-11-30", { outlook })).toBe(
    "1 invoice of $400.00 goes to ann@example.com now. It sends no more invoices.",
  );
  expect(say("2026-11-30", { outlook: { client_status: "active", due: [...due, ...due] } })).toContain(
    "2 invoices of $400.00 each go to ann@example.com now.",
  );
  expect(say("2026-11-30", { outlook: { client_status: "inactive", due } })).toBe(
    "Ann is deactivated, so it sends no invoices until that changes.",
  );
  const later = { start_date: "2026-12-10", invoices: 0 };
  expect(say("2026-12-09", { retainer: later })).toBe("It sends no invoices.");
  expect(say("2026-12-10", { retainer: later })).toBe("1 invoice of $400.00 goes to ann@example.com on Dec 10, 2026.");
});

test("an end says nothing before it is known, and that a pause sends nothing", () => {
  for (const last of ["", "0002-01-01", "2026-11-29"]) expect(say(last)).toBeNull();
  expect(say("2026-12-31", { outlook: null })).toBeNull();
  expect(say("2026-12-31", { outlook: null, retainer: { status: "paused" } })).toMatch(/^It's paused/);
  expect(say("2026-12-31", { outlook: null, retainer: { status: "pending" } })).toMatch(/^It's a draft/);
});

test("the days of charges are the day of the start, or the last one of a shorter month", () => {
  expect(chargeDays("2024-01-31", null, "2024-01-31", "2024-05-01")).toEqual([
    "2024-02-29",
    "2024-03-31",
    "2024-04-30",
  ]);
  expect(chargeDays("2026-11-15", 2, "2026-11-14", "2027-05-01")).toEqual(["2026-11-15", "2026-12-15"]);
});
