import { createHash } from "node:crypto";
import type { Customer, Subscription } from "./records.ts";

const DAY = 86_400;
const seconds = (): number => Math.floor(Date.now() / 1000);

export const DEMO_PLAN = "sub_test_demo";

/** The demo's client in a free trial, with the same name as in the seed. */
export const DEMO_CUSTOMER: Customer = {
  id: "cus_test_demo",
  email: "client@example.com",
  created: seconds() - 2 * DAY,
  metadata: {},
};

/** A trial that started two days ago, as in `supabase/seed.sql`. */
export function demoPlan(): Subscription {
  const end = seconds() + 5 * DAY;
  return {
    id: DEMO_PLAN,
    customer: DEMO_CUSTOMER.id,
    status: "trialing",
    amount: 4_900,
    currency: "usd",
    created: seconds() - 2 * DAY,
    periodStart: seconds() - 2 * DAY,
    periodEnd: end,
    trialEnd: end,
    cancelAtPeriodEnd: false,
    canceledAt: null,
    metadata: { user_id: demoId(DEMO_CUSTOMER.email) },
  };
}

/** Makes ids from names, as the seed's `pg_temp.demo_id` does. */
function demoId(name: string): string {
  const hash = createHash("md5").update(`demo:${name}`).digest("hex");
  const version = `${hash.slice(0, 12)}3${hash.slice(13, 16)}8${hash.slice(17)}`;
  return version.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
