import { once } from "node:events";
import type { Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createHttpServer, type Handlers, listen } from "./listen.ts";

let server: Server | undefined;
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server?.close();
});

/** A host that reads each body and answers with its length. */
async function start(bodyMs: number): Promise<number> {
  const handlers: Handlers = {
    fetch: async (request) => new Response(String((await request.text()).length)),
    find: () => undefined,
  };
  ({ server } = createHttpServer(handlers, () => "192.0.2.1", { bodyMs, uploadMs: 60_000 }));
  await listen(server, 0, "127.0.0.1");
  return (server.address() as AddressInfo).port;
}

/** Announces ten bytes and sends five. `rest` sends the others; `answer` resolves when the host closes the connection. */
async function beginBody(port: number, path: string) {
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  socket.setEncoding("utf8");
  let text = "";
  socket.on("data", (part) => {
    text += part;
  });
  const closed = once(socket, "close");
  await once(socket, "connect");
  socket.write(`POST ${path} HTTP/1.1\r\nHost: host.test\r\nContent-Length: 10\r\nConnection: close\r\n\r\n12345`);
  return {
    rest: () => socket.write("67890"),
    answer: closed.then(() => text),
    isOpen: () => !socket.destroyed,
  };
}

test("A body that does not arrive in time ends the request, except that of an upload", async () => {
  const port = await start(40);
  const upload = await beginBody(port, "/storage/v1/object/landing/a.png");
  const form = await beginBody(port, "/functions/v1/send-contact-email");
  expect(await form.answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(upload.isOpen()).toBe(true);
  upload.rest();
  expect(await upload.answer).toMatch(/^HTTP\/1\.1 200 .*10$/s);
});

test("A body that arrives in time is answered", async () => {
  const form = await beginBody(await start(60_000), "/functions/v1/send-contact-email");
  form.rest();
  expect(await form.answer).toMatch(/^HTTP\/1\.1 200 .*10$/s);
});
