import type { SupabaseClient } from "@supabase/supabase-js";
import type Stripe from "stripe";
import type { ProbeResult } from "../../../domain/dashboard-health.ts";
import type { Database } from "../../database.types.ts";
import type { RenderInvoice } from "./invoices/invoice-document.ts";
import type { RenderStatement } from "./invoices/statement-document.ts";
import type { ResolveDns } from "./landing/resolve-dns.ts";

export type MailAttachment = {
  filename: string;
  contentType: string;
  content: Uint8Array;
  /** The HTML shows this file as `cid:<contentId>`, and the email does not list it. */
  contentId?: string;
};

/** Emails with the same key are one thread. The first one starts it. */
export type MailThread = { key: string; isFirst: boolean };

export type MailMessage = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The name before the sender's address, if the email is in the name of a client's account. */
  fromName?: string | undefined;
  /** Where answers go, if that is not the sender's address. */
  replyTo?: string | undefined;
  /** Message-ID, In-Reply-To and References (RFC 5322), each in angle brackets. A repeated email has the same ones. */
  messageId: string;
  inReplyTo?: string | undefined;
  references?: string | undefined;
  attachments?: MailAttachment[] | undefined;
};

/**
 * Passes one message to the mailer. The key makes a repeat harmless if the mailer supports it. The signal ends the try.
 * Throws a SendFailure.
 */
export type SendMail = (message: MailMessage, idempotencyKey: string, signal?: AbortSignal) => Promise<void>;

type RenderedMail = Pick<MailMessage, "subject" | "text" | "html" | "replyTo" | "fromName"> & {
  /** In whose name the email is. */
  agency?: string | undefined;
  thread?: MailThread | undefined;
};

/** Stripe, or the local test-mode server with the same protocol. Our code does not know which one it uses. */
export type Payments = { stripe: Stripe; webhookSecret: string };

/** Everything that a function needs from outside. Handlers use no process, runtime or clock directly. */
export type FunctionDeps = {
  /** Bypasses row-level security. */
  service: SupabaseClient<Database>;
  /** Uses the rights of the caller in the Authorization header, in the account of the header x-account. */
  asCaller: (authorization: string | null, account?: string | null) => SupabaseClient<Database>;
  /** The key that marks a call between our own parts. */
  secretKey: string;
  siteUrl: string;
  /** Whether requests wait while the database runs a statement, as on the embedded one. */
  hasOneConnection?: boolean;
  /**
   * The Send Email hook of a hosted project: the secret that signs its calls, and the address that its links lead to.
   * Absent where auth runs in the host itself.
   */
  authHook?: { secret: string; verifyUrl: string } | undefined;
  /** The payment provider. Absent if none is configured; payments then report that. */
  payments?: Payments | undefined;
  /** The sender's address, as far as proxies are trusted. Empty for our own calls. */
  address: string;
  now: () => Date;
  sendMail: SendMail;
  /** The mailer's server. While it takes no emails, they wait (`private.mail_providers`). */
  mailProvider: string;
  /** Multiplies the outbox's leases and pauses, so that tests need not wait. 1 if absent. */
  outboxTimeScale?: number | undefined;
  /** Whether an email's text stays with its job, for the local inbox. Jobs of a real mailer keep no text. */
  keepsMail?: boolean | undefined;
  /** `data.account` is the id of the client's account in whose name the email is; without it, the agency's. */
  renderMail: (template: string, data: Record<string, unknown>) => Promise<RenderedMail>;
  renderInvoice: RenderInvoice;
  renderStatement: RenderStatement;
  /** Probes the page behind a dashboard's address. It never connects to a private network. */
  probePage: (address: string) => Promise<ProbeResult>;
  /** Resolves DNS names. Each host brings its own resolver. */
  resolveDns: ResolveDns;
  log: (event: string, details: Record<string, unknown>) => void;
};

/** A remote function. It runs unchanged in the host, on hosted Supabase and in tests. */
export type FunctionHandler = (request: Request, deps: FunctionDeps) => Promise<Response>;
