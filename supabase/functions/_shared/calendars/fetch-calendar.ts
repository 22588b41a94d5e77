import {
  MAX_REDIRECTS,
  publicAddressOf,
  REDIRECTS,
  type Resolve,
  requestAt,
  resolveName,
  urlProblem,
} from "../probe/public-address.ts";
import { CalendarProblem } from "./busy-times.ts";

const MAX_BYTES = 5 * 1024 * 1024;
const TIMEOUT_MS = 15_000;

type Answer = { status: number; location: string | null; etag: string | null; body: string };

/** The network calls of the reader. Tests replace them. */
export type CalendarNetwork = {
  resolve: Resolve;
  get: (url: URL, ip: string, etag: string | null, signal: AbortSignal) => Promise<Answer>;
};

/**
 * Reads a calendar's file, or null when it is still the version `etag`. Throws CalendarProblem.
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
    if (!url || urlProblem(url)) throw new CalendarProblem("private_address");
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
  const ip = await publicAddressOf(url.hostname, network.resolve, deadline);
  if (!ip) throw new CalendarProblem("private_address");
  return network.get(url, ip, etag, deadline);
}

const realNetwork: CalendarNetwork = {
  resolve: resolveName,
  get: (url, ip, etag, signal) =>
    new Promise((done, fail) => {
      const headers = {
        Accept: "text/calendar",
        "User-Agent": "Upfunnel calendar reader",
        ...(etag && { "If-None-Match": etag }),
      };
      const outgoing = requestAt(url, ip, headers, signal);
      outgoing.once("error", fail);
      outgoing.once("response", (response) => {
        const status = response.statusCode ?? 0;
        const { location = null, etag: version = null } = response.headers;
        // Only a calendar has a body that matters.
        if (status !== 200) {
          done({ status, location, etag: version, body: "" });
          outgoing.destroy();
          return;
        }
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
          done({ status, location, etag: version, body: Buffer.concat(chunks).toString("utf8") }),
        );
      });
      outgoing.end();
    }),
};
