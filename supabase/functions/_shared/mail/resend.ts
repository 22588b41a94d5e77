import { Buffer } from "node:buffer";
import type { MailMessage, SendMail } from "../deps.ts";
import { type ProviderProblem, SendFailure } from "./send-failure.ts";
import { withName } from "./with-name.ts";

const ADDRESS = "https://api.resend.com";
/** A repeat is harmless, so a slow answer is not waited for as long as with SMTP. */
const DEADLINE_MS = 90_000;

type Options = { address?: string | undefined; timeScale?: number | undefined };

/**
 * Sends emails through Resend. The outbox id is the idempotency key, so a repeat is harmless. Throws a SendFailure.
 */
export function resend(
  key: string,
  from: string,
  { address = ADDRESS, timeScale = 1 }: Options = {},
): { provider: string; send: SendMail } {
  const url = new URL("/emails", address);
  return {
    provider: `resend ${url.host}`,
    send: async (message, idempotencyKey, signal) => {
      const deadline = AbortSignal.timeout(DEADLINE_MS * timeScale);
      const headers = {
        Authorization: `Bearer ${key}`,
        "Content-Type": "application/json",
        "Idempotency-Key": idempotencyKey,
      };
      try {
        const response = await fetch(url, {
          method: "POST",
          headers,
          body: JSON.stringify(bodyOf(message, from)),
          signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
        });
        if (!response.ok) return await refuse(response);
        await response.body?.cancel().catch(() => undefined);
      } catch (error) {
        if (error instanceof SendFailure) throw error;
        const reason = deadline.aborted ? "it didn't answer in time" : String((error as Error).cause ?? error);
        throw new SendFailure("away", `The mail service can't be reached: ${reason}`, "unreachable");
      }
    },
  };
}

function bodyOf(message: MailMessage, from: string) {
  const { to, subject, html, text, fromName, replyTo, messageId, inReplyTo, references, attachments } = message;
  const files = attachments?.map(({ filename, contentType, content, contentId }) => ({
    filename,
    content_type: contentType,
    content: Buffer.from(content).toString("base64"),
    ...(contentId ? { content_id: contentId } : {}),
  }));
  const headers = {
    "Message-ID": messageId,
    ...(inReplyTo ? { "In-Reply-To": inReplyTo } : {}),
    ...(references ? { References: references } : {}),
  };
  return {
    from: withName(from, fromName),
    to: [to],
    subject,
    html,
    text,
    headers,
    reply_to: replyTo,
    attachments: files,
  };
}

/** Turns an error response into a SendFailure. Returns if the service already has this email from an earlier try. */
async function refuse(response: Response): Promise<void> {
  const { status } = response;
  const text = (await response.text()).slice(0, 300);
  // An alert says what is true right now, so a repeat may have other words under the same key. The first one was taken.
  if (status === 409 && text.includes("invalid_idempotent_request")) return;
  const message = `The mail service returned ${status}: ${text}`;
  const problem = problemOf(status, text);
  throw problem ? new SendFailure("away", message, problem) : new SendFailure("refused", message);
}

/** The service's own problem, or undefined if only this email is wrong. */
function problemOf(status: number, text: string): ProviderProblem | undefined {
  if (status === 401 || /(missing|invalid|restricted)_api_key/.test(text)) return "sign_in";
  if (status === 403) return "sender";
  if (status === 409 || status === 429) return "busy";
  if (status === 408 || status >= 500) return "unreachable";
  return undefined;
}
