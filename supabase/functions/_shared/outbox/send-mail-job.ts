import type { FunctionDeps, MailAttachment, MailThread } from "../deps.ts";
import { brandMark, showsMark } from "../emails/brand-mark.ts";
import { loadInvoiceDocument } from "../invoices/load-invoice-document.ts";
import { callFile, hasCallFile } from "../mail/call-file.ts";
import { z } from "../schema.ts";

const mailPayload = z.object({
  to: z.email(),
  template: z.string(),
  data: z.record(z.string(), z.unknown()).default({}),
  /** The id of an invoice to attach as a PDF, in its state at the time of sending. */
  attachInvoice: z.uuid().optional(),
  /** The ids of several invoices, for a receipt of all of them. */
  attachInvoices: z.array(z.uuid()).default([]),
  /** When its link or code stops working. A later email would only confuse. */
  expiresAt: z.iso.datetime().optional(),
});

type Check = "prepare_lead_alert" | "prepare_payment_failure" | "prepare_booking_mail";

/**
 * Emails that are checked again right before they are sent, because they may no longer be true by then: the lead has an
 * answer, the invoice is paid, or the call was moved. The database decides.
 */
const CHECKED = new Map<string, Check>([
  ["lead-arrived", "prepare_lead_alert"],
  ["lead-clock-warning", "prepare_lead_alert"],
  ["lead-clock-breached", "prepare_lead_alert"],
  ["lead-clock-escalated", "prepare_lead_alert"],
  ["payment-failed", "prepare_payment_failure"],
  ["booking-reminder", "prepare_booking_mail"],
  ["booking-missed", "prepare_booking_mail"],
  ["booking-rebook", "prepare_booking_mail"],
]);

/**
 * Renders one email and passes it to the mailer. The subject stays with the job, for the email log. The text stays only
 * for the local inbox: its links and codes are secrets, so no copy of a delivered email stays here. An email that is no
 * longer true, or whose link has expired while it waited, is skipped.
 */
export async function sendMailJob(
  payload: Record<string, unknown>,
  id: string,
  deps: FunctionDeps,
  signal: AbortSignal,
) {
  const { to, template, data: queued, attachInvoice, attachInvoices, expiresAt } = mailPayload.parse(payload);
  if (expiresAt && Date.parse(expiresAt) <= deps.now().getTime()) return { skipped: "expired" };
  const check = CHECKED.get(template);
  const data = check ? await currentData(deps, check, id) : queued;
  if (!data) return { skipped: "outdated" };
  const { thread, agency = "", ...message } = await deps.renderMail(template, data);
  const files: MailAttachment[] = hasCallFile(template)
    ? [callFile(template, data, agency, deps.siteUrl, deps.now())]
    : [];
  for (const invoice of attachInvoice ? [attachInvoice] : attachInvoices) files.push(await invoiceFile(deps, invoice));
  const ids = messageIds(id, thread, new URL(deps.siteUrl).hostname);
  const attachments = [...(showsMark(message.html) ? [brandMark] : []), ...files];
  await deps.sendMail({ to, ...message, ...ids, attachments }, id, signal);
  const kept = deps.keepsMail ? { ...message, ...ids } : { subject: message.subject };
  return { ...kept, ...(files.length > 0 ? { attached: files.map(({ filename }) => filename) } : {}) };
}

/** The email's data as they are now. Null when it is no longer true. */
async function currentData(deps: FunctionDeps, check: Check, id: string): Promise<Record<string, unknown> | null> {
  const { data, error } = await deps.service.rpc(check, { p_id: id });
  if (error) throw new Error(`${check}: ${error.message}`);
  return data as Record<string, unknown> | null;
}

/**
 * All emails of a thread answer its first one. A reader who never got the first one still sees the others together,
 * because they refer to the same id.
 */
function messageIds(id: string, thread: MailThread | undefined, host: string) {
  const own = `<${id}@${host}>`;
  if (!thread) return { messageId: own };
  const first = `<${thread.key}@${host}>`;
  return thread.isFirst ? { messageId: first } : { messageId: own, inReplyTo: first, references: first };
}

async function invoiceFile(deps: FunctionDeps, invoiceId: string): Promise<MailAttachment> {
  const invoice = await loadInvoiceDocument(deps, invoiceId);
  if (!invoice) throw new Error(`no invoice ${invoiceId}`);
  const filename = `${invoice.number.replace(/[^\w.-]+/g, "-")}.pdf`;
  return { filename, contentType: "application/pdf", content: await deps.renderInvoice(invoice) };
}
