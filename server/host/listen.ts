import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { ClientAddress } from "../../supabase/functions/_shared/client-address.ts";
import { StartError } from "../environment/environment.ts";
import { logRequest } from "../logging/log.ts";
import type { Pages } from "../pages/pages.ts";
import { sendStatic } from "../pages/static-files.ts";
import { checkHead, MAX_HEAD_BYTES } from "../request/request-bounds.ts";
import type { Bindings } from "./bindings.ts";
import type { FindFile } from "./find-file.ts";
import type { ReadRows } from "./read-rows.ts";
import { nextRequestId } from "./request-id.ts";
import { openStaticFastPath } from "./static-fast-path.ts";

type Fetch = (request: Request, bindings: Bindings) => Response | Promise<Response>;
/** Filled in before the server listens, because Vite needs the server to exist first. */
export type Handlers = {
  fetch: Fetch;
  find: FindFile;
  middleware?: Pages["middleware"];
  readRows?: ReadRows | undefined;
};

/** `closeIdleConnections` also closes connections that the server itself has not seen yet. */
type HttpServer = { server: Server; closeIdleConnections: () => void };

/** How long the body of a request may take. A large file over a slow line takes longer than a form. */
const BODY_LIMITS = { bodyMs: 60_000, uploadMs: 15 * 60_000 };

/**
 * The HTTP server. Files come from memory, everything else goes through `fetch`. Every request has an id, which appears
 * in its response and in its log line.
 */
export function createHttpServer(
  handlers: Handlers,
  clientAddress: ClientAddress,
  { bodyMs, uploadMs } = BODY_LIMITS,
): HttpServer {
  const addressOf = (incoming: IncomingMessage) =>
    clientAddress(incoming.socket.remoteAddress, headerOf(incoming, "x-forwarded-for"));
  const dynamic = getRequestListener((request, env) => {
    const { incoming } = env as unknown as { incoming: IncomingMessage & { requestId: string } };
    return handlers.fetch(request, { address: addressOf(incoming), requestId: incoming.requestId });
  });
  const server = createServer(
    { requestTimeout: uploadMs, headersTimeout: 20_000, keepAliveTimeout: 65_000, maxHeaderSize: MAX_HEAD_BYTES },
    (request, response) => {
      const started = performance.now();
      const id = nextRequestId();
      const url = request.url ?? "/";
      const mark = url.indexOf("?");
      const path = mark === -1 ? url : url.slice(0, mark);
      const line = (status: number) =>
        logRequest({
          id,
          method: request.method ?? "",
          path: path.slice(0, 300),
          status,
          ms: Math.round((performance.now() - started) * 100) / 100,
        });
      const query = mark === -1 ? "" : url.slice(mark);
      const complaint = checkHead({ path, query, host: request.headers.host ?? "" });
      if (complaint) return line(refuse(response, complaint));
      const isGet = request.method === "GET";
      const file =
        isGet || request.method === "HEAD"
          ? handlers.find({
              host: request.headers.host ?? "",
              path,
              query,
              isGet,
              header: (name) => headerOf(request, name),
              address: () => addressOf(request),
            })
          : undefined;
      if (file) return line(sendStatic(request, response, file, id));
      (request as IncomingMessage & { requestId?: string }).requestId = id;
      if (!isGet && !path.startsWith("/storage/v1/")) limitBody(request, response, bodyMs);
      response.on("close", () => line(response.statusCode));
      const answer = () => {
        if (handlers.middleware) handlers.middleware(request, response, () => void dynamic(request, response));
        else void dynamic(request, response);
      };
      const read = handlers.readRows?.(request, response, id);
      if (read) void read.then((isSent) => isSent || answer());
      else answer();
    },
  );
  const { closeIdle } = openStaticFastPath(server, (asked) => handlers.find?.(asked), clientAddress);
  const closeIdleConnections = () => {
    closeIdle();
    server.closeIdleConnections();
  };
  return { server, closeIdleConnections };
}

/** Ends a request whose body does not arrive in time. Node has one limit for all requests, which is that of uploads. */
function limitBody(request: IncomingMessage, response: ServerResponse, bodyMs: number): void {
  const timer = setTimeout(() => {
    if (request.complete) return;
    if (!response.headersSent) response.writeHead(408, { Connection: "close" }).end();
    request.socket.destroySoon();
  }, bodyMs);
  response.once("close", () => clearTimeout(timer));
}

/** Ends a request whose head is too large, without reading its body. */
function refuse(response: ServerResponse, { status, message }: { status: number; message: string }): number {
  response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8", Connection: "close" }).end(`${message}\n`);
  return status;
}

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(",") : value;
}

/** Starts listening. Throws a StartError when the port is taken or not allowed. */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const reason = error.code === "EADDRINUSE" ? "is in use by another program" : `can't be used (${error.code})`;
      reject(new StartError(`PORT ${port} on ${host} ${reason}: stop that program, or set another PORT`));
    });
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : port);
    });
  });
}
