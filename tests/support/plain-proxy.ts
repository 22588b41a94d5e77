import { createServer, request } from "node:http";

/**
 * A proxy like nginx in its default configuration (`proxy_pass http://127.0.0.1:3000`): it sends the upstream's Host
 * instead of the visitor's, and nothing about the visitor.
 */
export async function startPlainProxy(upstream: string): Promise<{ url: string; close: () => Promise<void> }> {
  const { host, hostname, port } = new URL(upstream);
  const server = createServer((incoming, answer) => {
    const headers = { ...incoming.headers, host, connection: "close" };
    const onward = request({ hostname, port, path: incoming.url, method: incoming.method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    onward.on("error", () => answer.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
