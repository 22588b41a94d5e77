import type { FunctionDeps } from "../deps.ts";

/** Hands e-mails to Resend; the outbox id as idempotency key makes a repeated hand-over harmless. */
export function resend(key: string, from: string): FunctionDeps["sendMail"] {
  return async ({ to, subject, html, text }, idempotencyKey) => {
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
  };
}
