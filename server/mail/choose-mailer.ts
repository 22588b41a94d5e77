import nodemailer from "nodemailer";
import type { MailMessage } from "../../supabase/functions/_shared/deps.ts";
import { resend } from "../../supabase/functions/_shared/mail/resend.ts";
import type { Environment } from "../environment/environment.ts";

export type Mailer = {
  kind: "inbox" | "smtp" | "resend" | "none";
  send: (message: MailMessage, idempotencyKey: string) => Promise<void>;
};

/** The mailer that the environment selects. Without one, emails stay in the local inbox (never in production). */
export function chooseMailer(env: Environment): Mailer {
  const from = env.MAIL_FROM ?? "Upfunnel <no-reply@localhost>";
  if (env.RESEND_API_KEY) return { kind: "resend", send: resend(env.RESEND_API_KEY, from) };
  if (env.SMTP_URL) return smtp(env.SMTP_URL, from);
  if (env.production)
    return {
      kind: "none",
      send: () => Promise.reject(new Error("No mailer is configured: set RESEND_API_KEY or SMTP_URL")),
    };
  return { kind: "inbox", send: () => Promise.resolve() };
}

function smtp(url: string, from: string): Mailer {
  const transport = nodemailer.createTransport({ url, connectionTimeout: 10_000, socketTimeout: 20_000 });
  return {
    kind: "smtp",
    send: async ({ attachments = [], ...message }) => {
      const files = attachments.map(({ content, contentId, ...file }) => ({
        ...file,
        content: Buffer.from(content),
        ...(contentId ? { cid: contentId, contentDisposition: "inline" as const } : {}),
      }));
      await transport.sendMail({ from, ...message, attachments: files });
    },
  };
}
