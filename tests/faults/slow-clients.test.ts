import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type HostProcess, startHostProcess } from "../support/host-process.ts";
import { seededDataDirectory } from "../support/seeded-data.ts";
import { signedInClient } from "../support/session.ts";

const IDLE = 2_000;
const SLOW = 100;
const REQUESTS = 300;

let host: HostProcess;
const sockets = new Set<Socket>();
const drips: NodeJS.Timeout[] = [];
beforeAll(async () => {
  host = await startHostProcess({ DATA_DIR: await seededDataDirectory(), RATE_LIMIT_SCALE: "0" });
});
afterAll(async () => {
  for (const drip of drips) clearInterval(drip);
  for (const socket of sockets) socket.destroy();
  await host?.dispose();
});

/** A connection that is open. `closed` resolves with what the host sent before it closed the connection. */
async function open(): Promise<{ socket: Socket; closed: Promise<string> }> {
  const { hostname, port } = new URL(host.url);
  const socket = connect({ host: hostname, port: Number(port) });
  sockets.add(socket);
  let heard = "";
  socket.on("data", (chunk) => {
    heard += chunk.toString("latin1");
  });
  socket.on("error", () => {});
  const closed = new Promise<string>((resolve) => socket.once("close", () => resolve(heard)));
  await new Promise<void>((resolve) => socket.once("connect", () => resolve()));
  return { socket, closed };
}

/** Sends one byte a second, forever. */
function drip(socket: Socket, first: string): void {
  socket.write(first);
  const timer = setInterval(() => socket.writable && socket.write("a"), 1_000);
  drips.push(timer);
  socket.once("close", () => clearInterval(timer));
}

test("With 2,000 idle connections, and clients that send or read a byte a second, everyone else is served, and the host still stops", async () => {
  const idle = await Promise.all(Array.from({ length: IDLE }, open));
  const heads = await Promise.all(Array.from({ length: SLOW }, open));
  for (const { socket } of heads) drip(socket, "GET / HTTP/1.1\r\nHost: portal.example\r\nX-Slow: ");
  const bodies = await Promise.all(Array.from({ length: SLOW }, open));
  for (const { socket } of bodies)
    drip(
      socket,
      "POST /functions/v1/send-contact-email HTTP/1.1\r\nHost: portal.example\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{",
    );
  const readers = await Promise.all(Array.from({ length: SLOW }, open));
  for (const { socket } of readers) {
    socket.pause();
    socket.write("GET / HTTP/1.1\r\nHost: portal.example\r\n\r\n".repeat(20));
  }

  const { client } = await signedInClient(host.url, "sales@example.com");
  for (let number = 0; number < REQUESTS; number += 10) {
    const answers = await Promise.all(
      Array.from({ length: 10 }, async (_, each) => {
        if (each % 2) return (await fetch(`${host.url}/pricing`)).status;
        return (await client.from("leads").select("id").limit(20)).status;
      }),
    );
    expect(answers).toEqual(Array(10).fill(200));
  }

  // Heads have 20 seconds and bodies a minute. The host looks every half a minute.
  for (const answer of await Promise.all(heads.map(({ closed }) => closed))) expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  for (const answer of await Promise.all(bodies.map(({ closed }) => closed)))
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect((await client.from("leads").select("id").limit(1)).status).toBe(200);
  expect(idle.length).toBe(IDLE);
  expect(await host.stop("SIGTERM")).toBe(0);
}, 240_000);
