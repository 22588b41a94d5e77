import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPayments } from "../support/payments.ts";

type World = Awaited<ReturnType<typeof openPayments>>;
let world: World;
let client: { id: string; token: string };
let other: { id: string; token: string };

beforeAll(async () => {
  world = await openPayments();
  client = await world.newClient("client@example.com");
  other = await world.newClient("other@example.com");
});
afterAll(() => world.close());

const stateOf = async (invoice: string) =>
  (
    await world.rows("select status, refunded_amount, needs_attention from public.invoices where id = $1", [invoice])
  )[0];
const ledgerOf = (invoice: string) =>
  world.rows(
    `select kind, sum(amount)::integer as amount, count(*)::integer as entries, bool_or(is_duplicate) as flagged
     from public.payments where invoice_id = $1 group by kind order by kind`,
    [invoice],
  );

/** Starts a payment. Returns the page's address and the session's id. */
async function begin(invoice: string) {
  const { reply } = await world.call("create-invoice-payment", { invoiceId: invoice }, client.token);
  const url = reply.url ?? "";
  return { url, session: url.split("/").at(-1) ?? "" };
}

/** The payment server sends events in the background, so this waits for them. */
async function messagesAbout(work: () => unknown) {
  world.messages.length = 0;
  await work();
  await new Promise((resolve) => setImmediate(resolve));
  await world.provider.flush();
  return [...world.messages];
}

const typeOf = ({ body }: { body: string }) => (JSON.parse(body) as { type: string }).type;
const isBalanced = { status: "paid", refunded_amount: 1200, needs_attention: null };

/** All different permutations of a list. */
function orders<Item>(items: readonly Item[]): Item[][] {
  if (items.length < 2) return [[...items]];
  const different = items.filter((item, at) => items.indexOf(item) === at);
  return different.flatMap((item) => orders(items.toSpliced(items.indexOf(item), 1)).map((rest) => [item, ...rest]));
}

describe("the provider's events about one invoice", () => {
  /** An expired page, one that was declined and then paid, and a partial refund: five events. */
  async function story() {
    const invoice = await world.newInvoice(client.id);
    const { stripe } = world.deps.payments ?? {};
    const messages = await messagesAbout(async () => {
      const first = await begin(invoice);
      await stripe?.checkout.sessions.expire(first.session);
      await world.rows("update private.checkouts set status = 'expired' where invoice_id = $1", [invoice]);
      const second = await begin(invoice);
      await world.pay(second.url, "4000000000000002");
      await world.pay(second.url);
      const session = await stripe?.checkout.sessions.retrieve(second.session);
      await stripe?.refunds.create({ payment_intent: String(session?.payment_intent), amount: 1200 });
    });
    const wanted = ["expired", "completed", "refund.created", "charge.refunded"];
    return { invoice, told: messages.filter((message) => wanted.some((end) => typeOf(message).endsWith(end))) };
  }

  test("lead to one state in every order, with one event repeated, one late and one lost", async () => {
    const [sample] = [await story()];
    expect(sample.told.map(typeOf).toSorted()).toEqual([
      "charge.refunded",
      "checkout.session.completed",
      "checkout.session.expired",
      "refund.created",
    ]);
    // The last event of each order is lost and the one before it is late, so that each event is tested as both.
    const all = orders([0, 1, 2, 3, 1]);
    expect(all).toHaveLength(60);
    for (const order of all) {
      const { invoice, told } = await story();
      const sent = order.flatMap((at) => told[at] ?? []);
      for (const message of sent.slice(0, 3)) expect(await world.deliver(message)).toBe(200);
      await world.reconcile();
      for (const message of sent.slice(3, 4)) expect(await world.deliver(message)).toBe(200);
      expect([order, await stateOf(invoice)]).toEqual([order, isBalanced]);
      expect(await ledgerOf(invoice)).toEqual([
        { kind: "payment", amount: 5000, entries: 1, flagged: false },
        { kind: "refund", amount: 1200, entries: 1, flagged: false },
      ]);
      await world.forgetMessages();
    }
    expect(world.logged).toEqual([]);
  }, 180_000);

  test("about a second payment are recorded and flagged", async () => {
    const invoice = await world.newInvoice(client.id);
    const first = await begin(invoice);
    // A second page can exist only through an error, so the test makes the database forget the first.
    await world.rows("update private.checkouts set status = 'expired' where invoice_id = $1", [invoice]);
    const second = await begin(invoice);
    expect(second.session).not.toBe(first.session);
    for (const { url } of [first, second]) await world.pay(url);
    await world.reconcile();
    expect(await stateOf(invoice)).toMatchObject({
      status: "paid",
      needs_attention: "paid_twice",
    });
    expect(await ledgerOf(invoice)).toEqual([{ kind: "payment", amount: 10_000, entries: 2, flagged: true }]);
  });
});

describe("an event is refused, and changes nothing,", () => {
  async function paidPage() {
    const invoice = await world.newInvoice(client.id);
    const { url, session } = await begin(invoice);
    const told = await messagesAbout(() => world.pay(url));
    return { invoice, session, message: told.find((each) => typeOf(each) === "checkout.session.completed") };
  }
  const sign = (body: string, secret: string, timestamp: number) =>
    Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp });
  const now = () => Math.floor(Date.now() / 1000);

  test.each([
    ["without a signature", () => ""],
    ["with a wrong secret", (body: string) => sign(body, "whsec_another", now())],
    ["with an old signature", (body: string) => sign(body, secretOf(), now() - 600)],
    ["with the signature of another body", () => sign("{}", secretOf(), now())],
  ])("%s", async (_, signature) => {
    const { invoice, message } = await paidPage();
    const body = message?.body ?? "";
    expect(await world.deliver({ body, signature: signature(body) })).toBe(400);
    expect(await stateOf(invoice)).toMatchObject({ status: "pending" });
    expect(await ledgerOf(invoice)).toEqual([]);
  });
  const secretOf = () => world.deps.payments?.webhookSecret ?? "";

  test("when it is replayed", async () => {
    const { invoice, message } = await paidPage();
    if (!message) throw new Error("no message");
    for (const _ of [1, 2, 3]) expect(await world.deliver(message)).toBe(200);
    expect(await ledgerOf(invoice)).toMatchObject([{ entries: 1 }]);
    const mails = await world.rows("select from private.outbox where dedupe_key like $1", [
      `invoice:${invoice}:payment-received%`,
    ]);
    expect(mails.length).toBe(1);
  });

  test("if the session is another person's, or of another invoice", async () => {
    const { invoice, session } = await paidPage();
    const another = await world.newInvoice(client.id);
    const theirs = await world.newInvoice(other.id);
    const verify = async (invoiceId: string, token: string) =>
      (await world.call("verify-payment", { sessionId: session, invoiceId }, token)).status;
    expect([
      await verify(invoice, other.token),
      await verify(theirs, other.token),
      await verify(another, client.token),
    ]).toEqual([403, 403, 403]);
    for (const id of [another, theirs]) expect(await stateOf(id)).toMatchObject({ status: "pending" });
  });
});

describe("an invoice's PDF", () => {
  test("is only for its client", async () => {
    const invoice = await world.newInvoice(client.id);
    const mine = await world.call("invoice-pdf", { invoiceId: invoice }, client.token);
    expect([mine.status, mine.response.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    expect(mine.response.headers.get("content-disposition")).toMatch(/^attachment; filename="T-/);
    expect((await world.call("invoice-pdf", { invoiceId: invoice }, other.token)).status).toBe(404);
    expect((await world.call("invoice-pdf", { invoiceId: invoice })).status).toBe(401);
    expect((await world.call("invoice-pdf", { invoiceId: "1" }, client.token)).status).toBe(400);
    await world.rows("update public.invoices set status = 'draft' where id = $1", [invoice]);
    expect((await world.call("invoice-pdf", { invoiceId: invoice }, client.token)).status).toBe(404);
  });
});

describe("an open payment page", () => {
  test("is one page for twenty parallel calls", async () => {
    const invoice = await world.newInvoice(client.id);
    const pages = await Promise.all(Array.from({ length: 20 }, () => begin(invoice)));
    expect(new Set(pages.map(({ url }) => url)).size).toBe(1);
  });

  test("with another amount is closed before the new one opens", async () => {
    const invoice = await world.newInvoice(client.id);
    const first = await begin(invoice);
    await world.rows("update public.invoices set amount = 7000 where id = $1", [invoice]);
    const second = await begin(invoice);
    expect(second.url).not.toBe(first.url);
    expect((await world.pay(first.url)).status).toBe(410);
    await world.pay(second.url);
    await world.reconcile();
    expect(await ledgerOf(invoice)).toMatchObject([{ amount: 7000, entries: 1 }]);
  });

  test("is found again if its texts changed after a crash", async () => {
    const invoice = await world.newInvoice(client.id);
    const first = await begin(invoice);
    await world.rows(
      "update private.checkouts set session_id = null, url = null, status = 'opening' where invoice_id = $1",
      [invoice],
    );
    await world.rows("update public.invoices set description = 'Other words' where id = $1", [invoice]);
    expect((await begin(invoice)).url).toBe(first.url);
  });
});
