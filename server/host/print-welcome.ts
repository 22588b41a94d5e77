import type { Environment } from "../environment/environment.ts";
import type { Host } from "./start-host.ts";

const DEMO_LOGINS = [
  ["admin@example.com", "admin"],
  ["owner@example.com", "client who sees the Admin Setup card"],
  ["sales@example.com", "sales (also sales2@example.com)"],
  ["pending@example.com", "sales, waiting for approval"],
  ["rejected@example.com", "sales, access denied"],
  ["client@example.com", "client (also client2@example.com)"],
  ["newclient@example.com", "client without a dashboard or invoices"],
] as const;

/** Prints where the product runs and how to sign in. */
export function printWelcome(env: Environment, host: Host): void {
  const lines = [`Upfunnel is running at ${env.siteUrl}`];
  if (env.PORT === 0) lines.push(`Listening on port ${host.port}`);
  if (host.mailer === "inbox") lines.push(`Emails arrive in ${env.siteUrl}/dev/inbox`);
  if (host.mailer === "none")
    lines.push("Warning: no mailer is configured, so no one can sign up. Set RESEND_API_KEY or SMTP_URL");
  if (host.mode === "embedded" && env.production)
    lines.push(
      "Warning: the embedded database can lose data in a power failure. For data that must last, set DATABASE_URL",
    );
  if (env.demo && !host.hasDemo)
    lines.push("", "DEMO=1 added nothing, because this database already has its own users");
  if (host.hasDemo) {
    lines.push("", "Demo accounts (the password is always demo-password):");
    for (const [email, is] of DEMO_LOGINS) lines.push(`  ${email.padEnd(24)}${is}`);
  }
  console.log(`${lines.join("\n")}\n`);
}
