import { expect, test } from "vitest";
import { notificationKindsOf } from "../../../../domain/notification-kinds.ts";
import { alwaysSent, partsSeen } from "./emails-sent.ts";

const account = { id: "1", name: "Acme", slug: "acme", role: "owner" as "owner" | "member" };
const rights = { accounts: [account], sees_money: true, sees_work: true, is_billed: true, has_plan: false };
const seenBy = (some: Partial<typeof rights>) => partsSeen(true, { ...rights, ...some });
const switches = (some: Partial<typeof rights>) => notificationKindsOf("client", seenBy(some)).map(({ kind }) => kind);

test("a client chooses among the emails that they get", () => {
  const leads = ["lead-arrived", "lead-clock"];
  expect(switches({})).toEqual(["payment-received", "retainer-renewing", "trial-ending", ...leads]);
  // Colleagues of the person who is billed get none of that person's emails. Those who can pay get receipts.
  expect(switches({ is_billed: false })).toEqual(["payment-received", ...leads]);
  expect(switches({ is_billed: false, sees_money: false })).toEqual(leads);
  expect(switches({ is_billed: false, sees_work: false })).toEqual(["payment-received"]);
  expect(switches({ is_billed: false, sees_money: false, has_plan: true, sees_work: false })).toEqual(["trial-ending"]);
  expect(switches({ accounts: [], is_billed: false })).toEqual([]);
  expect(partsSeen(true, undefined)).toEqual({
    leads: false,
    bills: false,
    receipts: false,
    plan: false,
    people: false,
  });
});

test("the emails that are always sent are those that a person gets", () => {
  const invoices =
    "Invoices and reminders, failed payments, refunds, credits and corrections, retainers that you take over or that change";
  expect(alwaysSent("client", seenBy({}))).toMatch(
    new RegExp(`^${invoices}, plan changes, replies to your requests, .*`),
  );
  expect(alwaysSent("client", seenBy({}))).toContain("calls that are booked, moved, canceled or handed over");
  expect(alwaysSent("client", seenBy({ is_billed: false, sees_work: false }))).toBe(
    "Plan changes, replies to your requests, people who join or leave your account, changes to your role in an account, your removal from an account, decisions about your access, and account security.",
  );
  // Only owners learn who joined.
  expect(alwaysSent("client", seenBy({ accounts: [{ ...account, role: "member" }] }))).not.toContain("who join");
  for (const role of ["sales", "admin"] as const) {
    expect(alwaysSent(role, partsSeen(false, undefined))).toContain("calls that are booked, moved, canceled");
    expect(alwaysSent(role, partsSeen(false, undefined))).not.toContain("nvoices");
  }
});
