import type { RateLimiter } from "../../supabase/functions/_shared/limits.ts";
import { BodyTooLarge } from "../../supabase/functions/_shared/read-body.ts";
import { SUBMISSIONS } from "../../supabase/functions/_shared/submissions/limit.ts";
import { restError, tooManyRequests } from "../backend/protocol-errors.ts";
import { withStatements } from "../database/request-context.ts";
import { BadRequest } from "../request/bad-request.ts";
import type { LearnedReads } from "./learned-reads.ts";
import { limitResponse } from "./limit-response.ts";
import type { ReadCaller, RestCaller } from "./read-caller.ts";
import { isPlainRead } from "./read-lane.ts";
import { readRestHeaders } from "./read-rest-headers.ts";
import { type RestTarget, readAddress, readJson, readTarget } from "./read-rest-request.ts";
import { bounds, MAX_DRAFT_BYTES, MAX_RESPONSE_BYTES, type RestBounds } from "./rest-bounds.ts";

export type RestGuardDeps = {
  forward: (request: Request) => Promise<Response>;
  readCaller: ReadCaller;
  reads: LearnedReads;
  /** Counts submissions together with the functions that accept them. */
  limiter: RateLimiter;
  /** Counts every request. It counts in memory, for this host alone. */
  restLimiter: RateLimiter;
  /** Whether the person's session is alive and the person is an active admin. */
  isActiveAdmin: (person: { id: string; session: string }) => Promise<boolean>;
};

const METHODS = ["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS"];
const WITH_BODY = ["POST", "PATCH", "PUT"];
const PLAIN_SELECT = /^$|^(?:\*|[a-z_]\w{0,62})(?:,[a-z_]\w{0,62}){0,150}$/;
const DRAFTS = new Set(["create_landing_page", "save_landing_draft"]);

/**
 * Guards `/rest/v1`. It counts each sender, reads the request once within the sender's limits, and forwards a new
 * request built from what it read.
 */
export function createRestGuard(deps: RestGuardDeps): (request: Request, address: string) => Promise<Response> {
  return async (request, address) => {
    try {
      return await handleRequest(deps, request, address);
    } catch (error) {
      if (error instanceof BodyTooLarge) return restError(413, "PGRST102", "The body is too large");
      if (error instanceof BadRequest) return restError(error.status, codeOf(error), error.message);
      throw error;
    }
  };
}

async function handleRequest(deps: RestGuardDeps, request: Request, address: string): Promise<Response> {
  const { method } = request;
  if (!METHODS.includes(method)) return restError(405, "PGRST117", `Unsupported HTTP method: ${method}`);
  const caller = deps.readCaller(request.headers, Date.now());
  const callerBounds = caller.kind === "anonymous" ? bounds.anonymous : bounds.signedIn;
  const target = readTarget(request);
  const wait = await countRequest(deps, caller, address, callerBounds, method === "POST" && target.name === "contacts");
  if (wait !== undefined) return tooManyRequests("/rest/v1", wait);
  const url = readAddress(new URL(request.url), target, callerBounds, caller.kind === "anonymous");
  const headers = readRestHeaders(request);
  const body = WITH_BODY.includes(method)
    ? await readJson(request, await maxBodyBytes(deps, caller, target, request), callerBounds.rows)
    : undefined;
  if (body !== undefined) headers.set("Content-Type", "application/json");
  const forward = async () => {
    const response = await deps.forward(new Request(url, { method, headers, body }));
    return plainHeaders(await limitResponse(response, MAX_RESPONSE_BYTES));
  };
  const isLearnable = method === "GET" && !target.isProcedure && caller.kind === "person";
  return isLearnable && isPlain(request, url) ? learnFrom(deps.reads, request.url, url, forward) : forward();
}

/** Whether the request selects plain columns and nothing else. Their values come from the database unchanged. */
function isPlain({ headers }: Request, url: URL): boolean {
  return (
    isPlainRead((name) => headers.get(name) ?? undefined) && PLAIN_SELECT.test(url.searchParams.get("select") ?? "")
  );
}

async function learnFrom(
  reads: LearnedReads,
  address: string,
  url: URL,
  forward: () => Promise<Response>,
): Promise<Response> {
  const { result: response, statements } = await withStatements(forward);
  await reads.learn(address, Number(url.searchParams.get("offset") ?? 0), response, statements);
  return response;
}

/** How many seconds the sender must wait, or undefined if the request may continue. */
async function countRequest(
  deps: RestGuardDeps,
  caller: RestCaller,
  address: string,
  callerBounds: RestBounds,
  isMessage: boolean,
): Promise<number | undefined> {
  const sender = caller.kind === "person" ? `person:${caller.id}` : `address:${address}`;
  const verdicts = [
    caller.kind === "service" ? undefined : await deps.restLimiter(`rest:${sender}`, callerBounds.rate),
    // Direct inserts of messages (spec §7 Fallback) cause emails as the function does, so they share its limit.
    isMessage ? await deps.limiter(`rest:contacts:${address}`, SUBMISSIONS) : undefined,
  ];
  return verdicts.find((verdict) => verdict?.allowed === false)?.retryAfterSeconds;
}

/** Drafts are the only large bodies. Only people who may write them may send that much. */
async function maxBodyBytes(
  deps: RestGuardDeps,
  caller: RestCaller,
  { name, isProcedure }: RestTarget,
  request: Request,
): Promise<number> {
  const usual = (caller.kind === "anonymous" ? bounds.anonymous : bounds.signedIn).bodyBytes;
  if (!isProcedure || !DRAFTS.has(name) || caller.kind === "anonymous") return usual;
  const announced = Number(request.headers.get("content-length") ?? Number.POSITIVE_INFINITY);
  if (announced <= usual) return usual;
  return caller.kind === "service" || (await deps.isActiveAdmin(caller)) ? MAX_DRAFT_BYTES : usual;
}

/** The library repeats the whole query in a header, which clients refuse when it is long. */
function plainHeaders(response: Response): Response {
  response.headers.delete("content-location");
  return response;
}

/** The codes that PostgREST uses for bad requests. */
function codeOf({ part, status }: BadRequest): string {
  if (part === "path") return "PGRST125";
  if (part === "schema") return "PGRST106";
  if (status === 406) return "PGRST107";
  return part === "target" ? "PGRST100" : "PGRST102";
}
