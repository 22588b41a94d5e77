import { lookup } from "node:dns/promises";
import type { ClientRequest, IncomingHttpHeaders } from "node:http";
import { request } from "node:https";
import { isPublicAddress } from "../../../../domain/public-address.ts";

// The one way to a server whose address a person typed, or that such a server redirects to: only https on the usual port, without
// credentials, and only public networks. It connects to the exact address that was checked, so that a name cannot resolve
// differently in between.

export const MAX_REDIRECTS = 3;
export const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** All addresses of a name. Tests replace it. */
export type Resolve = (hostname: string) => Promise<string[]>;
export const resolveName: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address);

/** Why no server may be asked at this address. */
export function urlProblem(url: URL | null): "scheme" | "credentials" | "port" | undefined {
  if (url?.protocol !== "https:") return "scheme";
  if (url.username || url.password) return "credentials";
  return url.port === "" ? undefined : "port";
}

/** The address to connect to. Null if any of the name's addresses is not public. */
export async function publicAddressOf(
  hostname: string,
  resolve: Resolve,
  deadline: AbortSignal,
): Promise<string | null> {
  const literal = hostname.startsWith("[") ? hostname.slice(1, -1) : /^[\d.]+$/.test(hostname) ? hostname : null;
  const addresses = literal ? [literal] : await withTimeout(resolve(hostname), deadline);
  return addresses.every(isPublicAddress) ? (addresses[0] ?? null) : null;
}

/** A lookup cannot be canceled, but the caller stops waiting for it. */
function withTimeout<Result>(work: Promise<Result>, deadline: AbortSignal): Promise<Result> {
  return new Promise((done, fail) => {
    deadline.addEventListener("abort", () => fail(deadline.reason), { once: true });
    work.then(done, fail);
  });
}

/** A GET request at exactly this address, without a second lookup. The certificate must still match the name. */
export function requestAt(url: URL, ip: string, headers: IncomingHttpHeaders, signal: AbortSignal): ClientRequest {
  return request({
    host: ip,
    port: 443,
    servername: url.hostname,
    path: `${url.pathname}${url.search}`,
    method: "GET",
    headers: { Host: url.host, ...headers },
    agent: false,
    maxHeaderSize: 16 * 1024,
    signal,
  });
}
