import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { ClientAddress } from "../../supabase/functions/_shared/client-address.ts";
import { logRequest } from "../logging/log.ts";
import { chooseVariant, type Variant } from "../pages/static-files.ts";
import type { FindFile } from "./find-file.ts";
import { PreparedResponse } from "./prepared-response.ts";
import { nextRequestId } from "./request-id.ts";

/** One complete plain request and nothing else: a request line, then headers of printable characters. */
const PLAIN_GET = /^GET (\/[\w\-./]*)(\?[!-~]*)? HTTP\/1\.1\r\n((?:[\w-]+:[ -~]*\r\n)+)\r\n$/;
const ONE_HOST = /^host:/gim;
const HOST = /^host:(.*)$/im;
/** Node's HTTP server handles any header that changes the response or the connection. */
const UNSUPPORTED_HEADERS =
  /^(?:if-|range:|expect:|upgrade:|content-length:|transfer-encoding:|te:|connection:(?! *keep-alive *$))/im;
const ACCEPT_ENCODING = /^accept-encoding:(.*)$/im;

/** What the header lines of a request say about its answer. */
type Asked = { lines: string; isPlain: boolean; host: string; encodings: string };

function readHeaders(lines: string): Asked {
  return {
    lines,
    isPlain: !UNSUPPORTED_HEADERS.test(lines) && lines.match(ONE_HOST)?.length === 1,
    host: HOST.exec(lines)?.[1]?.trim() ?? "",
    encodings: ACCEPT_ENCODING.exec(lines)?.[1] ?? "",
  };
}

const headerPatterns = new Map<string, RegExp>();

/** The value of a header in header lines. Names come only from our own code, so each pattern is compiled once. */
function headerOf(headers: string, name: string): string | undefined {
  let pattern = headerPatterns.get(name);
  if (!pattern) {
    pattern = new RegExp(`^${name}:(.*)$`, "im");
    headerPatterns.set(name, pattern);
  }
  return pattern.exec(headers)?.[1]?.trim();
}

const KEEP_ALIVE_MS = 65_000;
const MAX_REQUEST_BYTES = 8 * 1024;

/**
 * Sends files from memory on the socket, in front of Node's HTTP server, whose own writing costs twice as much as the
 * rest of such a response (docs/decisions/0006-static-fast-path.md). A connection stays here while it sends plain GET
 * requests for files, each in one piece. The first other request moves the connection to the HTTP server permanently.
 */
export function openStaticFastPath(
  server: Server,
  find: FindFile,
  clientAddress: ClientAddress,
): { closeIdle: () => void } {
  const [serve] = server.listeners("connection") as ((socket: Socket) => void)[];
  server.removeAllListeners("connection");
  const waiting = new Set<Socket>();
  const preparedResponses = new WeakMap<Variant, PreparedResponse>();
  // Most requests of a connection have the same headers as the one before, and so have those that a load balancer sends.
  let asked = readHeaders("");

  function respond(socket: Socket, chunk: Buffer): boolean {
    const started = performance.now();
    if (chunk.length > MAX_REQUEST_BYTES) return false;
    const [, path = "", query = "", headers = ""] = PLAIN_GET.exec(chunk.toString("latin1")) ?? [];
    if (path === "") return false;
    if (headers !== asked.lines) asked = readHeaders(headers);
    if (!asked.isPlain) return false;
    const header = (name: string) => headerOf(headers, name);
    const address = () => clientAddress(socket.remoteAddress, header("x-forwarded-for"));
    const file = find({ host: asked.host, path, query, isGet: true, header, address });
    if (file?.status !== 200) return false;
    const variant = chooseVariant(file, asked.encodings);
    const id = nextRequestId();
    const prepared = preparedResponses.get(variant) ?? new PreparedResponse(variant);
    preparedResponses.set(variant, prepared);
    if (!prepared.send(socket, id)) {
      socket.pause();
      socket.once("drain", () => socket.resume());
    }
    const ms = Math.round((performance.now() - started) * 100) / 100;
    logRequest({ id, method: "GET", path, status: 200, ms });
    return true;
  }

  server.on("connection", (socket) => {
    const leave = () => {
      waiting.delete(socket);
      socket.off("data", onData).off("end", finish).off("error", end).off("timeout", end).off("close", leave);
    };
    const end = () => socket.destroy();
    // The HTTP server allows half-open connections, so a socket that the client has ended must be closed here.
    const finish = () => socket.end();
    const onData = (chunk: Buffer) => {
      if (respond(socket, chunk)) return;
      leave();
      socket.setTimeout(0);
      socket.pause();
      socket.unshift(chunk);
      serve?.call(server, socket);
      socket.resume();
    };
    waiting.add(socket);
    socket.setTimeout(KEEP_ALIVE_MS);
    socket.on("data", onData).on("end", finish).on("error", end).on("timeout", end).on("close", leave);
  });
  return {
    closeIdle() {
      for (const socket of waiting) socket.end();
    },
  };
}
