import { request } from "node:http";

type RawAnswer = { status: number; headers: Record<string, string | undefined>; body: string };

/** Sends a path exactly as written. `fetch` would normalize it. */
export function rawRequest(
  host: string,
  path: string,
  headers: Record<string, string> = {},
  method = "GET",
  body?: string,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(host);
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, path, method, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers as RawAnswer["headers"], body: text }),
      );
    });
    outgoing.once("error", reject);
    outgoing.end(body);
  });
}
