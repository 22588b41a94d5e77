import { afterAll, beforeAll, expect, test } from "vitest";
import { openPayments } from "../support/payments.ts";

let world: Awaited<ReturnType<typeof openPayments>>;
let client: { id: string; token: string };
let other: { id: string; token: string };

beforeAll(async () => {
  world = await openPayments();
  client = await world.newClient("client@example.com");
  other = await world.newClient("other@example.com");
});
afterAll(() => world.close());

const newInvoices = async (...amounts: number[]) => {
  const ids: string[] = [];
  for (const amount of amounts) ids.push(await world.newInvoice(client.id, amount));
  return ids;
};
const begin = async (invoiceIds: string[]) => {
  const { status, reply } = await world.call("create-invoice-payment", { invoiceIds }, client.token);
  const url = reply.url ?? "";
  return { status, code: reply.code, url, session: url.split("/").at(-1) ?? "" };
};
const statusesOf = async (ids: string[]) =>
  Promise.all(
    ids.map(async (id) => (await world.rows("select status from public.invoices where id = $1", [id]))[0]?.status),
  );
const ledgerOf = async (ids: string[]) =>
  Promise.all(
    ids.map((id) =>
      world.rows("select kind, amount from public.payments where invoice_id = $1 order by occurred_at, kind", [id]),
    ),
  );
const payment = (amount: number) => ({ kind: "payment", amount });
const verify = (session: string, invoiceId: string, token = client.token) =>
  world.call("verify-payment", { sessionId: session, invoiceId }, token);

test("several invoices are paid on one page, once, whoever reports it first and however often", async () => {
  const ids = await newInvoices(1000, 2500, 400);
  const calls = await Promise.all([begin(ids), begin([...ids].reverse()), begin(ids)]);
  expect(new Set(calls.map(({ url }) => url)).size).toBe(1);
  const [{ url, session } = { url: "", session: "" }] = calls;
  expect(await (await world.provider.pages(new Request(url))).text()).toContain("Pay $39.00");
  world.messages.length = 0;
  await world.pay(url);
  await world.provider.flush();
  for (const message of [...world.messages, ...world.messages]) expect(await world.deliver(message)).toBe(200);
  for (const id of ids) {
    const { reply } = await verify(session, id);
    expect(reply).toMatchObject({ success: true, amount: 3900, currency: "usd" });
    const shares = (reply.invoices ?? []).map(({ amount }) => amount);
    expect(shares.toSorted((one, other) => one - other)).toEqual([400, 1000, 2500]);
  }
  await world.reconcile();
  expect(await statusesOf(ids)).toEqual(["paid", "paid", "paid"]);
  expect(await ledgerOf(ids)).toEqual([[payment(1000)], [payment(2500)], [payment(400)]]);
  expect(await begin(ids)).toMatchObject({ status: 409, code: "already_paid" });
});

test("the return page is enough, and it is of no use to another client", async () => {
  const ids = await newInvoices(700, 800);
  const { url, session } = await begin(ids);
  await world.pay(url);
  expect((await verify(session, ids[0] ?? "", other.token)).status).toBe(403);
  const theirs = await world.newInvoice(other.id);
  expect((await verify(session, theirs, other.token)).status).toBe(403);
  expect((await verify(session, ids[1] ?? "")).reply).toMatchObject({ success: true, amount: 1500 });
  expect(await statusesOf(ids)).toEqual(["paid", "paid"]);
  await world.forgetMessages();
});

test("one invoice's own page and the common page close each other; one that was just paid is left out", async () => {
  const ids = await newInvoices(1100, 1200);
  const [first = ""] = ids;
  const alone = await world.call("create-invoice-payment", { invoiceId: first }, client.token);
  const both = await begin(ids);
  expect((await world.pay(alone.reply.url ?? "")).status).toBe(410);
  const again = await world.call("create-invoice-payment", { invoiceId: first }, client.token);
  expect((await world.pay(both.url)).status).toBe(410);
  // Paid, and we were not told: the common page asks the provider first.
  await world.pay(again.reply.url ?? "");
  const rest = await begin(ids);
  expect(await (await world.provider.pages(new Request(rest.url))).text()).toContain("Pay $12.00");
  await world.pay(rest.url);
  await verify(rest.session, ids[1] ?? "");
  expect(await ledgerOf(ids)).toEqual([[payment(1100)], [payment(1200)]]);
  await world.forgetMessages();
});

test("a refund at the provider is taken from the newest invoice, and a lost page is found by the reconciler", async () => {
  const ids = await newInvoices(300, 500);
  const { url, session } = await begin(ids);
  await world.rows("update private.combined_checkouts set session_id = null where session_id = $1", [session]);
  await world.pay(url);
  await world.rows("update private.checkouts set created_at = now() - interval '2 minutes'");
  await world.reconcile();
  expect(await statusesOf(ids)).toEqual(["paid", "paid"]);
  const { stripe } = world.provider.payments;
  const found = await stripe.checkout.sessions.retrieve(session);
  await stripe.refunds.create({ payment_intent: String(found.payment_intent), amount: 600 });
  await verify(session, ids[0] ?? "");
  const returned = await world.rows(
    "select refunded_amount::integer as amount from public.invoices where id = any ($1::uuid[])",
    [ids],
  );
  expect(returned.map(({ amount }) => Number(amount)).sort()).toEqual([100, 500]);
  await world.forgetMessages();
});

test("a payment that arrived is a success, and what is due after another payment was removed is told for each invoice", async () => {
  const [alone = "", first = "", second = ""] = await newInvoices(5000, 6000, 7000);
  const checks = [alone, second];
  // An admin records a check on two invoices, and removes both after the card paid the rest.
  for (const id of checks) {
    await world.rows(
      `insert into public.payments (invoice_id, client_id, kind, amount, currency, provider_ref, occurred_at, method)
       select id, client_id, 'payment', 1000, 'usd', 'manual:' || gen_random_uuid(), now(), 'Check' from public.invoices where id = $1`,
      [id],
    );
    await world.rows("select private.settle_invoice($1)", [id]);
  }
  const removeChecks = async () => {
    for (const id of checks) {
      await world.rows(
        "update public.payments set kind = 'removed' where invoice_id = $1 and provider_ref like 'manual:%'",
        [id],
      );
      await world.rows("select private.settle_invoice($1)", [id]);
    }
  };
  const single = await world.call("create-invoice-payment", { invoiceId: alone }, client.token);
  const both = await begin([first, second]);
  for (const url of [single.reply.url ?? "", both.url]) await world.pay(url);
  const session = single.reply.url?.split("/").at(-1) ?? "";
  expect((await verify(session, alone)).reply).toMatchObject({ success: true, due: [], canceled: [] });
  expect((await verify(both.session, second)).reply).toMatchObject({ success: true, due: [], canceled: [] });
  await removeChecks();
  expect(await statusesOf([alone, first, second])).toEqual(["pending", "paid", "pending"]);
  const due = [{ amount: 1000 }];
  expect((await verify(session, alone)).reply).toMatchObject({ success: true, amount: 4000, due });
  for (const id of [first, second])
    expect((await verify(both.session, id)).reply).toMatchObject({ success: true, amount: 12_000, due });
  await world.rows("update public.invoices set status = 'void' where id = $1", [second]);
  expect((await verify(both.session, first)).reply).toMatchObject({
    success: true,
    due: [],
    canceled: [expect.any(String)],
  });
  await world.forgetMessages();
});

test("a page that nobody paid is no success", async () => {
  const [one = ""] = await newInvoices(900);
  const { reply } = await world.call("create-invoice-payment", { invoiceId: one }, client.token);
  expect((await verify(reply.url?.split("/").at(-1) ?? "", one)).reply).toEqual({ success: false });
});

test("wrong requests are refused", async () => {
  const [mine = ""] = await newInvoices(100);
  const theirs = await world.newInvoice(other.id);
  expect((await begin([mine, theirs])).status).toBe(404);
  expect((await begin([])).status).toBe(400);
  expect((await begin(Array.from({ length: 51 }, () => mine))).status).toBe(400);
  expect((await world.call("create-invoice-payment", { invoiceIds: [mine] })).status).toBe(401);
});

test("a colleague who pays reads who gets the receipts, and the person on the invoices reads nothing else", async () => {
  const payer = await world.newClient("payer@example.com");
  await world.rows(
    `insert into public.account_members (account_id, user_id, role)
     select member.account_id, $2, 'billing' from public.account_members as member where member.user_id = $1`,
    [client.id, payer.id],
  );
  const ids = [...(await newInvoices(500, 600)), await world.newInvoice(payer.id, 700)];
  const { reply } = await world.call("create-invoice-payment", { invoiceIds: ids }, payer.token);
  await world.pay(reply.url ?? "");
  const session = reply.url?.split("/").at(-1) ?? "";
  const paid = await verify(session, ids[0] ?? "", payer.token);
  expect(paid.reply).toMatchObject({ success: true, recipients: { isYou: true, others: ["client@example.com"] } });
  const [single = ""] = await newInvoices(400);
  const alone = await world.call("create-invoice-payment", { invoiceId: single }, payer.token);
  await world.pay(alone.reply.url ?? "");
  const theirs = await verify(alone.reply.url?.split("/").at(-1) ?? "", single, payer.token);
  expect(theirs.reply.recipients).toEqual({ isYou: true, others: ["client@example.com"] });
  const own = await newInvoices(800);
  const { url, session: second } = await begin(own);
  await world.pay(url);
  expect((await verify(second, own[0] ?? "", payer.token)).reply.recipients).toEqual({
    isYou: false,
    others: ["client@example.com"],
  });
  expect((await verify(second, own[0] ?? "")).reply.recipients).toEqual({ isYou: true, others: [] });
  await world.forgetMessages();
});
