import { ACCOUNT_HEADER } from "../../domain/account-header.ts";
import type { RateLimiter } from "../../supabase/functions/_shared/limits.ts";
import type { ReadAs } from "../database/request-context.ts";
import { type LearnedRead, type LearnedReads, rangeOf } from "./learned-reads.ts";
import type { Person, ReadCaller } from "./read-caller.ts";
import { bounds, MAX_RESPONSE_BYTES } from "./rest-bounds.ts";

/** The head of a GET request, as it arrived. `address` is its absolute URL. */
export type ReadHead = { address: string; header: (name: string) => string | undefined };

/** A response that is ready to send. */
export type ReadyResponse = { headers: [name: string, value: string][]; body: string };

type Deps = {
  reads: LearnedReads;
  readCaller: ReadCaller;
  publishableKey: string;
  restLimiter: RateLimiter;
  readAs: ReadAs;
};

const PLAIN_ACCEPT = [undefined, "*/*", "application/json"];

/**
 * Answers reads that the library has translated before, without the library. Returns undefined for every other request,
 * and when anything goes wrong: the usual way then answers, and explains errors.
 */
export function createReadLane(deps: Deps): (head: ReadHead) => Promise<ReadyResponse | undefined> | undefined {
  return (head) => {
    const read = deps.reads.find(head.address);
    if (!read || !isPlainRead(head.header) || head.header("apikey") !== deps.publishableKey) return undefined;
    const caller = deps.readCaller({ get: (name) => head.header(name) ?? null }, Date.now());
    return caller.kind === "person" ? answer(deps, head.address, read, caller) : undefined;
  };
}

/** Whether no header asks for anything but the rows as JSON. */
export function isPlainRead(header: (name: string) => string | undefined): boolean {
  const profile = header("accept-profile");
  return (
    PLAIN_ACCEPT.includes(header("accept")) &&
    header("prefer") === undefined &&
    header("range") === undefined &&
    header(ACCOUNT_HEADER) === undefined &&
    (profile === undefined || profile === "public")
  );
}

async function answer(
  { reads, readAs, restLimiter }: Deps,
  address: string,
  { query, offset, headers }: LearnedRead,
  { id, claims }: Person,
): Promise<ReadyResponse | undefined> {
  if (!(await restLimiter(`rest:person:${id}`, bounds.signedIn.rate)).allowed) return undefined;
  try {
    const rows = await readAs({ auth: { uid: id, role: claims.role, jwt: claims } }, query);
    const body = `[${rows.join(",")}]`;
    const length = Buffer.byteLength(body);
    if (length > MAX_RESPONSE_BYTES) return undefined;
    const range = rangeOf(offset, rows.length);
    return { headers: [...headers, ["content-range", range], ["content-length", String(length)]], body };
  } catch {
    reads.forget(address);
    return undefined;
  }
}
