import { Hono } from "hono";
import type { Actions } from "./actions.ts";
import { type FormObject, objectAt, parseForm, textAt, textsAt } from "./form-body.ts";
import type { KnownPayment, Session } from "./records.ts";
import type { Store } from "./store.ts";
import {
  wireCustomer,
  wireEvent,
  wireIntent,
  wireList,
  wireRefund,
  wireSession,
  wireSubscription,
} from "./wire-objects.ts";

const SESSION_SECONDS = 86_400;

class Refusal extends Error {
  readonly status: number;
  readonly param: string | undefined;
  readonly type: string;
  constructor(status: number, message: string, param?: string, type = "invalid_request_error") {
    super(message);
    this.status = status;
    this.param = param;
    this.type = type;
  }
}

/** Finds a payment in the product's ledger. */
export type FindPayment = (intent: string) => Promise<KnownPayment | null>;

/** The part of Stripe's HTTP API that our functions use. Everything else is refused in Stripe's error format. */
export function createApi(store: Store, actions: Actions, pageUrl: string, findPayment: FindPayment): Hono {
  const { records, now, newId } = store;
  const api = new Hono();
  const missing = (what: string, id: string): never => {
    throw new Refusal(404, `No such ${what}: '${id}'`, "id");
  };
  const session = (id: string): Session => records.sessions[id] ?? missing("checkout.session", id);
  const newest = <Item extends { created: number }>(items: Record<string, Item>) =>
    Object.values(items).sort((a, b) => b.created - a.created);

  api.onError((error, context) => {
    const known =
      error instanceof Refusal ? error : new Refusal(500, "The local payment server failed", undefined, "api_error");
    const body = {
      error: { type: known.type, message: known.message, ...(known.param ? { param: known.param } : {}) },
    };
    return context.json(body, known.status as 400);
  });
  api.notFound((context) => {
    const message = `Unrecognized request URL (${context.req.method}: ${context.req.path}): the local payment server doesn't support it`;
    return context.json({ error: { type: "invalid_request_error", message } }, 404);
  });
  api.use(async (context, next) => {
    actions.runDue();
    const key = context.req.header("idempotency-key");
    const asked = `${context.req.method} ${context.req.path} ${await context.req.text()}`;
    const before = context.req.method === "POST" && key ? records.answers[key] : undefined;
    if (before && before.asked !== asked)
      throw new Refusal(
        400,
        "Keys for idempotent requests can only be used with the same parameters they were first used with.",
        undefined,
        "idempotency_error",
      );
    if (before)
      return new Response(before.body, {
        status: before.status,
        headers: { "Content-Type": "application/json", "Idempotent-Replayed": "true" },
      });
    await next();
    if (context.req.method === "GET") return;
    if (key && context.res.ok)
      records.answers[key] = { asked, status: context.res.status, body: await context.res.clone().text() };
    store.save();
  });

  const form = async (request: { text(): Promise<string> }) => parseForm(await request.text());

  api.post("/v1/customers", async (context) => {
    const body = await form(context.req);
    const customer = {
      id: newId("cus"),
      email: textAt(body, "email") ?? "",
      created: now(),
      metadata: textsAt(body, "metadata"),
    };
    records.customers[customer.id] = customer;
    return context.json(wireCustomer(customer));
  });
  api.get("/v1/customers/:id", (context) => {
    const id = context.req.param("id");
    return context.json(wireCustomer(records.customers[id] ?? missing("customer", id)));
  });

  api.post("/v1/checkout/sessions", async (context) => {
    const created = newSession(await form(context.req));
    records.sessions[created.id] = created;
    return context.json(wireSession(created, records, pageUrl));
  });
  api.get("/v1/checkout/sessions", (context) => {
    const { customer, payment_intent, status } = context.req.query();
    const found = newest(records.sessions).filter(
      (each) =>
        (!customer || each.customer === customer) &&
        (!payment_intent || each.intent === payment_intent) &&
        (!status || each.status === status),
    );
    return context.json(
      wireList(
        "/v1/checkout/sessions",
        found.map((each) => wireSession(each, records, pageUrl)),
      ),
    );
  });
  api.get("/v1/checkout/sessions/:id", (context) => {
    const expand = expandedPaths(context.req.url);
    return context.json(wireSession(session(context.req.param("id")), records, pageUrl, expand));
  });
  api.post("/v1/checkout/sessions/:id/expire", (context) => {
    const found = session(context.req.param("id"));
    if (found.status !== "open")
      throw new Refusal(400, 'Only Checkout Sessions with a status in ["open"] can be expired.');
    actions.expire(found);
    return context.json(wireSession(found, records, pageUrl));
  });

  api.get("/v1/payment_intents/:id", async (context) => {
    const id = context.req.param("id");
    const known = records.intents[id] ? null : await findPayment(id);
    if (known) actions.remember(known);
    const wantsCharge = expandedPaths(context.req.url).includes("latest_charge");
    return context.json(wireIntent(records.intents[id] ?? missing("payment_intent", id), records, wantsCharge));
  });
  api.get("/v1/refunds", (context) => {
    const intent = context.req.query("payment_intent");
    return context.json(
      wireList(
        "/v1/refunds",
        newest(records.refunds)
          .filter((each) => !intent || each.intent === intent)
          .map(wireRefund),
      ),
    );
  });
  api.post("/v1/refunds", async (context) => {
    const body = await form(context.req);
    const id = textAt(body, "payment_intent") ?? "";
    const intent = records.intents[id] ?? missing("payment_intent", id);
    const before = Object.values(records.refunds)
      .filter((each) => each.intent === id)
      .reduce((sum, each) => sum + each.amount, 0);
    const amount = Number(textAt(body, "amount") ?? intent.amount - before);
    if (intent.status !== "succeeded" || !(amount > 0) || before + amount > intent.amount)
      throw new Refusal(400, "Refund amount is greater than unrefunded amount on charge", "amount");
    return context.json(actions.refund(id, amount, textsAt(body, "metadata")));
  });

  api.get("/v1/subscriptions", (context) => {
    const customer = context.req.query("customer");
    const found = newest(records.subscriptions).filter((each) => !customer || each.customer === customer);
    return context.json(wireList("/v1/subscriptions", found.map(wireSubscription)));
  });
  api.get("/v1/subscriptions/:id", (context) => {
    const id = context.req.param("id");
    return context.json(wireSubscription(records.subscriptions[id] ?? missing("subscription", id)));
  });
  api.post("/v1/subscriptions/:id", async (context) => {
    const id = context.req.param("id");
    const subscription = records.subscriptions[id] ?? missing("subscription", id);
    if (subscription.status === "canceled")
      throw new Refusal(400, "A canceled subscription can only update its cancellation_details and metadata.");
    const ends = textAt(await form(context.req), "cancel_at_period_end");
    if (ends !== undefined) actions.cancelAtPeriodEnd(subscription, ends === "true");
    return context.json(wireSubscription(subscription));
  });
  api.post("/v1/billing_portal/sessions", async (context) => {
    const body = await form(context.req);
    const customer = textAt(body, "customer") ?? "";
    if (!records.customers[customer]) missing("customer", customer);
    const id = newId("bps");
    const back = encodeURIComponent(textAt(body, "return_url") ?? pageUrl);
    const url = `${pageUrl}/dev/pay/portal/${customer}?return_url=${back}`;
    return context.json({ id, object: "billing_portal.session", customer, url, created: now(), livemode: false });
  });
  api.get("/v1/events", (context) => {
    const { delivery_success, "created[gte]": since = "0" } = context.req.query();
    const found = newest(records.events).filter(
      ({ created, deliveredAt }) =>
        created >= Number(since) && (!delivery_success || (deliveredAt !== null) === (delivery_success === "true")),
    );
    return context.json(wireList("/v1/events", found.map(wireEvent)));
  });
  return api;

  function readLine(body: FormObject, at: string) {
    const item = objectAt(objectAt(body, "line_items"), at);
    const price = objectAt(item, "price_data");
    const product = objectAt(price, "product_data");
    const amount = Number(textAt(price, "unit_amount")) * Number(textAt(item, "quantity") ?? 1);
    if (!Number.isSafeInteger(amount) || amount < 1)
      throw new Refusal(400, "Invalid integer: unit_amount", `line_items[${at}][price_data][unit_amount]`);
    return {
      amount,
      currency: textAt(price, "currency") ?? "usd",
      name: textAt(product, "name") ?? "Payment",
      description: textAt(product, "description") ?? "",
    };
  }

  function newSession(body: FormObject): Session {
    const mode = textAt(body, "mode");
    if (mode !== "payment" && mode !== "subscription")
      throw new Refusal(400, "Invalid mode: only payment and subscription are supported here", "mode");
    const customer = textAt(body, "customer") ?? "";
    if (!records.customers[customer]) missing("customer", customer);
    const lines = Object.keys(objectAt(body, "line_items")).map((at) => readLine(body, at));
    const [first] = lines;
    if (!first) throw new Refusal(400, "You must provide line_items", "line_items");
    if (lines.some(({ currency }) => currency !== first.currency))
      throw new Refusal(400, "All line items must have the same currency", "line_items");
    const inner = objectAt(body, mode === "payment" ? "payment_intent_data" : "subscription_data");
    const id = newId("cs");
    return {
      id,
      mode,
      status: "open",
      paid: false,
      customer,
      amount: lines.reduce((sum, { amount }) => sum + amount, 0),
      currency: first.currency,
      name: lines.length > 1 ? `${lines.length} invoices` : first.name,
      description: lines.length > 1 ? lines.map(({ name }) => name).join(", ") : first.description,
      ...(lines.length > 1 && { lines: lines.map(({ name, amount }) => ({ name, amount })) }),
      metadata: textsAt(body, "metadata"),
      intentMetadata: textsAt(inner, "metadata"),
      trialDays: Number(textAt(inner, "trial_period_days") ?? 0),
      clientReference: textAt(body, "client_reference_id") ?? null,
      successUrl: (textAt(body, "success_url") ?? pageUrl).replace("{CHECKOUT_SESSION_ID}", id),
      cancelUrl: textAt(body, "cancel_url") ?? pageUrl,
      created: now(),
      expires: Number(textAt(body, "expires_at") ?? now() + SESSION_SECONDS),
      intent: null,
      subscription: null,
    };
  }
}

/** The paths that a request asks to have in full, such as `expand[0]=latest_charge`. */
const expandedPaths = (url: string): string[] =>
  [...new URL(url).searchParams].filter(([name]) => name.startsWith("expand")).map(([, path]) => path);
