import process from "node:process";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import Stripe from "stripe";
import type { Database } from "../../database.types.ts";
import { callerHeaders } from "./caller-headers.ts";
import type { FunctionDeps } from "./deps.ts";
import { renderMail } from "./emails/render-mail.tsx";
import { renderInvoice } from "./invoices/render-invoice.tsx";
import { renderStatement } from "./invoices/render-statement.tsx";
import { resolveInDeno } from "./landing/resolve-dns.ts";
import type { RateLimiter } from "./limits.ts";
import { loadLetterhead, loadSender } from "./load-sender.ts";
import { resend } from "./mail/resend.ts";
import { noteOutages } from "./outages.ts";
import { STRIPE_OPTIONS } from "./payments/stripe-options.ts";
import { probePage } from "./probe/probe-page.ts";

/**
 * The dependencies of a function on a hosted project. The platform sets its keys under its own names; ours are secrets.
 */
export function createHostedDeps(): FunctionDeps {
  const url = required("SUPABASE_URL");
  const secretKey = required("SUPABASE_SERVICE_ROLE_KEY");
  const publishableKey = required("SUPABASE_ANON_KEY");
  const siteUrl = required("SITE_URL").replace(/\/+$/, "");
  const hookSecret = process.env.SEND_EMAIL_HOOK_SECRET;
  const mailer = resend(required("RESEND_API_KEY"), required("MAIL_FROM"), { address: process.env.RESEND_API_URL });
  const client = (key: string, headers: Record<string, string> = {}): SupabaseClient<Database> =>
    createClient<Database>(url, key, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      global: { headers, fetch: noteOutages(fetch) },
    });
  const service = client(secretKey);
  const log: FunctionDeps["log"] = (event, details) =>
    console.error(JSON.stringify({ level: "error", msg: event, ...details }));
  return {
    service,
    asCaller: (authorization, account) => client(publishableKey, callerHeaders(authorization, account)),
    secretKey,
    siteUrl,
    authHook: hookSecret ? { secret: hookSecret, verifyUrl: `${url}/auth/v1/verify` } : undefined,
    payments: process.env.STRIPE_SECRET_KEY
      ? {
          stripe: new Stripe(process.env.STRIPE_SECRET_KEY, STRIPE_OPTIONS),
          webhookSecret: required("STRIPE_WEBHOOK_SECRET"),
        }
      : undefined,
    address: "",
    now: () => new Date(),
    sendMail: mailer.send,
    mailProvider: mailer.provider,
    renderMail: async (template, data) =>
      renderMail(template, data, await loadSender(service, siteUrl, url, data.account)),
    renderInvoice: async (invoice) =>
      renderInvoice(invoice, `${siteUrl}/pdf-fonts`, await loadLetterhead(service, log)),
    renderStatement: async (statement) =>
      renderStatement(statement, `${siteUrl}/pdf-fonts`, await loadLetterhead(service, log)),
    probePage: (address) => probePage(address, new URL(siteUrl).origin),
    resolveDns: resolveInDeno,
    log,
  };
}

/** Function instances are short-lived, so the database counts requests. */
export function hostedLimiter(service: FunctionDeps["service"]): RateLimiter {
  return async (key, { limit, windowSeconds }) => {
    const hit = { p_key: key, p_limit: limit, p_window_seconds: windowSeconds };
    const { data, error } = await service.rpc("hit_rate_limit", hit).single();
    if (error) throw new Error(`hit_rate_limit: ${error.message}`);
    return { allowed: data.allowed, retryAfterSeconds: data.retry_after_seconds };
  };
}

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} isn't set: supabase secrets set ${name}=…`);
  return value;
}
