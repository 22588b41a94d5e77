import type { App } from "@supabase/lite";
import type { DatabaseConnection } from "../database/connect.ts";
import { query } from "../database/query.ts";

type Mailer = NonNullable<App["_mailer"]>;

/**
 * Puts the library's e-mails into the outbox, in the transaction that created their token: they are retried, visible in
 * the inbox and the log like every other mail. Links lead through `/auth/v1/verify` to the page that spec §7 names.
 */
export function createAuthMailer(connection: DatabaseConnection, siteUrl: string): Mailer {
  const link = (token: string, type: string, page: string) => {
    const url = new URL("/auth/v1/verify", siteUrl);
    url.search = new URLSearchParams({ token, type, redirect_to: `${siteUrl}${page}` }).toString();
    return url.href;
  };
  const enqueue = async (to: string, template: string, token: string, data: Record<string, string>) => {
    const payload = JSON.stringify({ to, template, data });
    await query(connection, "select public.enqueue_outbox('mail', $1, $2::jsonb)", [
      `auth:${template}:${token}`,
      payload,
    ]);
  };
  return {
    sendConfirmation: (email, token, code) =>
      enqueue(email, "confirm-email", token, { link: link(token, "signup", "/"), code }),
    sendRecovery: (email, token, code) =>
      enqueue(email, "reset-password", token, { link: link(token, "recovery", "/reset-password"), code }),
    sendMagicLink: (email, token, code) =>
      enqueue(email, "sign-in-link", token, { link: link(token, "magiclink", "/"), code }),
    async sendEmailChange(email, token, code, meta) {
      const current = meta?.currentEmail ?? "";
      await enqueue(email, "confirm-new-email", token, { link: link(token, "email_change", "/"), code, current });
      // The current mailbox is told, so that a stolen session cannot move the account unnoticed.
      if (current) await enqueue(current, "email-change-notice", token, { newEmail: email });
    },
    sendReauthentication: (email, code, meta) => enqueue(email, "reauthenticate", meta?.tokenHash ?? code, { code }),
  };
}
