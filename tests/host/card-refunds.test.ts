import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openPayments } from "../support/payments.ts";

let world: Awaited<ReturnType<typeof openPayments>>;
let client: { id: string; token: string };
let admin: { id: string; token: string };

beforeAll(async () => {
  world = await openPayments();
  client = await world.newClient("client@example.com");
  admin = await world.newClient("boss@example.com");
  await world.rows("update public.user_roles set role = 'admin' where user_id = $1", [admin.id]);
});
afterAll(() => world.close());

/** Pays on one page of the provider, as the return page does. */
async function payTogether(ids: string[]): Promise<void> {
  const asked = ids.length === 1 ? { invoiceId: ids[0] } : { invoiceIds: ids };
  const { reply } = await world.call("create-invoice-payment", asked, client.token);
  await world.pay(reply.url ?? "");
  const sessionId = reply.url?.split("/").at(-1);
  expect((await world.call("verify-payment", { sessionId, invoiceId: ids[0] }, client.token)).reply.success).toBe(true);
  await world.forgetMessages();
}

async function paidInvoice(amount = 5000): Promise<string> {
  const id = await world.newInvoice(client.id, amount);
  await payTogether([id]);
  return id;
}

const invoiceOf = async (id: string) =>
  (
    await world.rows(
      "select status, refunded_amount::integer as refunded, updated_at::text from public.invoices where id = $1",
      [id],
    )
  )[0];

type Given = { token?: string; id?: string; seen?: string; reason?: string };

async function refund(invoiceId: string, amount: number, given: Given = {}) {
  const expectedUpdatedAt = given.seen ?? String((await invoiceOf(invoiceId))?.updated_at);
  const { id = randomUUID(), reason = "A week late", token = admin.token } = given;
  const { status, reply } = await world.call(
    "refund-invoice",
    { id, invoiceId, expectedUpdatedAt, amount, reason },
    token,
  );
  return { status, code: reply.code, error: reply.error };
}
const eventsOf = (id: string) =>
  world.rows(
    "select kind, note, method, amount::integer as amount, actor_id from public.invoice_events where invoice_id = $1",
    [id],
  );
const lettersOf = (id: string) =>
  world.rows(
    "select payload from private.outbox where payload ->> 'template' = 'invoice-refunded' and payload #>> '{data,invoiceId}' = $1",
    [id],
  );

test("a payment that came with the demo's data goes back to the card as well", async () => {
  const id = await world.newInvoice(client.id, 5000);
  await world.rows(
    `insert into public.payments (invoice_id, client_id, kind, amount, currency, provider_ref, occurred_at)
     values ($1, $2, 'payment', 5000, 'usd', 'pi_demo', now() - interval '3 days')`,
    [id, client.id],
  );
  await world.rows("select private.settle_invoice($1)", [id]);
  expect(await refund(id, 2000)).toMatchObject({ status: 200 });
  expect(await refund(id, 3001)).toMatchObject({ status: 400 });
  expect(await refund(id, 3000)).toMatchObject({ status: 200 });
  expect(await invoiceOf(id)).toMatchObject({ status: "paid", refunded: 5000 });
  expect((await eventsOf(id)).filter(({ kind }) => kind === "refunded")).toHaveLength(2);
});

test("an admin sends part of a payment back to the card; the ledger, the history and the client know why", async () => {
  const id = await paidInvoice();
  expect((await refund(id, 1500)).status).toBe(200);
  expect(await invoiceOf(id)).toMatchObject({ status: "paid", refunded: 1500 });
  expect(await eventsOf(id)).toEqual([
    { kind: "refunded", note: "A week late", method: "Card", amount: 1500, actor_id: admin.id },
  ]);
  expect(await lettersOf(id)).toMatchObject([
    { payload: { data: { refunded: "1500", reason: "A week late", method: "Card" } } },
  ]);
});

test("a refund is sent and told once, however often it is asked for and reported", async () => {
  const id = await paidInvoice();
  const seen = String((await invoiceOf(id))?.updated_at);
  const request = randomUUID();
  world.messages.length = 0;
  expect((await refund(id, 5000, { id: request, seen })).status).toBe(200);
  expect((await refund(id, 5000, { id: request, seen })).status).toBe(200);
  const version = (await invoiceOf(id))?.updated_at;
  await world.provider.flush();
  for (const message of [...world.messages, ...world.messages]) expect(await world.deliver(message)).toBe(200);
  // What an admin sees now stays current, although the provider reported it again.
  expect(await invoiceOf(id)).toMatchObject({ refunded: 5000, updated_at: version });
  expect(await eventsOf(id)).toHaveLength(1);
  expect(await lettersOf(id)).toHaveLength(1);
  await world.forgetMessages();
});

test("an answer that was lost before the ledger knew is found again", async () => {
  const id = await paidInvoice();
  const request = randomUUID();
  const [entry] = await world.rows("select provider_ref from public.payments where invoice_id = $1", [id]);
  const metadata = { invoice_id: id, request_id: request, admin_id: admin.id, reason: "A week late" };
  await world.provider.payments.stripe.refunds.create({
    payment_intent: String(entry?.provider_ref),
    amount: 2000,
    metadata,
  });
  expect((await refund(id, 2000, { id: request })).status).toBe(200);
  expect((await invoiceOf(id))?.refunded).toBe(2000);
  expect(await eventsOf(id)).toHaveLength(1);
  await world.forgetMessages();
});

test.each(["failed", "canceled"])(
  "a refund that the provider reports as %s is no refund, and can be tried again",
  async (status) => {
    const id = await paidInvoice();
    const { refunds } = world.provider.payments.stripe;
    const asked = vi.spyOn(refunds, "create").mockResolvedValueOnce({ status } as never);
    expect(await refund(id, 2000)).toMatchObject({ status: 409, error: "The card didn't take the refund" });
    expect((await invoiceOf(id))?.refunded).toBe(0);
    asked.mockRestore();
    expect((await refund(id, 2000)).status).toBe(200);
    expect((await invoiceOf(id))?.refunded).toBe(2000);
    await world.forgetMessages();
  },
);

test("of two admins who saw the same invoice, one is refused", async () => {
  const id = await paidInvoice();
  const seen = String((await invoiceOf(id))?.updated_at);
  const answers = await Promise.all([refund(id, 1000, { seen }), refund(id, 1000, { seen })]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await invoiceOf(id))?.refunded).toBe(1000);
});

test("clients, colleagues without a session, too much, nothing and open invoices are refused", async () => {
  const id = await paidInvoice();
  expect((await refund(id, 100, { token: client.token })).status).toBe(403);
  expect((await refund(id, 100, { token: "nobody" })).status).toBe(401);
  expect(await refund(id, 5001)).toMatchObject({ status: 400, code: "22023" });
  expect((await refund(id, 0)).status).toBe(400);
  expect((await refund(id, 100, { reason: " " })).status).toBe(400);
  const open = await world.newInvoice(client.id, 900);
  expect(await refund(open, 100)).toMatchObject({ status: 409, code: "PT409" });
  expect((await refund(randomUUID(), 100, { seen: new Date().toISOString() })).status).toBe(404);
  expect((await invoiceOf(id))?.refunded).toBe(0);
});

test("money that an admin recorded by hand cannot go back to a card", async () => {
  const id = await world.newInvoice(client.id, 4000);
  await world.rows(
    `insert into public.payments (invoice_id, client_id, kind, amount, currency, provider_ref, occurred_at)
     values ($1, $2, 'payment', 4000, 'usd', 'manual:' || gen_random_uuid(), now())`,
    [id, client.id],
  );
  await world.rows("select private.settle_invoice($1)", [id]);
  expect(await refund(id, 100)).toMatchObject({ status: 409, error: expect.stringContaining("nothing to refund") });
});

test("a refund of one invoice that was paid together with others is that invoice's", async () => {
  const ids = [await world.newInvoice(client.id, 1000), await world.newInvoice(client.id, 2500)];
  await payTogether(ids);
  const [first = "", second = ""] = ids;
  expect((await refund(first, 1001)).status).toBe(400);
  expect((await refund(first, 1000)).status).toBe(200);
  expect([(await invoiceOf(first))?.refunded, (await invoiceOf(second))?.refunded]).toEqual([1000, 0]);
  expect(await eventsOf(first)).toHaveLength(1);
  expect((await refund(second, 2500)).status).toBe(200);
  expect((await invoiceOf(second))?.refunded).toBe(2500);
});
