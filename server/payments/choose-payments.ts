import { mkdirSync } from "node:fs";
import { join } from "node:path";
import Stripe from "stripe";
import type { Payments } from "../../supabase/functions/_shared/deps.ts";
import { STRIPE_OPTIONS } from "../../supabase/functions/_shared/payments/stripe-options.ts";
import type { Environment } from "../environment/environment.ts";
import type { FindPayment } from "../test-payments/api.ts";
import type { Deliver } from "../test-payments/deliveries.ts";
import type { Merchant } from "../test-payments/page-frame.ts";
import { openTestPayments, type TestPayments } from "../test-payments/test-payments.ts";

export type ChosenPayments = { payments?: Payments; test?: TestPayments };

type Ours = { merchant: () => Promise<Merchant>; findPayment: FindPayment };

/**
 * Stripe if its keys are set; in the demo, the local test-mode server; otherwise none, and payments report that. The
 * local server's webhooks go through `deliver` to the same webhook function. It reads the agency's name and earlier payments
 * from our database.
 */
export function choosePayments(env: Environment, deliver: Deliver, ours?: Ours): ChosenPayments {
  if (env.STRIPE_SECRET_KEY)
    return {
      payments: {
        stripe: new Stripe(env.STRIPE_SECRET_KEY, {
          ...STRIPE_OPTIONS,
          ...(env.STRIPE_API_URL ? addressOf(env.STRIPE_API_URL) : {}),
        }),
        webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? "",
      },
    };
  if (!env.demo) return {};
  mkdirSync(env.dataDir, { recursive: true });
  const file = join(env.dataDir, "test-payments.json");
  const test = openTestPayments({ file, siteUrl: env.siteUrl, deliver, ...ours });
  return { payments: test.payments, test };
}

function addressOf(url: string): { protocol: "http" | "https"; host: string; port: string } {
  const { protocol, hostname, port } = new URL(url);
  const secure = protocol === "https:";
  return { protocol: secure ? "https" : "http", host: hostname, port: port || (secure ? "443" : "80") };
}
