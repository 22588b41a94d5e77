import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../../supabase/database.types.ts";
import { type HostProcess, startHostProcess } from "../support/host-process.ts";
import { linkIn, readMail } from "../support/inbox.ts";
import { localInbox } from "../support/local-inbox.ts";
import { seededDataDirectory } from "../support/seeded-data.ts";
import { apiClient, signedInClient } from "../support/session.ts";

// A complete payment through HTTP, the provider's SDK and the local payment server.
type Client = SupabaseClient<Database>;
let host: HostProcess;
let client: Client;
let other: Client;

beforeAll(async () => {
  host = await startHostProcess({ DATA_DIR: await seededDataDirectory(), RATE_LIMIT_SCALE: "0" });
  ({ client } = await signedInClient(host.url, "client@example.com"));
  ({ client: other } = await signedInClient(host.url, "client2@example.com"));
});
afterAll(() => host.dispose());

async function call(caller: Client, name: string, body: Record<string, unknown> = {}) {
  const { data, error } = await caller.functions.invoke(name, { body });
  if (error) return { status: error.context.status as number, body: await error.context.json() };
  return { status: 200, body: data };
}

async function payable(index = 0) {
  const { data } = await client
    .from("invoices")
    .select("id, amount, status")
    .in("status", ["pending", "overdue"])
    .order("created_at", { ascending: false });
  return data?.[index] as { id: string; amount: number; status: string };
}

const pay = (url: string, number = "4242 4242 4242 4242") =>
  fetch(url, {
    method: "POST",
    redirect: "manual",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ number, expires: "12 / 40", code: "123" }),
  });
const inboxOf = (to: string) => localInbox(host.url, to);
const statusOf = async (id: string) =>
  (await client.from("invoices").select("status").eq("id", id).single()).data?.status;
const paymentsOf = async (id: string) => (await client.from("payments").select("*").eq("invoice_id", id)).data ?? [];

describe("an invoice", () => {
  test("is paid once, in any order and number of reports", async () => {
    const invoice = await payable();
    const { body } = await call(client, "create-invoice-payment", { invoiceId: invoice.id });
    const again = await call(client, "create-invoice-payment", { invoiceId: invoice.id });
    expect(again.body.url).toBe(body.url);
    const page = await (await fetch(body.url)).text();
    expect(page).toContain(`Pay $${(invoice.amount / 100).toLocaleString("en-US", { minimumFractionDigits: 2 })}`);
    const declined = await pay(body.url, "4000 0000 0000 0002");
    expect(await declined.text()).toContain("Your card was declined.");
    expect(await statusOf(invoice.id)).toBe(invoice.status);
    const paid = await pay(body.url);
    const back = new URL(paid.headers.get("location") ?? "");
    expect(back.pathname).toBe("/payment-success");
    const sessionId = back.searchParams.get("session_id");
    const verify = () => call(client, "verify-payment", { sessionId, invoiceId: invoice.id });
    for (const { status, body: answer } of await Promise.all([verify(), verify(), verify()]))
      expect([status, answer]).toMatchObject([
        200,
        {
          success: true,
          amount: invoice.amount,
          currency: "usd",
          method: "Visa ending in 4242",
          invoices: [{ id: invoice.id, amount: invoice.amount }],
        },
      ]);
    await expect.poll(() => statusOf(invoice.id)).toBe("paid");
    expect(await paymentsOf(invoice.id)).toMatchObject([
      { kind: "payment", amount: invoice.amount, is_duplicate: false, currency: "usd", method: "Visa ending in 4242" },
    ]);
    const about = async () =>
      (await inboxOf("client@example.com"))
        .filter(({ text }) => text.includes(invoice.id))
        .map(({ subject }) => subject);
    const number = (await client.from("invoices").select("invoice_number").eq("id", invoice.id).single()).data;
    // The declined card was tried on the page, and the invoice is paid, so it is not emailed.
    await expect
      .poll(about)
      .toEqual([expect.stringMatching(`^We received \\$[\\d,.]+ for invoice ${number?.invoice_number}$`)]);
    expect((await call(client, "create-invoice-payment", { invoiceId: invoice.id })).status).toBe(409);
    expect((await pay(body.url)).status).toBe(410);
  });

  test("is available to its client as a PDF", async () => {
    const { data } = await client
      .from("invoices")
      .select("id, invoice_number")
      .neq("status", "draft")
      .limit(1)
      .single();
    const { data: file } = await client.functions.invoke("invoice-pdf", { body: { invoiceId: data?.id } });
    expect(file).toBeInstanceOf(Blob);
    const bytes = Buffer.from(await (file as Blob).arrayBuffer());
    expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
    expect(bytes.length).toBeGreaterThan(10_000);
  });

  test("is emailed with dates and amounts as the agency's region writes them", async () => {
    const { client: admin } = await signedInClient(host.url, "admin@example.com");
    const setRegion = (locale: string) => admin.from("agency_settings").update({ locale }).eq("id", true);
    expect((await setRegion("de-DE")).error).toBeNull();
    const { data: draft } = await admin
      .from("invoices")
      .select("id, updated_at")
      .eq("status", "draft")
      .eq("amount", 200_000)
      .single();
    const { error } = await admin.rpc("send_invoice", {
      p_invoice_id: draft?.id ?? "",
      p_expected_updated_at: draft?.updated_at ?? "",
    });
    expect(error).toBeNull();
    const { subject, text } = await readMail(host.url, "client@example.com", /2\.000,00\s\$/);
    expect(`${subject} ${text}`).toMatch(/\d{1,2} [A-Z][a-z]+ 20\d\d/);
    await setRegion("en-US");
  });

  test("is paid through the provider's event alone, if nobody opens the success page", async () => {
    const invoice = await payable();
    const { body } = await call(client, "create-invoice-payment", { invoiceId: invoice.id });
    await pay(body.url);
    await expect.poll(() => statusOf(invoice.id)).toBe("paid");
  });

  test("of another client cannot be paid, verified or read; invalid input gets an explanation", async () => {
    const invoice = (await client.from("invoices").select("id").limit(1).single()).data?.id ?? "";
    expect((await call(other, "create-invoice-payment", { invoiceId: invoice })).status).toBe(404);
    expect((await call(other, "verify-payment", { sessionId: "cs_test_x", invoiceId: invoice })).status).toBe(403);
    expect((await call(client, "verify-payment", { sessionId: "cs_test_x", invoiceId: invoice })).status).toBe(403);
    expect((await call(client, "create-invoice-payment", { invoiceId: "1" })).status).toBe(400);
    expect(await (await other.from("payments").select("*").eq("invoice_id", invoice)).data).toEqual([]);
    const invented = { invoice_id: invoice, kind: "payment", amount: 1, currency: "usd", provider_ref: "pi_invented" };
    const { error } = await client
      .from("payments")
      .insert({ ...invented, client_id: invoice, occurred_at: "2026-01-01" });
    expect(error?.code).toBe("42501");
  });

  test("needs a session for every call", async () => {
    for (const name of [
      "create-invoice-payment",
      "verify-payment",
      "create-subscription",
      "check-subscription",
      "customer-portal",
    ]) {
      const answer = await fetch(`${host.url}/functions/v1/${name}`, { method: "POST", body: "{}" });
      expect([answer.status, await answer.json()]).toEqual([
        401,
        { error: "No session available", code: "no_session" },
      ]);
    }
  });
});

describe("the premium plan", () => {
  const state = async () => (await call(client, "check-subscription")).body;

  test("starts with seven free days, is managed and ends", async () => {
    const { client: fresh, session } = await signedInClient(host.url, "newclient@example.com");
    expect((await call(fresh, "check-subscription")).body).toMatchObject({
      subscribed: false,
      subscription_tier: "free",
    });
    const { body } = await call(fresh, "create-subscription");
    expect(await (await fetch(body.url)).text()).toContain("7 days free");
    const back = (await pay(body.url)).headers.get("location") ?? "";
    expect(back).toMatch(/\/subscription-success\?session_id=cs_test_/);
    const plan = (await call(fresh, "check-subscription")).body;
    expect(plan).toMatchObject({ subscribed: true, subscription_tier: "premium", subscription_status: "active" });
    const days = (Date.parse(plan.trial_end) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThan(7.1);
    expect((await call(fresh, "create-subscription")).status).toBe(409);
    const { data: row } = await fresh
      .from("subscriptions")
      .select("subscribed")
      .eq("user_id", session?.user.id ?? "")
      .single();
    expect(row).toEqual({ subscribed: true });
    const portal = (await call(fresh, "customer-portal")).body.url as string;
    const html = await (await fetch(portal)).text();
    const subscription = /name="subscription" value="([^"]+)"/.exec(html)?.[1] ?? "";
    await fetch(portal, {
      method: "POST",
      redirect: "manual",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ subscription, cancel: "1" }),
    });
    expect((await call(fresh, "check-subscription")).body.subscribed).toBe(true);
    const planMails = async () =>
      (await inboxOf("newclient@example.com")).map(({ subject }) => subject).filter((text) => /Premium/.test(text));
    await expect.poll(planMails).toContainEqual(expect.stringMatching(/^Premium was canceled. It ends on /));
    await fetch(`${host.url}/dev/pay/clock`, {
      method: "POST",
      redirect: "manual",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ days: "30" }),
    });
    await expect
      .poll(async () => (await call(fresh, "check-subscription")).body)
      .toMatchObject({ subscribed: false, subscription_status: "inactive" });
    // Once each, although the provider reports every change several times.
    await expect.poll(planMails).toContain("Premium has ended");
    expect((await planMails()).filter((text) => /canceled|ended/.test(text))).toHaveLength(2);
    const second = await call(fresh, "create-subscription");
    expect(await (await fetch(second.body.url)).text()).not.toContain("days free");
  });

  test("belongs to the account: a colleague sees it, and an account gets it once, also when two people subscribe at once", async () => {
    const { client: owner } = await signedInClient(host.url, "client2@example.com");
    const { client: billing } = await signedInClient(host.url, "arlo@ember.example");
    const opened = await Promise.all([call(owner, "create-subscription"), call(billing, "create-subscription")]);
    // Whichever came last has the only page. The other one was refused, or their page is closed.
    const urls = opened.flatMap(({ status, body }) => (status === 200 ? [body.url as string] : []));
    const paid = [];
    for (const url of urls) paid.push((await pay(url)).status);
    expect(paid.filter((status) => status === 303)).toHaveLength(1);
    for (const person of [owner, billing]) {
      expect((await call(person, "check-subscription")).body).toMatchObject({ subscribed: true });
      expect(await call(person, "create-subscription")).toMatchObject({ status: 409, body: { code: "plan_exists" } });
    }
    // Each of them can cancel it, and the one who pays reads that the other opened the page.
    const held = (await owner.rpc("account_plans")).data as { id: string; premium: { is_own: boolean } }[];
    const isPayer = held[0]?.premium.is_own;
    const account_id = held[0]?.id;
    const portal = (await call(isPayer ? billing : owner, "customer-portal", { account_id })).body.url as string;
    const subscription = /name="subscription" value="([^"]+)"/.exec(await (await fetch(portal)).text())?.[1] ?? "";
    await fetch(portal, {
      method: "POST",
      redirect: "manual",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ subscription, cancel: "1" }),
    });
    const told = await readMail(
      host.url,
      isPayer ? "client2@example.com" : "arlo@ember.example",
      /^Premium was canceled/,
    );
    expect(told.text.replaceAll(/\s+/g, " ")).toMatch(
      /Premium stays active for Ember Coaching until .+ opened the plan's billing page shortly before\./,
    );
    const { client: member } = await signedInClient(host.url, "lena@ember.example");
    expect((await call(member, "check-subscription")).body).toMatchObject({ subscribed: true });
    expect(await call(member, "create-subscription")).toMatchObject({ status: 403, body: { code: "plan_not_yours" } });
    const refused = { status: 403, body: { code: "plan_not_managed" } };
    for (const id of [account_id, randomUUID()])
      expect(await call(member, "customer-portal", { account_id: id })).toMatchObject(refused);
    expect((await call(member, "customer-portal", { account_id: "1" })).status).toBe(400);
  });

  test("is only for active clients, because nobody should pay for what they cannot use", async () => {
    const email = `no-role-${randomUUID()}@example.com`;
    const anonymous = await apiClient(host.url);
    await anonymous.auth.signUp({ email, password: "a-Fair-password-7" });
    await fetch(linkIn(await readMail(host.url, email, /Confirm/)), { redirect: "manual" });
    const { client: noRole } = await signedInClient(host.url, email, "a-Fair-password-7");
    const refused = [noRole];
    for (const name of ["pending", "rejected", "sales", "admin"])
      refused.push((await signedInClient(host.url, `${name}@example.com`)).client);
    for (const person of refused) {
      expect(await call(person, "create-subscription")).toMatchObject({ status: 403, body: { code: "not_a_client" } });
      expect((await call(person, "check-subscription")).body).toMatchObject({ subscribed: false });
    }
  });

  test("is free and inactive without a subscription", async () => {
    expect(await state()).toMatchObject({ subscribed: expect.any(Boolean) });
  });
});

describe("the provider's events", () => {
  test.each([
    ["no signature", {}],
    ["a wrong signature", { "Stripe-Signature": "t=1,v1=00" }],
  ])("with %s change nothing", async (_, headers) => {
    const body = JSON.stringify({ id: "evt_x", type: "checkout.session.completed", data: { object: { id: "cs_x" } } });
    const answer = await fetch(`${host.url}/functions/v1/stripe-webhook`, { method: "POST", headers, body });
    expect(answer.status).toBe(400);
  });
});
