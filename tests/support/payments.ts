import { createClient } from "@supabase/supabase-js";
import { query } from "../../server/database/query.ts";
import { createFunctions } from "../../server/functions/functions.ts";
import { findPayment } from "../../server/payments/find-payment.ts";
import { memoryRateLimiter } from "../../server/rate-limit/rate-limiter.ts";
import { openTestPayments } from "../../server/test-payments/test-payments.ts";
import type { Database } from "../../supabase/database.types.ts";
import type { FunctionDeps } from "../../supabase/functions/_shared/deps.ts";
import { reconcilePayments } from "../../supabase/functions/_shared/payments/reconcile.ts";
import { temporaryDirectory } from "./host-process.ts";
import { openProtocol, post, SITE } from "./protocol.ts";

type Reply = {
  url?: string;
  success?: boolean;
  error?: string;
  code?: string;
  invoices?: { id: string; number: string; amount: number }[];
  due?: { number: string; amount: number }[];
  canceled?: string[];
  recipients?: { isYou: boolean; others: string[] };
};

/**
 * The payment functions with an in-memory database and the local payment server. Its events wait in `messages` until a
 * test delivers them: in any order, twice, or never.
 */
export async function openPayments() {
  const protocol = await openProtocol();
  const seen = new Set<string>();
  let accepting = false;
  const messages: { body: string; signature: string }[] = [];
  const provider = openTestPayments({
    file: `${temporaryDirectory()}/payments.json`,
    siteUrl: SITE,
    deliver: async (body, signature) => {
      const { id } = JSON.parse(body) as { id: string };
      if (!seen.has(id)) messages.push({ body, signature });
      seen.add(id);
      return accepting;
    },
    findPayment: (intent) => findPayment(deps.service, intent),
  });
  const logged: unknown[] = [];
  const asCaller = (authorization: string | null) =>
    createClient<Database>(SITE, protocol.keys.publishableKey, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      global: {
        headers: authorization ? { Authorization: authorization } : {},
        fetch: (input, init) => protocol.send(String(input).slice(SITE.length), init),
      },
    });
  const deps: FunctionDeps = {
    service: protocol.service(),
    asCaller,
    secretKey: protocol.keys.secretKey,
    siteUrl: SITE,
    payments: provider.payments,
    address: "",
    now: () => new Date(),
    mailProvider: "test",
    sendMail: async () => {},
    renderMail: async (template) => ({ subject: template, text: "", html: "" }),
    resolveDns: async () => [],
    renderInvoice: async ({ number }) => new TextEncoder().encode(`%PDF ${number}`),
    renderStatement: async ({ rows }) => new TextEncoder().encode(`%PDF ${rows.length}`),
    probePage: async () => ({ kind: "unreachable", reason: "connection" }),
    log: (event, details) => logged.push([event, details]),
  };
  const functions = createFunctions(deps, memoryRateLimiter(0));
  const rows = (text: string, parameters: unknown[] = []) => query(protocol.connection, text, parameters);
  const call = async (name: string, body: unknown, token?: string) => {
    const init = post(body, token ? { Authorization: `Bearer ${token}` } : {});
    const response = await functions(new Request(`${SITE}/functions/v1/${name}`, init), "192.0.2.9");
    return {
      status: response.status,
      response,
      reply: (await response
        .clone()
        .json()
        .catch(() => ({}))) as Reply,
    };
  };
  return {
    protocol,
    provider,
    messages,
    deps,
    logged,
    rows,
    call,
    /** Delivers one event to the webhook function with its original signature. */
    deliver: async ({ body, signature }: { body: string; signature: string }) => {
      const headers = { "Content-Type": "application/json", "Stripe-Signature": signature };
      const request = new Request(`${SITE}/functions/v1/stripe-webhook`, { method: "POST", headers, body });
      return (await functions(request, "192.0.2.9")).status;
    },
    /** Marks all events as delivered, so that the provider does not send them again. */
    forgetMessages: async () => {
      accepting = true;
      await provider.flush();
      accepting = false;
    },
    reconcile: () => reconcilePayments(deps, provider.payments),
    /** Types a card number into a payment page. */
    pay: (url: string, number = "4242424242424242") =>
      provider.pages(new Request(url, { method: "POST", body: new URLSearchParams({ number }) })),
    /** A client who has confirmed their address and signed in. */
    newClient: async (email: string) => {
      const password = "a-Fair-password-7";
      await protocol.client().auth.signUp({ email, password, options: { data: { account_type: "client" } } });
      const [mail] = await protocol.mails(email);
      await protocol.send((mail?.link ?? "").slice(SITE.length), { redirect: "manual" });
      const { data, error } = await protocol.client().auth.signInWithPassword({ email, password });
      if (error) throw error;
      return { id: data.user.id, token: data.session.access_token };
    },
    newInvoice: async (clientId: string, amount = 5000) => {
      const [row] = await rows(
        `insert into public.invoices (client_id, invoice_number, status, amount, due_date)
         values ($1, 'T-' || gen_random_uuid(), 'pending', $2, current_date) returning id`,
        [clientId, amount],
      );
      return String(row?.id);
    },
    close: async () => {
      provider.stop();
      await protocol.close();
    },
  };
}
