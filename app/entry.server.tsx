import { PassThrough } from "node:stream";
import { createReadableStreamFromReadable } from "@react-router/node";
import { isbot } from "isbot";
import { renderToPipeableStream } from "react-dom/server";
import { createRequestHandler, type EntryContext, RouterContextProvider, ServerRouter } from "react-router";
import { nonceContext } from "./nonce-context.ts";
import { NonceProvider } from "./shared/nonce.ts";

// The host imports these from the bundle, because context keys compare by identity and a second copy of the router would not
// match.
export { createRequestHandler, nonceContext, RouterContextProvider };

const ABORT_DELAY_MS = 5_000;

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const nonce = context.get(nonceContext) ?? undefined;
  const whole = isbot((request.headers.get("user-agent") ?? "").slice(0, 500)) || entry.isSpaMode;
  return new Promise((resolve, reject) => {
    let failed = false;
    const stream = renderToPipeableStream(
      <NonceProvider value={nonce}>
        <ServerRouter context={entry} url={request.url} nonce={nonce} />
      </NonceProvider>,
      {
        nonce,
        [whole ? "onAllReady" : "onShellReady"]() {
          const body = new PassThrough({
            final(done) {
              clearTimeout(timer);
              done();
            },
          });
          headers.set("Content-Type", "text/html; charset=utf-8");
          resolve(new Response(createReadableStreamFromReadable(body), { status: failed ? 500 : status, headers }));
          stream.pipe(body);
        },
        onShellError: reject,
        onError(error: unknown) {
          failed = true;
          console.error(error);
        },
      },
    );
    const timer = setTimeout(stream.abort, ABORT_DELAY_MS);
  });
}

/** Logs failed loaders and renders once. Requests that the visitor aborted are not failures. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (!request.signal.aborted) console.error(error);
}
