import type { FunctionDeps, MailAttachment, MailThread } from "../deps.ts";
import { brandMark, showsMark } from "../emails/brand-mark.ts";
import { loadInvoiceDocument } from "../invoices/load-invoice-document.ts";
import { z } from "../schema.ts";

const mailPayload = z.object({
  to: z.email(),
  template: z.string(),
  data: z.record(z.string(), z.unknown()).default({}),
  /** The id of an invoice to attach as a PDF, in its state at the time of sending. */
  attachInvoice: z.uuid().optional(),
});

/** Alerts about a lead. They are checked again right before they are sent, because the lead may have an answer by then. */
const LEAD_ALERTS = new Set(["lead-arrived", "lead-clock-warning", "lead-clock-breached", "lead-clock-escalated"]);

/**
 * Renders one email and passes it to the mailer. The subject stays with the job, for the email log. The text stays only
 * for the local inbox: its links and codes are secrets, so no copy of a delivered email stays here. An alert that is no
 * longer true is skipped.
 */
export async function sendMailJob(
  payload: Record<string, unknown>,
  id: string,
  deps: FunctionDeps,
  signal: AbortSignal,
) {
  const { to, template, data: queued, attachInvoice } = mailPayload.parse(payload);
  const data = LEAD_ALERTS.has(template) ? await currentAlert(deps, id) : queued;
  if (!data) return { skipped: "outdated" };
  const { thread, ...message } = await deps.renderMail(template, data);
  const files = attachInvoice ? [await invoiceFile(deps, attachInvoice)] : [];
  const ids = messageIds(id, thread, new URL(deps.siteUrl).hostname);
  const attachments = [...(showsMark(message.html) ? [brandMark] : []), ...files];
  await deps.sendMail({ to, ...message, ...ids, attachments }, id, signal);
  const kept = deps.keepsMail ? { ...message, ...ids } : { subject: message.subject };
  return { ...kept, ...(files.length > 0 ? { attached: files.map(({ filename }) => filename) } : {}) };
}

/** The alert's data as they are now. Null when it is no longer true. */
async function currentAlert(deps: FunctionDeps, id: string): Promise<Record<string, unknown> | null> {
  const { data, error } = await deps.service.rpc("prepare_lead_alert", { p_id: id });
  if (error) throw new Error(`prepare_lead_alert: ${error.message}`);
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
