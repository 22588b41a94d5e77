import { Buffer } from "node:buffer";
import type { FunctionDeps } from "../deps.ts";

/** Sends emails through Resend. The outbox id is the idempotency key, so a repeat is harmless. */
export function resend(key: string, from: string): FunctionDeps["sendMail"] {
  return async (
    { to, subject, html, text, replyTo, messageId, inReplyTo, references, attachments },
    idempotencyKey,
  ) => {
    const files = attachments?.map(({ filename, content, contentId }) => ({
      filename,
      content: toBase64(content),
      ...(contentId ? { content_id: contentId } : {}),
    }));
    const headers = {
      "Message-ID": messageId,
      ...(inReplyTo ? { "In-Reply-To": inReplyTo } : {}),
      ...(references ? { References: references } : {}),
    };
    const body = { from, to: [to], subject, html, text, headers, reply_to: replyTo, attachments: files };
    const response = await fetch("https://api.resend.com/emails", {
      method: "POST",
      headers: {
        Authorization: `Bearer ${key}`,
        "Content-Type": "application/json",
        "Idempotency-Key": idempotencyKey,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(20_000),
    });
    if (!response.ok)
      throw new Error(`The mailer returned ${response.status}: ${(await response.text()).slice(0, 300)}`);
  };
}

function toBase64(content: Uint8Array): string {
  return Buffer.from(content).toString("base64");
}
