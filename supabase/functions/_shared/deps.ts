import type { SupabaseClient } from "@supabase/supabase-js";
import type Stripe from "stripe";
import type { ProbeResult } from "../../../domain/dashboard-health.ts";
import type { Database } from "../../database.types.ts";
import type { RenderInvoice } from "./invoices/invoice-document.ts";
import type { ResolveDns } from "./landing/resolve-dns.ts";

export type MailAttachment = { filename: string; contentType: string; content: Uint8Array };

export type MailMessage = {
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments?: MailAttachment[] | undefined;
};

/** Stripe, or the local test-mode server that speaks its protocol: our code cannot tell them apart. */
export type Payments = { stripe: Stripe; webhookSecret: string };

/** Everything that a function needs from outside: handlers touch no process, no runtime, no clock of their own. */
export type FunctionDeps = {
  /** Acts past row-level security. */
  service: SupabaseClient<Database>;
  /** Acts as the sender of the Authorization header. */
  asCaller: (authorization: string | null) => SupabaseClient<Database>;
  /** The key that marks a call between our own parts. */
  secretKey: string;
  siteUrl: string;
  /**
   * The Send Email hook of a hosted project: what its calls are signed with, and where its links lead. Absent where auth runs
   * in the host itself.
   */
  authHook?: { secret: string; verifyUrl: string } | undefined;
  /** The payment provider; absent where none is configured, and payments then say so. */
  payments?: Payments | undefined;
  /** Where this call comes from, as far as proxies are trusted; empty for calls of our own. */
  address: string;
  now: () => Date;
  /** Hands one message to the mailer. The key makes a repeated hand-over harmless where the mailer knows it. */
  sendMail: (message: MailMessage, idempotencyKey: string) => Promise<void>;
  /** Whether the text of an email stays with its job, because the local inbox is all that shows it. A real mailer keeps none. */
  keepsMail?: boolean | undefined;
  renderMail: (template: string, data: Record<string, unknown>) => Promise<Omit<MailMessage, "to" | "attachments">>;
  renderInvoice: RenderInvoice;
  /** How the page behind a dashboard's address answers; it never asks in a private network. */
  probePage: (address: string) => Promise<ProbeResult>;
  /** Asks DNS; hosts bring their own. */
  resolveDns: ResolveDns;
  log: (event: string, details: Record<string, unknown>) => void;
};

/** A remote function: the same in the host, on hosted Supabase and in tests. */
export type FunctionHandler = (request: Request, deps: FunctionDeps) => Promise<Response>;
