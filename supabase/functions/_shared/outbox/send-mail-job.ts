import type { FunctionDeps, MailAttachment } from "../deps.ts";
import { loadInvoiceDocument } from "../invoices/load-invoice-document.ts";
import { z } from "../schema.ts";

const mailPayload = z.object({
  to: z.email(),
  template: z.string(),
  data: z.record(z.string(), z.unknown()).default({}),
  /** The id of an invoice to attach as a PDF, in its state at the time of sending. */
  attachInvoice: z.uuid().optional(),
});

/**
 * Renders one email and passes it to the mailer. The subject stays with the job, for the email log. The text stays only
 * for the local inbox: its links and codes are secrets, so no copy of a delivered email stays here.
 */
export async function sendMailJob(payload: Record<string, unknown>, id: string, deps: FunctionDeps) {
  const { to, template, data, attachInvoice } = mailPayload.parse(payload);
  const message = await deps.renderMail(template, data);
  const attachments = attachInvoice ? [await invoiceFile(deps, attachInvoice)] : undefined;
  await deps.sendMail({ to, ...message, attachments }, id);
  const kept = deps.keepsMail ? message : { subject: message.subject };
  return { ...kept, ...(attachments ? { attached: attachments.map(({ filename }) => filename) } : {}) };
}

async function invoiceFile(deps: FunctionDeps, invoiceId: string): Promise<MailAttachment> {
  const invoice = await loadInvoiceDocument(deps, invoiceId);
  if (!invoice) throw new Error(`no invoice ${invoiceId}`);
  const filename = `${invoice.number.replace(/[^\w.-]+/g, "-")}.pdf`;
  return { filename, contentType: "application/pdf", content: await deps.renderInvoice(invoice) };
}
