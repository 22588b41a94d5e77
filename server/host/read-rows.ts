import type { IncomingMessage, ServerResponse } from "node:http";
import type { Backend } from "../backend/backend.ts";
import { withRequestId } from "../logging/request-scope.ts";
import { EXPOSED_HEADERS } from "./any-origin.ts";
import type { createHostHeaders } from "./host-headers.ts";

const PREFIX = "/rest/v1/";

/** Sends the response and returns true, or returns false if the request needs the usual way. Undefined is an instant no. */
export type ReadRows = (
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
) => Promise<boolean> | undefined;

/**
 * Answers repeated reads of rows before a web-standard request is built from them, because most of a read's cost in the
 * host is in the layers above the database.
 */
export function createReadRows(
  read: NonNullable<Backend["readRows"]>,
  hostHeaders: ReturnType<typeof createHostHeaders>,
): ReadRows {
  return (request, response, requestId) => {
    const url = request.url ?? "";
    if (request.method !== "GET" || !url.startsWith(PREFIX)) return undefined;
    const header = (name: string) => {
      const value = request.headers[name];
      return Array.isArray(value) ? value.join(",") : value;
    };
    const head = { address: `http://${request.headers.host}${url}`, header };
    return withRequestId(requestId, () => read(head))?.then((ready) => {
      if (!ready) return false;
      const headers = new Map(ready.headers).set("access-control-expose-headers", EXPOSED_HEADERS.join(","));
      const added = hostHeaders((name) => headers.get(name.toLowerCase()), requestId);
      for (const [name, value] of added) headers.set(name.toLowerCase(), value);
      response.writeHead(200, [...headers].flat()).end(ready.body);
      return true;
    });
  };
}
