import { createHash, randomBytes } from "node:crypto";
import type { App } from "@supabase/lite";
import type { DatabaseConnection } from "../database/connect.ts";
import { query } from "../database/query.ts";
import { CONFIRMATION_SECONDS, LINK_SECONDS } from "./lite-app.ts";

type Mailer = NonNullable<App["_mailer"]>;

type Kind = "signup" | "recovery" | "magiclink" | "email_change";
type MailJob = { to: string; template: string; data: Record<string, string> };

/** The size of a link's secret, large enough that no one can guess it. */
const LINK_BYTES = 32;

/**
 * Adds the library's emails to the outbox, in the transaction that created their token. So they are retried and appear
 * in the inbox and the log like every other email. Links lead through `/auth/v1/verify` to the page that spec §7 names.
 * The library's own token is only a hash of the address and an eight-digit code, so a link carries our own random token
 * instead.
 */
export function createAuthMailer(connection: DatabaseConnection, siteUrl: string): Mailer {
  const enqueue = ({ to, template, data }: MailJob, key: string, seconds?: number) =>
    query(connection, "select public.enqueue_outbox('mail', $1, $2::jsonb)", [
      `auth:${template}:${key}`,
      JSON.stringify({ to, template, data, ...(seconds && { expiresAt: inSeconds(seconds) }) }),
    ]);
  const send = async (kind: Kind, page: string, token: string, userId: string | undefined, letter: MailJob) => {
    const secret = randomBytes(LINK_BYTES).toString("base64url");
    const hash = hashLinkToken(secret);
    const seconds = kind === "signup" ? CONFIRMATION_SECONDS : LINK_SECONDS;
    await query(connection, "select private.store_email_link(decode($1, 'hex'), $2, $3, $4, $5, $6)", [
      hash,
      userId,
      letter.to,
      kind,
      token,
      seconds,
    ]);
    const url = new URL("/auth/v1/verify", siteUrl);
    url.search = new URLSearchParams({ token: secret, type: kind, redirect_to: `${siteUrl}${page}` }).toString();
    await enqueue({ ...letter, data: { ...letter.data, link: url.href } }, hash, seconds);
  };
  return {
    async sendConfirmation(to, token, code, meta) {
      // An invitation was sent to the address, so its sign-up is confirmed already.
      const confirmed = "select from auth.users where id = $1 and email_confirmed_at is not null";
      if ((await query(connection, confirmed, [meta?.userId])).length > 0) return;
      await send("signup", "/", token, meta?.userId, { to, template: "confirm-email", data: { code } });
    },
    sendRecovery: (to, token, code, meta) =>
      send("recovery", "/reset-password", token, meta?.userId, {
        to,
        template: "reset-password",
        data: { code, email: to },
      }),
    sendMagicLink: (to, token, code, meta) =>
      send("magiclink", "/", token, meta?.userId, { to, template: "sign-in-link", data: { code } }),
    async sendEmailChange(to, token, code, meta) {
      const current = meta?.currentEmail ?? "";
      const letter = { to, template: "confirm-new-email", data: { code, current } };
      await send("email_change", "/", token, meta?.userId, letter);
      // The current mailbox is notified, so that a stolen session cannot move the account unnoticed.
      if (current) await enqueue({ to: current, template: "email-change-notice", data: { newEmail: to } }, token);
    },
    async sendReauthentication(to, code, meta) {
      await enqueue({ to, template: "reauthenticate", data: { code } }, meta?.tokenHash ?? code);
    },
  };
}

const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();

/** The stored form of a link's token: hex of its SHA-256. */
export function hashLinkToken(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
