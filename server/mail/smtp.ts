import { Readable } from "node:stream";
import nodemailer, { type SendMailOptions } from "nodemailer";
import type { MailMessage, SendMail } from "../../supabase/functions/_shared/deps.ts";
import { SendFailure } from "../../supabase/functions/_shared/mail/send-failure.ts";
import { withName } from "../../supabase/functions/_shared/mail/with-name.ts";

/** From the connection to the end of the message. A repeat after that is harmless. */
const SEND_MS = 45_000;
const CONNECT_MS = 15_000;
/** RFC 5321 (4.5.3.2.6) gives a server ten minutes to confirm a message. Servers that check attachments need one or two. */
const CONFIRM_MS = 300_000;

type SmtpError = Error & { code?: string; command?: string; responseCode?: number; response?: string };

/**
 * Sends emails to an SMTP server, one connection each. Throws a SendFailure. Once the server has the whole message, no
 * confirmation means `unconfirmed`, because another try might deliver it twice.
 */
export function smtp(url: string, from: string, timeScale: number): { provider: string; send: SendMail } {
  const { hostname, port } = new URL(url);
  return {
    provider: `smtp ${hostname}:${port || "default"}`,
    send: async (message, _key, signal) => {
      const deadline = new AbortController();
      const abort = () => deadline.abort(new Error("it didn't answer in time"));
      let timer = setTimeout(abort, SEND_MS * timeScale);
      let isHandedOver = false;
      const transport = nodemailer.createTransport({
        url,
        connectionTimeout: CONNECT_MS * timeScale,
        greetingTimeout: SEND_MS * timeScale,
        socketTimeout: (CONFIRM_MS + SEND_MS) * timeScale,
      });
      transport.use("stream", (mail, done) => {
        mail.message.processFunc((input) =>
          noteEnd(input, () => {
            isHandedOver = true;
            clearTimeout(timer);
            timer = setTimeout(abort, CONFIRM_MS * timeScale);
          }),
        );
        done();
      });
      try {
        const signals = signal ? AbortSignal.any([deadline.signal, signal]) : deadline.signal;
        await transport.sendMail({ ...optionsOf(message, from), signal: signals });
      } catch (error) {
        throw explain(error as SmtpError, isHandedOver, deadline.signal.aborted);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

/** The same bytes. The connection reads them only after the server agreed to take the message, up to the end. */
function noteEnd(input: Readable, onEnd: () => void): Readable {
  async function* read() {
    yield* input;
    onEnd();
  }
  return Readable.from(read(), { objectMode: false });
}

function optionsOf({ attachments = [], fromName, ...message }: MailMessage, from: string): SendMailOptions {
  const files = attachments.map(({ content, contentId, ...file }) => ({
    ...file,
    content: Buffer.from(content),
    ...(contentId ? { cid: contentId, contentDisposition: "inline" as const } : {}),
  }));
  return { from: withName(from, fromName), ...message, attachments: files };
}

function explain(error: SmtpError, isHandedOver: boolean, isLate: boolean): SendFailure {
  const reason = isLate ? "it didn't answer in time" : error.response || error.message;
  const status = error.responseCode ?? 0;
  if (isHandedOver && status === 0)
    return new SendFailure(
      "unconfirmed",
      `The mail server took the email but didn't confirm it, so it may have arrived: ${reason}`,
      "unreachable",
    );
  if (status === 421) return new SendFailure("away", `The mail server is busy: ${reason}`, "busy");
  if (error.code === "EAUTH" || error.code === "ENOAUTH" || status === 530)
    return new SendFailure("away", `The mail server rejects our sign-in: ${reason}`, "sign_in");
  // An address that is none never reaches the server.
  if (error.code === "EENVELOPE" && error.command === "API") return new SendFailure("refused", reason);
  if (status >= 500 && (error.command === "RCPT TO" || error.command === "DATA"))
    return new SendFailure("refused", `The mailbox refuses the email: ${reason}`);
  if (status >= 400 && (error.command === "RCPT TO" || error.command === "DATA"))
    return new SendFailure("deferred", `The mailbox doesn't take the email right now: ${reason}`);
  if (status >= 400 && error.command === "MAIL FROM")
    return new SendFailure("away", `The mail server refuses our sender address: ${reason}`, "sender");
  return new SendFailure("away", `The mail server can't be reached: ${reason}`, "unreachable");
}
