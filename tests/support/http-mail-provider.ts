import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type HttpMode =
  | "takes"
  | "hangs"
  | "takes and hangs"
  | "fails"
  | "is busy"
  | "answers twice"
  | "refuses the mailbox";

export type HttpMailProvider = {
  variables: Record<string, string>;
  /** The emails that people get: one for each idempotency key. */
  delivered: { key: string; to: string }[];
  requests: () => number;
  behave: (mode: HttpMode, answerAfterMs?: number) => void;
  close: () => Promise<void>;
};

/** A mail service with the API of Resend for tests, which misbehaves as told. */
export async function openHttpMailProvider(): Promise<HttpMailProvider> {
  let mode: HttpMode = "takes";
  let answerAfter = 0;
  let requests = 0;
  const delivered: { key: string; to: string }[] = [];
  const bodies = new Map<string, string>();

  const take = (key: string, body: string): boolean => {
    const known = bodies.get(key);
    if (known === undefined) {
      bodies.set(key, body);
      delivered.push({ key, to: (JSON.parse(body) as { to: string[] }).to[0] ?? "" });
    }
    return known === undefined || known === body;
  };
  const answer = (response: ServerResponse, status: number, name = "ok") => {
    const text = JSON.stringify({ name });
    response.writeHead(status, { "Content-Type": "application/json", "Content-Length": text.length }).end(text);
  };
  const server = createServer(async (request, response) => {
    requests += 1;
    let body = "";
    for await (const chunk of request) body += chunk;
    if (mode === "hangs") return;
    if (mode === "fails") return answer(response, 500, "internal_server_error");
    if (mode === "is busy") return answer(response, 429, "rate_limit_exceeded");
    if (mode === "refuses the mailbox") return answer(response, 422, "validation_error");
    const isSame = take(String(request.headers["idempotency-key"]), body);
    if (mode === "takes and hangs") return;
    const reply = () => {
      answer(response, isSame ? 200 : 409, isSame ? "ok" : "invalid_idempotent_request");
      if (mode === "answers twice") request.socket.write('HTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\n{"name":"ok"}');
    };
    if (answerAfter > 0) setTimeout(reply, answerAfter);
    else reply();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    variables: {
      RESEND_API_KEY: "re_test",
      RESEND_API_URL: `http://127.0.0.1:${port}`,
      MAIL_FROM: "agency@example.com",
    },
    delivered,
    requests: () => requests,
    behave(next, answerAfterMs = 0) {
      mode = next;
      answerAfter = answerAfterMs;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
