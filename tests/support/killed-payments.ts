import { join } from "node:path";
import { openConnection } from "../../server/database/connect.ts";
import { query } from "../../server/database/query.ts";
import { freePort, type HostProcess, startHostProcess } from "./host-process.ts";
import { openProviderServer } from "./provider-server.ts";
import { seededDataDirectory } from "./seeded-data.ts";
import { signedInClient } from "./session.ts";

/** Where the host is killed: the provider has answered, and nothing of the answer is stored yet. */
const MOMENTS = ["opening the page", "verifying on the success page", "taking the message"] as const;

export type KilledPayments = { killed: number; unpaid: number; paidTwice: number; unrecorded: number };

/** Pays one invoice per kill, and counts errors in the money. */
export async function payThroughKills(kills: number): Promise<KilledPayments> {
  const dataDir = await seededDataDirectory();
  const invoices = await addInvoices(dataDir, kills);
  const port = String(await freePort());
  const server = await openProviderServer(`http://127.0.0.1:${port}`);
  const variables = { DATA_DIR: dataDir, PORT: port, RATE_LIMIT_SCALE: "0", DEMO: "1", ...server.variables };
  let host = await startHostProcess(variables);
  let killed = 0;
  const dieAt = (asked: RegExp) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    server.whenAnswered(async (what) => {
      if (!asked.test(what)) return undefined;
      server.whenAnswered(undefined);
      await host.stop("SIGKILL");
      killed += 1;
      resolve();
      return undefined;
    });
    return promise;
  };
  for (const [at, invoice] of invoices.entries()) {
    const moment = MOMENTS[at % MOMENTS.length];
    server.sendMessages(moment !== "verifying on the success page");
    const client = await openClient(host);
    if (moment === "opening the page") {
      const dead = dieAt(/^POST .*sessions$/);
      await Promise.all([dead, client.call("create-invoice-payment", { invoiceId: invoice })]);
      host = await startHostProcess(variables);
    }
    const payer = await openClient(host);
    const { url } = await payer.call("create-invoice-payment", { invoiceId: invoice });
    if (!url) throw new Error(`no page for ${invoice}`);
    const session = url.split("/").at(-1) ?? "";
    const dead = moment === "opening the page" ? undefined : dieAt(/^GET .*sessions\/cs/);
    await server.provider.pages(
      new Request(url, { method: "POST", body: new URLSearchParams({ number: "4242424242424242" }) }),
    );
    if (moment === "verifying on the success page")
      void payer.call("verify-payment", { sessionId: session, invoiceId: invoice });
    if (dead) {
      await dead;
      host = await startHostProcess(variables);
    }
    await untilPaid(host, invoice);
  }
  await host.stop();
  const wrong = await countWrong(dataDir, invoices, server.provider.payments.stripe);
  await server.close();
  await host.dispose();
  return { killed, ...wrong };
}

async function openClient(host: HostProcess) {
  const { client } = await signedInClient(host.url, "client@example.com");
  return {
    call: async (name: string, body: object) => {
      const { data } = await client.functions.invoke<{ url?: string }>(name, { body });
      return data ?? {};
    },
  };
}

/** The reconciler runs at once after a start and then twice a minute, so a minute is enough. */
async function untilPaid(host: HostProcess, invoice: string): Promise<void> {
  const { client } = await signedInClient(host.url, "client@example.com");
  for (let tries = 0; tries < 240; tries++) {
    const { data } = await client.from("invoices").select("status").eq("id", invoice).single();
    if (data?.status === "paid") return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

async function addInvoices(dataDir: string, count: number): Promise<string[]> {
  const connection = await openConnection({ directory: join(dataDir, "database") });
  const rows = await query<{ id: string }>(
    connection,
    `insert into public.invoices (client_id, invoice_number, status, amount, due_date)
     select account.id, 'KILL-' || number, 'pending', 1000 + number, current_date + 7
     from auth.users as account, generate_series(1, $1) as number
     where account.email = 'client@example.com' returning id`,
    [count],
  );
  await connection.close();
  return rows.map(({ id }) => id);
}

type Stripe = Awaited<ReturnType<typeof openProviderServer>>["provider"]["payments"]["stripe"];

async function countWrong(dataDir: string, invoices: string[], stripe: Stripe) {
  const charged = new Map<string, number>();
  for await (const { metadata, payment_status } of stripe.checkout.sessions.list({ limit: 100 }))
    if (payment_status === "paid" && metadata?.invoice_id)
      charged.set(metadata.invoice_id, (charged.get(metadata.invoice_id) ?? 0) + 1);
  const connection = await openConnection({ directory: join(dataDir, "database") });
  const rows = await query<{ id: string; status: string; entries: number; net: number; amount: number }>(
    connection,
    `select invoice.id, invoice.status, invoice.amount, count(entry.id)::integer as entries,
       coalesce(sum(entry.amount), 0)::integer as net
     from public.invoices as invoice left join public.payments as entry on entry.invoice_id = invoice.id
     where invoice.id = any ($1::uuid[]) group by invoice.id`,
    [`{${invoices.join(",")}}`],
  );
  await connection.close();
  const times = (id: string) => charged.get(id) ?? 0;
  return {
    unpaid: rows.filter(({ id }) => times(id) === 0).length,
    paidTwice: rows.filter(({ id, entries }) => times(id) > 1 || entries > 1).length,
    unrecorded: rows.filter(({ id, status, net, amount }) => times(id) > 0 && (status !== "paid" || net !== amount))
      .length,
  };
}
