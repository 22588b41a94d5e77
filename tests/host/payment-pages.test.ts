import { expect, test } from "vitest";
import { portalPage } from "../../server/test-payments/account-pages.ts";

const LATE = Date.parse("2026-12-05T02:30:00Z") / 1000;
const customer = { id: "cus_1", email: "client@example.com", created: 0, metadata: {} };
const subscription = {
  ...{ id: "sub_1", customer: "cus_1", status: "trialing" as const, amount: 4900, currency: "usd", created: 0 },
  ...{ periodStart: 0, periodEnd: LATE, trialEnd: LATE, cancelAtPeriodEnd: false, canceledAt: null, metadata: {} },
};

test.each([
  ["America/New_York", "Dec 4, 2026"],
  ["UTC", "Dec 5, 2026"],
  ["Asia/Tokyo", "Dec 5, 2026"],
])("the payment pages name a day as the portal does, in the agency's zone %s", async (timeZone, day) => {
  const region = { locale: "en-US", timeZone };
  const show = async (canceled: boolean) =>
    portalPage(customer, [{ ...subscription, cancelAtPeriodEnd: canceled }], { name: "Agency", region }, "/").text();
  expect(await show(false)).toContain(`Free until ${day}, then $49.00 per month`);
  expect(await show(true)).toContain(`Ends on ${day}`);
});
