import {
  MAX_REDIRECTS,
  publicAddressOf,
  REDIRECTS,
  type Resolve,
  requestAt,
  resolveName,
  urlProblem,
} from "./public-address.ts";

/** Why an address could not be read. */
export type FetchProblemCode = "private_address" | "unreachable" | "refused" | "too_large";

export class FetchProblem extends Error {
  readonly code: FetchProblemCode;
  constructor(code: FetchProblemCode) {
    super(code);
    this.code = code;
  }
}

/** What is read: the headers that say what is wanted, and limits. */
export type FetchRequest = { headers: Record<string, string>; maxBytes: number; timeoutMs: number };
type Answer = {
  status: number;
  location: string | null;
  etag: string | null;
  type: string;
  /** How the body is packed; empty if it is not. */
  encoding: string;
  body: Uint8Array;
};
/** `address` is where the file was in the end. */
export type FetchedFile = { address: string; etag: string | null; type: string; body: Uint8Array };

/** The network calls of the reader. Tests replace them. */
export type FetchNetwork = {
  resolve: Resolve;
  get: (url: URL, ip: string, request: FetchRequest, signal: AbortSignal) => Promise<Answer>;
};

/**
 * Reads a file from the internet, never from a private network: each address is resolved and checked once, and the connection
 * goes to exactly that address. Null if the server says that the file did not change. Throws FetchProblem.
 */
export async function fetchPublic(
  address: string,
  request: FetchRequest,
  network: FetchNetwork = realNetwork,
): Promise<FetchedFile | null> {
  const deadline = AbortSignal.timeout(request.timeoutMs);
  let target = address;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const url = URL.parse(target);
    if (!url || urlProblem(url)) throw new FetchProblem("private_address");
    const { status, location, encoding, ...file } = await attempt(() => read(url, request, network, deadline));
    if (status === 304) return null;
    if (REDIRECTS.has(status) && location) {
      target = URL.parse(location, url)?.href ?? "";
      continue;
    }
    // No packed file was asked for, and a small one could unpack to any size.
    if (status !== 200 || !["", "identity"].includes(encoding.trim().toLowerCase())) throw new FetchProblem("refused");
    return { address: url.href, ...file };
  }
  throw new FetchProblem("unreachable");
}

async function attempt<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof FetchProblem ? error : new FetchProblem("unreachable");
  }
}

async function read(url: URL, request: FetchRequest, network: FetchNetwork, deadline: AbortSignal): Promise<Answer> {
  const ip = await publicAddressOf(url.hostname, network.resolve, deadline);
  if (!ip) throw new FetchProblem("private_address");
  return network.get(url, ip, request, deadline);
}

const realNetwork: FetchNetwork = {
  resolve: resolveName,
  get: (url, ip, { headers, maxBytes }, signal) =>
    new Promise((done, fail) => {
      const outgoing = requestAt(url, ip, headers, signal);
      outgoing.once("error", fail);
      outgoing.once("response", (response) => {
        const status = response.statusCode ?? 0;
        const { location = null, etag = null, "content-type": type = "" } = response.headers;
        const encoding = response.headers["content-encoding"] ?? "";
        // Only a file that is there has a body that matters.
        if (status !== 200) {
          done({ status, location, etag, type, encoding, body: new Uint8Array() });
          outgoing.destroy();
          return;
        }
        const chunks: Buffer[] = [];
        let size = 0;
        const tooLarge = () => {
          outgoing.destroy();
          fail(new FetchProblem("too_large"));
        };
        if (Number(response.headers["content-length"] ?? 0) > maxBytes) return tooLarge();
        response.on("data", (chunk: Buffer) => {
          size += chunk.length;
          if (size > maxBytes) return tooLarge();
          chunks.push(chunk);
        });
        response.once("error", fail);
        response.once("end", () => done({ status, location, etag, type, encoding, body: Buffer.concat(chunks) }));
      });
      outgoing.end();
    }),
};
