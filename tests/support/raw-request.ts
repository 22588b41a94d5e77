import { request } from "node:http";

type RawAnswer = { status: number; headers: Record<string, string | undefined>; body: string; bytes: Buffer };

/** Sends a path exactly as written. `fetch` would normalize it. */
export function rawRequest(
  host: string,
  path: string,
  headers: Record<string, string> = {},
  method = "GET",
  body?: string | Buffer,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(host);
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, path, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () => {
        const bytes = Buffer.concat(chunks);
        const headers = response.headers as RawAnswer["headers"];
        resolve({ status: response.statusCode ?? 0, headers, body: bytes.toString("utf8"), bytes });
      });
    });
    outgoing.once("error", reject);
    outgoing.end(body);
  });
}
