import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HostProcess, startHostProcess } from "../support/host-process.ts";
import { seededDataDirectory } from "../support/seeded-data.ts";

let host: HostProcess;
beforeAll(async () => {
  host = await startHostProcess({ DATA_DIR: await seededDataDirectory() });
});
afterAll(() => host.dispose());

const plain = (path: string, ...headers: string[]) =>
  ["GET ", path, " HTTP/1.1\r\nHost: localhost\r\n", ...headers.map((header) => `${header}\r\n`), "\r\n"].join("");
const closing = "Connection: close";

/** Sends pieces over one connection, each in its own packet, and reads everything until the host closes it. */
function talk(...pieces: string[]): Promise<string> {
  const { hostname, port } = new URL(host.url);
  return new Promise((resolve, reject) => {
    let heard = "";
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    const next = () => {
      const piece = pieces.shift();
      if (piece !== undefined) socket.write(piece, () => setImmediate(next));
    };
    socket.setEncoding("latin1");
    socket.on("connect", next).on("error", reject);
    socket.on("data", (text) => {
      heard += text;
    });
    socket.on("close", () => resolve(heard));
  });
}
const statuses = (heard: string) => [...heard.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

describe("files and everything else share one connection", () => {
  test("files one after the other, then another request", async () => {
    const heard = await talk(plain("/"), plain("/favicon.svg"), plain("/healthz"), plain("/", closing));
    expect(statuses(heard)).toEqual([200, 200, 200, 200]);
    expect(heard.indexOf('{"status":"ok"}')).toBeGreaterThan(heard.indexOf("</html>"));
  });

  test("requests that arrive together, in pieces, or after a response are all answered, in order", async () => {
    const together = await talk(plain("/favicon.svg") + plain("/healthz") + plain("/", closing));
    expect(statuses(together)).toEqual([200, 200, 200]);
    const whole = plain("/", closing);
    expect(statuses(await talk(whole.slice(0, 9), whole.slice(9, 30), whole.slice(30)))).toEqual([200]);
    expect(statuses(await talk(plain("/favicon.svg"), whole.slice(0, 20), whole.slice(20)))).toEqual([200, 200]);
  });

  test("the response has length, date, request id and every security header, like all others", async () => {
    const answer = await fetch(host.url, { headers: { "Accept-Encoding": "identity" } });
    const page = await answer.text();
    expect(answer.headers.get("content-length")).toBe(String(Buffer.byteLength(page)));
    expect(Math.abs(Date.parse(answer.headers.get("date") ?? "") - Date.now())).toBeLessThan(5_000);
    const slow = await fetch(host.url, { headers: { "Accept-Encoding": "identity", "If-None-Match": '"other"' } });
    const names = (response: Response) => [...response.headers.keys()].sort();
    expect(names(answer)).toEqual(names(slow));
    expect(answer.headers.get("x-request-id")).not.toBe(slow.headers.get("x-request-id"));
    expect(await slow.text()).toBe(page);
  });

  test("a query still finds the file, the encoding is chosen, and a known ETag gets 304", async () => {
    const brotli = await talk(
      plain("/?utm_source=a", "Accept-Encoding: gzip, deflate, br"),
      plain("/healthz", closing),
    );
    expect(brotli).toMatch(/Content-Encoding: br\r\n/);
    const etag = (await fetch(host.url)).headers.get("etag") ?? "";
    expect(statuses(await talk(plain("/", `If-None-Match: ${etag}`, closing)))).toEqual([304]);
  });

  test("an invalid request is refused as usual", async () => {
    expect(statuses(await talk("GET / HTTP/1.1\r\nConnection: close\r\n\r\n"))).toEqual([400]);
    expect(statuses(await talk("GET / HTTP/1.1\r\nHost: a\r\nBad\u0001Name: b\r\n\r\n"))).toEqual([400]);
    expect(statuses(await talk("NONSENSE\r\n\r\n"))).toEqual([400]);
    expect(statuses(await talk(`GET /${"a".repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`))).toEqual([431]);
  });

  test("a body on a GET, an unknown path and HEAD go to the HTTP server", async () => {
    const body = "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello";
    expect(statuses(await talk(body))).toEqual([200]);
    expect(statuses(await talk(plain("/nothing-here", closing)))).toEqual([404]);
    const head = await talk("HEAD / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    expect(statuses(head)).toEqual([200]);
    expect(head).not.toContain("</html>");
  });

  test("a client that is slower than the host gets every byte", async () => {
    const { hostname, port } = new URL(host.url);
    const socket = connect({ host: hostname, port: Number(port) });
    const size = Number(
      (await fetch(host.url, { headers: { "Accept-Encoding": "identity" } })).headers.get("content-length"),
    );
    const heard: Buffer[] = [];
    socket.pause();
    for (let index = 0; index < 300; index++) await new Promise<void>((sent) => socket.write(plain("/"), () => sent()));
    await new Promise<void>((resolve) => {
      socket.on("data", (chunk) => {
        heard.push(chunk);
        const answers = Buffer.concat(heard).toString("latin1").split("HTTP/1.1 200 OK").length - 1;
        if (answers === 300 && Buffer.concat(heard).toString("latin1").endsWith("</html>")) resolve();
      });
      socket.resume();
    });
    expect(Buffer.concat(heard).length).toBeGreaterThan(300 * size);
    socket.destroy();
  });
});

test("a connection ends at once when its client ends it", async () => {
  const { hostname, port } = new URL(host.url);
  const closed = await new Promise<boolean>((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    socket.on("data", () => socket.end());
    socket.on("end", () => resolve(true));
    socket.on("error", () => resolve(false));
    socket.write(plain("/favicon.svg"));
  });
  expect(closed).toBe(true);
});
