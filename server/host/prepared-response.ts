import type { Socket } from "node:net";
import type { Variant } from "../pages/static-files.ts";
import { REQUEST_ID_LENGTH } from "./request-id.ts";

const DATE_LENGTH = 29;

/** A whole response in one buffer, with places for the date and the request id, so that one system call sends it. */
export class PreparedResponse {
  readonly #template: Buffer;
  readonly #idAt: number;
  readonly #dateAt: number;
  #buffer: Buffer | undefined;

  constructor({ headers, body }: Pick<Variant, "headers" | "body">) {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const head = `HTTP/1.1 200 OK\r\n${lines.join("")}Connection: keep-alive\r\nKeep-Alive: timeout=65\r\nX-Request-Id: `;
    const id = `${"0".repeat(REQUEST_ID_LENGTH)}\r\nDate: `;
    this.#idAt = head.length;
    this.#dateAt = head.length + id.length;
    const start = Buffer.from(`${head}${id}${" ".repeat(DATE_LENGTH)}\r\n\r\n`, "latin1");
    this.#template = Buffer.concat([start, body]);
  }

  /** Sends the response. False if the client reads more slowly than we write. */
  send(socket: Socket, requestId: string): boolean {
    const buffer = this.#buffer ?? Buffer.from(this.#template);
    buffer.write(requestId, this.#idAt, REQUEST_ID_LENGTH, "latin1");
    buffer.write(httpDate(), this.#dateAt, DATE_LENGTH, "latin1");
    const flowing = socket.write(buffer);
    // Once the kernel has the bytes, the next response may reuse the buffer. Otherwise the buffer belongs to the
    // socket.
    this.#buffer = socket.writableLength === 0 ? buffer : undefined;
    return flowing;
  }
}

let second = 0;
let text = "";

function httpDate(): string {
  const now = Math.trunc(Date.now() / 1000);
  if (now !== second) {
    second = now;
    text = new Date(now * 1000).toUTCString();
  }
  return text;
}
