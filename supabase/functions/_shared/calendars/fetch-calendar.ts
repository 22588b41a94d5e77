import { lookup } from "node:dns/promises";
import { request } from "node:https";
import { isPublicAddress } from "../../../../domain/public-address.ts";
import { CalendarProblem } from "./busy-times.ts";

const MAX_BYTES = 5 * 1024 * 1024;
const MAX_REDIRECTS = 3;
const TIMEOUT_MS = 15_000;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

type Answer = { status: number; location: string | null; etag: string | null; body: string };

/** The network calls of the reader. Tests replace them. */
export type CalendarNetwork = {
  resolve: (hostname: string) => Promise<string[]>;
  get: (url: URL, ip: string, etag: string | null, signal: AbortSignal) => Promise<Answer>;
};

/**
 * Reads a calendar's file, or null when it is still the version `etag`. A person typed the address: only https on the usual
 * port and public networks are read, at exactly the address that was checked. Throws CalendarProblem.
 */
export async function fetchCalendar(
  address: string,
  etag: string | null,
  network: CalendarNetwork = realNetwork,
): Promise<{ text: string; etag: string | null } | null> {
  const deadline = AbortSignal.timeout(TIMEOUT_MS);
  let target = address;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const url = URL.parse(target);
    if (url?.protocol !== "https:" || url.username || url.password || url.port !== "")
      throw new CalendarProblem("private_address");
    const answer = await attempt(() => read(url, etag, network, deadline));
    if (answer.status === 304) return null;
    if (REDIRECTS.has(answer.status) && answer.location) {
      target = URL.parse(answer.location, url)?.href ?? "";
      continue;
    }
    if (answer.status !== 200) throw new CalendarProblem("refused");
    return { text: answer.body, etag: answer.etag };
  }
  throw new CalendarProblem("unreachable");
}

async function attempt<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof CalendarProblem ? error : new CalendarProblem("unreachable");
  }
}

async function read(url: URL, etag: string | null, network: CalendarNetwork, deadline: AbortSignal): Promise<Answer> {
  const { hostname } = url;
  const literal = hostname.startsWith("[") ? hostname.slice(1, -1) : /^[\d.]+$/.test(hostname) ? hostname : null;
  const addresses = literal ? [literal] : await network.resolve(hostname);
  const ip = addresses[0];
  if (!ip || !addresses.every(isPublicAddress)) throw new CalendarProblem("private_address");
  return network.get(url, ip, etag, deadline);
}

const realNetwork: CalendarNetwork = {
  resolve: async (hostname) => (await lookup(hostname, { all: true })).map(({ address }) => address),
  get: (url, ip, etag, signal) =>
    new Promise((done, fail) => {
      const outgoing = request({
        // Connects to the checked address without a second lookup. The certificate must still match the name.
        host: ip,
        port: 443,
        servername: url.hostname,
        path: `${url.pathname}${url.search}`,
        headers: {
          Host: url.host,
          Accept: "text/calendar",
          "User-Agent": "Upfunnel calendar reader",
          ...(etag && { "If-None-Match": etag }),
        },
        agent: false,
        maxHeaderSize: 16 * 1024,
        signal,
      });
      outgoing.once("error", fail);
      outgoing.once("response", (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        const tooLarge = () => {
          outgoing.destroy();
          fail(new CalendarProblem("too_large"));
        };
        if (Number(response.headers["content-length"] ?? 0) > MAX_BYTES) return tooLarge();
        response.on("data", (chunk: Buffer) => {
          size += chunk.length;
          if (size > MAX_BYTES) return tooLarge();
          chunks.push(chunk);
        });
        response.once("error", fail);
        response.once("end", () =>
          done({
            status: response.statusCode ?? 0,
            location: response.headers.location ?? null,
            etag: response.headers.etag ?? null,
            body: Buffer.concat(chunks).toString("utf8"),
          }),
        );
      });
      outgoing.end();
    }),
};
