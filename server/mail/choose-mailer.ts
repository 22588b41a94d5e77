import nodemailer from "nodemailer";
import type { MailMessage } from "../../supabase/functions/_shared/deps.ts";
import type { Environment } from "../environment/environment.ts";

export type Mailer = {
  kind: "inbox" | "smtp" | "resend" | "none";
  send: (message: MailMessage, idempotencyKey: string) => Promise<void>;
};

/** The mailer that the environment asks for; without one, e-mails stay in the local inbox (never in production). */
export function chooseMailer(env: Environment): Mailer {
  const from = env.MAIL_FROM ?? "Upfunnel <no-reply@localhost>";
  if (env.RESEND_API_KEY) return resend(env.RESEND_API_KEY, from);
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
    send: async (message, idempotencyKey) => {
      await transport.sendMail({ from, ...message, messageId: `<${idempotencyKey}@upfunnel>` });
    },
  };
}

function resend(key: string, from: string): Mailer {
  return {
    kind: "resend",
    send: async ({ to, subject, html, text }, idempotencyKey) => {
      const response = await fetch("https://api.resend.com/emails", {
        method: "POST",
        headers: {
          Authorization: `Bearer ${key}`,
          "Content-Type": "application/json",
          "Idempotency-Key": idempotencyKey,
        },
        body: JSON.stringify({ from, to: [to], subject, html, text }),
        signal: AbortSignal.timeout(20_000),
      });
      if (!response.ok)
        throw new Error(`The mailer answered ${response.status}: ${(await response.text()).slice(0, 300)}`);
    },
  };
}
