import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { SMTPServer } from "smtp-server";

export type SmtpMode =
  | "takes"
  /** Accepts connections and says nothing. */
  | "hangs"
  /** Takes the whole message and says nothing. */
  | "hangs after the message"
  /** Takes the whole message and closes the connection. */
  | "breaks off after the message"
  /** Confirms a message twice. */
  | "confirms twice"
  | "knows no mailbox"
  | "is busy"
  | "puts the mailbox off";

export type Delivered = { to: string; messageId: string };

export type SmtpProvider = {
  variables: Record<string, string>;
  /** What the server took, whether or not it confirmed. */
  delivered: Delivered[];
  /** How many connections it got. */
  connections: () => number;
  behave: (mode: SmtpMode, confirmAfterMs?: number) => void;
  /** Stops listening, as a server that is away. */
  goAway: () => Promise<void>;
  comeBack: () => Promise<void>;
  close: () => Promise<void>;
};

type Refusal = Error & { responseCode: number };
const refusal = (code: number, text: string): Refusal => Object.assign(new Error(text), { responseCode: code });

const socketsOf = (server: SMTPServer) =>
  [...server.connections].map((each) => (each as unknown as { _socket: Socket })._socket);

async function readAll(stream: AsyncIterable<Buffer>): Promise<string | null> {
  try {
    let text = "";
    for await (const chunk of stream) text += chunk;
    return text;
  } catch {
    return null;
  }
}

/** A mail server for tests, which misbehaves as told. */
export async function openSmtpProvider(): Promise<SmtpProvider> {
  let mode: SmtpMode = "takes";
  let confirmAfter = 0;
  let connected = 0;
  let port = 0;
  const delivered: Delivered[] = [];
  const create = () =>
    new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS", "AUTH"],
      disableReverseLookup: true,
      closeTimeout: 1,
      socketTimeout: 600_000,
      onConnect(_session, done) {
        connected += 1;
        if (mode !== "hangs") done(mode === "is busy" ? refusal(421, "Too many connections") : null);
      },
      onRcptTo(_address, _session, done) {
        if (mode === "knows no mailbox") return done(refusal(550, "No such user here"));
        if (mode === "puts the mailbox off") return done(refusal(450, "Try again later"));
        done();
      },
      async onData(stream, session, done) {
        const text = await readAll(stream);
        // The sender broke off in the middle, so nothing was delivered.
        if (text === null) return;
        const messageId = /^message-id: *(\S+)/im.exec(text)?.[1] ?? "";
        for (const { address } of session.envelope.rcptTo) delivered.push({ to: address, messageId });
        if (mode === "hangs after the message") return;
        const sockets = socketsOf(server);
        if (mode === "breaks off after the message") {
          for (const socket of sockets) socket.destroy();
          return;
        }
        if (confirmAfter > 0) await delay(confirmAfter);
        done();
        if (mode === "confirms twice") for (const socket of sockets) socket.write("250 OK once more\r\n");
      },
    }).on("error", () => {});
  let server = create();
  const listen = (onPort: number) => new Promise<void>((resolve) => server.listen(onPort, "127.0.0.1", resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      for (const socket of socketsOf(server)) socket.destroy();
      server.close(() => resolve());
    });
  await listen(0);
  port = (server.server.address() as { port: number }).port;
  return {
    variables: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: "agency@example.com" },
    delivered,
    connections: () => connected,
    behave(next, confirmAfterMs = 0) {
      mode = next;
      confirmAfter = confirmAfterMs;
    },
    goAway: close,
    async comeBack() {
      server = create();
      await listen(port);
    },
    close,
  };
}
