import type { SendMail } from "../../supabase/functions/_shared/deps.ts";
import { resend } from "../../supabase/functions/_shared/mail/resend.ts";
import { SendFailure } from "../../supabase/functions/_shared/mail/send-failure.ts";
import type { Environment } from "../environment/environment.ts";
import { smtp } from "./smtp.ts";

export type Mailer = {
  kind: "inbox" | "smtp" | "resend" | "none";
  /** Names the server, without credentials. All hosts share what they know about it. */
  provider: string;
  send: SendMail;
};

/** The mailer that the environment selects. Without one, emails stay in the local inbox (never in production). */
export function chooseMailer(env: Environment): Mailer {
  const from = env.MAIL_FROM ?? "Upfunnel <no-reply@localhost>";
  const timeScale = env.OUTBOX_TIME_SCALE;
  if (env.RESEND_API_KEY)
    return { kind: "resend", ...resend(env.RESEND_API_KEY, from, { address: env.RESEND_API_URL, timeScale }) };
  if (env.SMTP_URL) return { kind: "smtp", ...smtp(env.SMTP_URL, from, timeScale) };
  if (env.production)
    return {
      kind: "none",
      provider: "none",
      send: () =>
        Promise.reject(
          new SendFailure("away", "No mailer is configured: set RESEND_API_KEY or SMTP_URL", "not_configured"),
        ),
    };
  return { kind: "inbox", provider: "inbox", send: () => Promise.resolve() };
}
