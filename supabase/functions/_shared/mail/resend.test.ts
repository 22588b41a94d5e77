import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { resend } from "./resend.ts";

let server: Server;
let answer: { status: number; name: string } | "none" = { status: 200, name: "ok" };
let keys: unknown[] = [];
let address = "";

beforeAll(async () => {
  server = createServer((request, response) => {
    keys.push(request.headers["idempotency-key"]);
    if (answer !== "none") response.writeHead(answer.status).end(JSON.stringify({ name: answer.name }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.closeAllConnections());

const message = { to: "a@example.com", subject: "Hi", text: "Hi", html: "<p>Hi</p>", messageId: "<1@example.com>" };
const send = (signal?: AbortSignal) =>
  resend("re_test", "us@example.com", { address, timeScale: 1 / 90 }).send(message, "outbox-id", signal);

test.each([
  [401, "missing_api_key", { kind: "away", problem: "sign_in" }],
  [403, "validation_error", { kind: "away", problem: "sender" }],
  [409, "concurrent_idempotent_requests", { kind: "away", problem: "busy" }],
  [422, "validation_error", { kind: "refused", problem: undefined }],
  [400, "invalid_parameter", { kind: "refused", problem: undefined }],
  [429, "rate_limit_exceeded", { kind: "away", problem: "busy" }],
  [500, "internal_server_error", { kind: "away", problem: "unreachable" }],
])("an answer %s %s fails the email as it should", async (status, name, failure) => {
  answer = { status, name };
  await expect(send()).rejects.toMatchObject(failure);
});

test("no answer and an aborted try leave the email for another try", async () => {
  answer = "none";
  await expect(send()).rejects.toMatchObject({ kind: "away", problem: "unreachable" });
  await expect(send(AbortSignal.abort())).rejects.toMatchObject({ kind: "away" });
});

test("a service that has this key with other words has the email", async () => {
  answer = { status: 409, name: "invalid_idempotent_request" };
  keys = [];
  await send();
  expect(keys).toEqual(["outbox-id"]);
});
