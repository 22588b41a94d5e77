import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openPayments } from "../support/payments.ts";

type Someone = { id: string; token: string };
let world: Awaited<ReturnType<typeof openPayments>>;
let admin: Someone;
let rep: Someone;

beforeAll(async () => {
  world = await openPayments();
  admin = await world.newClient("boss@example.com");
  rep = await world.newClient("rep@example.com");
  await world.rows("update public.user_roles set role = 'admin' where user_id = $1", [admin.id]);
  await world.rows("update public.user_roles set role = 'sales' where user_id = $1", [rep.id]);
});
afterAll(() => world.close());

async function payingClient(email: string): Promise<Someone> {
  const client = await world.newClient(email);
  const { reply } = await world.call("create-subscription", {}, client.token);
  await world.pay(reply.url ?? "");
  await world.call("check-subscription", {}, client.token);
  return client;
}

const change = (clientId: string, ends: unknown, { token }: Someone = admin) =>
  world.call("change-plan", { client_id: clientId, ends }, token);

/** What the database has of a plan, the emails about a change, and its entries in the audit log. */
async function state({ id }: Someone) {
  const [plan] = await world.rows("select cancel_at_period_end as ends from public.subscriptions where user_id = $1", [
    id,
  ]);
  const mails = await world.rows(
    `select payload ->> 'template' as template, payload #>> '{data,byAgency}' as "byAgency", payload #>> '{data,colleague}' as colleague
     from private.outbox where payload ->> 'template' in ('premium-canceled', 'premium-kept') and payload ->> 'to' = (
       select email from auth.users where id = $1) order by run_at, created_at`,
    [id],
  );
  const entries = await world.rows(
    `select actor_id, subject, before, after from public.audit_log where table_name = 'subscriptions' and row_id = $1::text order by id`,
    [id],
  );
  return { ends: plan?.ends, mails, entries };
}

test("an admin cancels the plan of a client and keeps it after all, each once", async () => {
  const client = await payingClient("ann@example.com");
  const answers = await Promise.all([change(client.id, true), change(client.id, true)]);
  expect(answers.map(({ status, reply }) => [status, reply])).toEqual(
    Array(2).fill([200, { ends: true, until: expect.stringMatching(/^20/) }]),
  );
  for (const message of world.messages.splice(0)) await world.deliver(message);
  expect((await change(client.id, true)).status).toBe(200);
  const canceled = { template: "premium-canceled", byAgency: "true", colleague: null };
  const entry = {
    actor_id: admin.id,
    subject: "ann@example.com",
    before: { cancel_at_period_end: false },
    after: { cancel_at_period_end: true },
  };
  expect(await state(client)).toEqual({ ends: true, mails: [canceled], entries: [entry] });
  expect((await change(client.id, false)).reply).toMatchObject({ ends: false });
  expect(await state(client)).toEqual({
    ends: false,
    mails: [canceled, { ...canceled, template: "premium-kept" }],
    entries: [entry, { ...entry, before: entry.after, after: entry.before }],
  });
});

test("what the client does on their own page afterward is not said to be the agency's", async () => {
  const client = await payingClient("own@example.com");
  await change(client.id, true);
  await world.call("customer-portal", {}, client.token);
  const [row] = await world.rows("select stripe_subscription_id as id from public.subscriptions where user_id = $1", [
    client.id,
  ]);
  await world.provider.payments.stripe.subscriptions.update(String(row?.id), { cancel_at_period_end: false });
  await world.call("check-subscription", {}, client.token);
  const { mails, entries } = await state(client);
  expect(mails).toEqual([
    { template: "premium-canceled", byAgency: "true", colleague: null },
    { template: "premium-kept", byAgency: null, colleague: null },
  ]);
  expect(entries).toHaveLength(1);
});

test("only an admin does it, for a client with a plan at the provider", async () => {
  const client = await payingClient("bob@example.com");
  for (const caller of [client, rep]) expect((await change(client.id, true, caller)).status).toBe(403);
  expect((await world.call("change-plan", { client_id: client.id, ends: true })).status).toBe(401);
  for (const body of [
    {},
    { client_id: client.id },
    { client_id: "bob", ends: true },
    { client_id: client.id, ends: 1 },
  ])
    expect((await world.call("change-plan", body, admin.token)).status).toBe(400);
  for (const id of [randomUUID(), rep.id, admin.id])
    expect(await change(id, true)).toMatchObject({ status: 404, reply: { code: "plan_not_found" } });
  expect(await state(client)).toEqual({ ends: false, mails: [], entries: [] });
});

test("a plan that has ended at the provider ends here, too, and a provider that is away changes nothing", async () => {
  const client = await payingClient("cat@example.com");
  const { subscriptions } = world.provider.payments.stripe;
  const away = vi.spyOn(subscriptions, "update").mockRejectedValueOnce(new Error("Away"));
  expect((await change(client.id, true)).status).toBe(500);
  away.mockRestore();
  expect(await state(client)).toEqual({ ends: false, mails: [], entries: [] });
  const ended = vi.spyOn(subscriptions, "list").mockResolvedValueOnce({ data: [] } as never);
  expect(await change(client.id, true)).toMatchObject({ status: 404, reply: { code: "plan_not_found" } });
  ended.mockRestore();
  const [plan] = await world.rows("select subscribed from public.subscriptions where user_id = $1", [client.id]);
  expect(plan).toEqual({ subscribed: false });
});
