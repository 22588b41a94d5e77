import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type FaultDatabase, openFaultDatabase } from "../support/fault-database.ts";
import { freePort, type HostProcess, startHostProcess, temporaryDirectory } from "../support/host-process.ts";
import { openProviderServer } from "../support/provider-server.ts";
import { signedInClient } from "../support/session.ts";

let database: FaultDatabase;
let provider: Awaited<ReturnType<typeof openProviderServer>>;
let host: HostProcess;
let payer: Awaited<ReturnType<typeof signedInClient>>;
let lastNumber = 0;

beforeAll(async () => {
  database = await openFaultDatabase();
  const port = String(await freePort());
  provider = await openProviderServer(`http://127.0.0.1:${port}`);
  host = await startHostProcess({
    DATABASE_URL: database.url,
    DATA_DIR: temporaryDirectory(),
    PORT: port,
    DEMO: "1",
    RATE_LIMIT_SCALE: "0",
    ...provider.variables,
  });
  payer = await signedInClient(host.url, "client@example.com");
});
afterAll(async () => {
  await host?.dispose();
  await provider?.close();
  await database?.close();
});
beforeEach(() => provider.whenAnswered(undefined));

function addInvoice(): Promise<string> {
  lastNumber += 1;
  return database.value<string>(
    `insert into public.invoices (client_id, invoice_number, status, amount, due_date)
     select id, 'FAULT-' || $1::text, 'pending', 12300, current_date + 7 from auth.users where email = 'client@example.com'
     returning id`,
    [lastNumber],
  );
}

/** Presses Pay. Returns the status and the page's address. */
async function press(invoiceId: string): Promise<{ status: number; url: string | undefined }> {
  const { data, error } = await payer.client.functions.invoke<{ url?: string }>("create-invoice-payment", {
    body: { invoiceId },
  });
  const status = error ? (error.context as Response).status : 200;
  return { status, url: data?.url };
}

const payAt = (url = "") =>
  provider.provider.pages(
    new Request(url, { method: "POST", body: new URLSearchParams({ number: "4242424242424242" }) }),
  );

/** The invoice's state, and how often it was charged at the provider and recorded here. */
async function outcome(invoiceId: string) {
  let charges = 0;
  for await (const { metadata, payment_status } of provider.provider.payments.stripe.checkout.sessions.list({
    limit: 100,
  }))
    if (payment_status === "paid" && metadata?.invoice_id === invoiceId) charges += 1;
  const status = await database.value<string>("select status from public.invoices where id = $1", [invoiceId]);
  const recorded = await database.value<number>("select count(*)::int from public.payments where invoice_id = $1", [
    invoiceId,
  ]);
  return { status, charges, recorded };
}

const PAID_ONCE = { status: "paid", charges: 1, recorded: 1 };
const untilPaidOnce = (invoiceId: string) =>
  expect.poll(() => outcome(invoiceId), { timeout: 60_000, interval: 250 }).toEqual(PAID_ONCE);

test("While the payment provider hangs, Pay ends with a clear error, everything else works, and later one payment is made", async () => {
  const invoice = await addInvoice();
  const held: (() => void)[] = [];
  provider.whenAnswered(() => new Promise((resolve) => held.push(() => resolve(undefined))));
  const presses = [press(invoice), press(invoice)];
  await expect.poll(() => held.length).toBeGreaterThan(0);
  for (let tries = 0; tries < 20; tries += 1) {
    const { error } = await payer.client.from("invoices").select("id").limit(1);
    expect(error).toBeNull();
    await delay(100);
  }
  for (const { status } of await Promise.all(presses)) expect([502, 503, 504, 409]).toContain(status);
  provider.whenAnswered(undefined);
  for (const release of held) release();
  const { url } = await press(invoice);
  await payAt(url);
  await untilPaidOnce(invoice);
}, 120_000);

test("A provider that does its work and then answers with an error makes one payment page and one payment", async () => {
  const invoice = await addInvoice();
  let failures = 0;
  provider.whenAnswered(async (asked) => {
    if (!asked.startsWith("POST") || failures >= 3) return undefined;
    failures += 1;
    return Response.json({ error: { type: "api_error", message: "Try again" } }, { status: 500 });
  });
  let page = await press(invoice);
  for (let tries = 0; tries < 3 && !page.url; tries += 1) page = await press(invoice);
  expect(failures).toBe(3);
  expect(page.url).toBeTruthy();
  expect((await press(invoice)).url).toBe(page.url);
  await payAt(page.url);
  await untilPaidOnce(invoice);
});

test("A provider that sends every message twice and late, and answers twice, is recorded once", async () => {
  const invoice = await addInvoice();
  const { url } = await press(invoice);
  provider.sendMessages(false);
  await payAt(url);
  const session = url?.split("/").at(-1);
  const verify = () =>
    payer.client.functions.invoke("verify-payment", { body: { sessionId: session, invoiceId: invoice } });
  await Promise.all([verify(), verify()]);
  provider.sendMessages(true);
  await untilPaidOnce(invoice);
  await Promise.all([verify(), verify(), verify()]);
  expect(await outcome(invoice)).toEqual(PAID_ONCE);
}, 90_000);

test("While the provider answers only errors, nothing is charged, and the reconciler asks again by itself until it works", async () => {
  const invoice = await addInvoice();
  const { url } = await press(invoice);
  provider.sendMessages(false);
  await payAt(url);
  let refused = 0;
  provider.whenAnswered(async () => {
    refused += 1;
    return Response.json({ error: { type: "api_error", message: "Away" } }, { status: 503 });
  });
  await expect.poll(() => refused, { timeout: 90_000 }).toBeGreaterThan(1);
  expect((await outcome(invoice)).recorded).toBe(0);
  provider.whenAnswered(undefined);
  await untilPaidOnce(invoice);
  provider.sendMessages(true);
}, 180_000);
