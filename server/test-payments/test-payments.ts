import { Hono } from "hono";
import Stripe from "stripe";
import type { Payments } from "../../supabase/functions/_shared/deps.ts";
import { clockPage, portalPage } from "./account-pages.ts";
import { createActions, DAY } from "./actions.ts";
import { createApi, type FindPayment } from "./api.ts";
import { checkoutPage, closedPage, evaluateCard } from "./checkout-page.ts";
import { createDeliveries, type Deliver } from "./deliveries.ts";
import type { Merchant } from "./page-frame.ts";
import { openStore } from "./store.ts";

const MAX_STEP_DAYS = 366;

export type TestPayments = {
  /** The payment provider for our functions. */
  payments: Payments;
  /** Answers `/dev/pay/*`. */
  pages: (request: Request) => Response | Promise<Response>;
  /** Answers `/v1/*`, as the provider's own address does. */
  api: (request: Request) => Response | Promise<Response>;
  /** Sends the waiting events now. */
  flush: () => Promise<void>;
  stop: () => void;
};

type Options = {
  file: string;
  siteUrl: string;
  deliver: Deliver;
  /** The agency; without it, payers see the site's host and days in UTC. */
  merchant?: () => Promise<Merchant>;
  /** The product's ledger, for payments from before this server had records. Without it, it knows only its own. */
  findPayment?: FindPayment;
};

/**
 * The local test-mode payment server (docs/decisions/0008-payments.md). It implements the part of Stripe's protocol
 * that our functions use, works with Stripe's own SDK, and stores everything in one file. No money moves, and nothing
 * leaves the machine.
 */
export function openTestPayments(options: Options): TestPayments {
  const {
    siteUrl,
    merchant = async () => ({ name: new URL(siteUrl).host, region: { timeZone: "UTC" } }),
    findPayment = async () => null,
  } = options;
  const store = openStore(options.file);
  const { records, now } = store;
  const deliveries = createDeliveries(store, options.deliver);
  const actions = createActions(store, siteUrl, deliveries.emit);
  const api = createApi(store, actions, siteUrl, findPayment);
  const stripe = new Stripe("sk_test_local", {
    httpClient: Stripe.createFetchHttpClient(async (url, init) => api.fetch(new Request(url, init))),
    maxNetworkRetries: 0,
    telemetry: false,
  });
  const pages = new Hono().basePath("/dev/pay");

  pages.get("/checkout/:id", async (context) => {
    actions.runDue();
    const session = records.sessions[context.req.param("id")];
    return session?.status === "open"
      ? checkoutPage(session, records.customers[session.customer], (await merchant()).name)
      : closedPage(session);
  });
  pages.post("/checkout/:id", async (context) => {
    actions.runDue();
    const session = records.sessions[context.req.param("id")];
    if (session?.status !== "open") return closedPage(session);
    const body = await context.req.parseBody();
    const typed = (name: string) => String(body[name] ?? "").slice(0, 30);
    const number = typed("number");
    const verdict = evaluateCard(number);
    if (verdict === "paid") actions.pay(session);
    else if (verdict !== "unknown") actions.decline(session, verdict);
    store.save();
    if (verdict === "paid") return context.redirect(session.successUrl, 303);
    const problem = verdict === "unknown" ? "Your card number isn't one of the test cards." : verdict.message;
    const refused = { problem, number, expires: typed("expires") };
    return checkoutPage(session, records.customers[session.customer], (await merchant()).name, refused);
  });
  pages.get("/portal/:customer", async (context) => {
    actions.runDue();
    const customer = records.customers[context.req.param("customer")];
    if (!customer) return closedPage(undefined);
    const own = Object.values(records.subscriptions).filter((each) => each.customer === customer.id);
    return portalPage(customer, own, await merchant(), safeBack(context.req.query("return_url")));
  });
  pages.post("/portal/:customer", async (context) => {
    const body = await context.req.parseBody();
    const subscription = records.subscriptions[String(body.subscription ?? "")];
    if (subscription?.customer === context.req.param("customer") && subscription.status !== "canceled")
      actions.cancelAtPeriodEnd(subscription, body.cancel === "1");
    store.save();
    const back = encodeURIComponent(safeBack(context.req.query("return_url")));
    return context.redirect(`/dev/pay/portal/${context.req.param("customer")}?return_url=${back}`, 303);
  });
  pages.get("/clock", async () => clockPage(records, now(), (await merchant()).region));
  pages.post("/clock", async (context) => {
    const days = Number((await context.req.parseBody()).days);
    if (Number.isInteger(days) && days > 0 && days <= MAX_STEP_DAYS) records.ahead += days * DAY;
    actions.runDue();
    store.save();
    await deliveries.flush();
    return context.redirect("/dev/pay/clock", 303);
  });

  function safeBack(url: string | undefined): string {
    return url && URL.canParse(url) && new URL(url).origin === new URL(siteUrl).origin ? url : siteUrl;
  }

  return {
    payments: { stripe, webhookSecret: records.webhookSecret },
    pages: (request) => pages.fetch(request),
    api: (request) => api.fetch(request),
    flush: deliveries.flush,
    stop: deliveries.stop,
  };
}
