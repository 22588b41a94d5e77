import pino from "pino";
import { fingerprintOf } from "./fingerprint.ts";
import { currentRequestId } from "./request-scope.ts";

const FLUSH_EVERY_MS = 250;
const FLUSH_LENGTH = 8192;

/**
 * Structured lines on standard output, buffered for a quarter of a second, because writing each line separately halves
 * the throughput.
 */
const destination = pino.destination({ sync: false, minLength: FLUSH_LENGTH });
const logger = pino(
  { base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: (label) => ({ level: label }) } },
  destination,
);
setInterval(() => {
  passOnLines();
  destination.flush();
}, FLUSH_EVERY_MS).unref();

type RequestObserver = (line: RequestLine) => void;
type ErrorObserver = (event: string) => void;
let observeRequest: RequestObserver | undefined;
let observeError: ErrorObserver | undefined;

/** Tells the metrics about every line. */
export function observeLog(request: RequestObserver, error: ErrorObserver): void {
  observeRequest = request;
  observeError = error;
}

export type RequestLine = { id: string; method: string; path: string; status: number; ms: number };

/**
 * One line per request. Query strings are left out, because they may contain tokens and personal data. The line is
 * built by hand in pino's format, because this runs tens of thousands of times a second.
 */
export function logRequest(line: RequestLine): void {
  const { id, method, path, status, ms } = line;
  observeRequest?.(line);
  lines += `{"level":"info","time":"${timeOfNow()}","id":"${id}","method":"${method}","path":${JSON.stringify(path)},"status":${status},"ms":${ms},"msg":"request"}\n`;
  if (lines.length > FLUSH_LENGTH) passOnLines();
}

/** Lines of requests that the destination doesn't have yet: it takes as long for one line as for a hundred. */
let lines = "";

function passOnLines(): void {
  if (lines !== "") destination.write(lines);
  lines = "";
}

let lastMoment = 0;
let lastText = "";

function timeOfNow(): string {
  const now = Date.now();
  if (now !== lastMoment) {
    lastMoment = now;
    lastText = new Date(now).toISOString();
  }
  return lastText;
}

const REPEATS_LOGGED = 10;
const MINUTE_MS = 60_000;
let minute = 0;
let repeats = new Map<string, { event: string; count: number }>();

/**
 * Logs an error that someone should look into, with the id of its request and a fingerprint by which a log can be grouped. An
 * error that repeats is logged ten times a minute, and then counted.
 */
export function logError(event: string, details: Record<string, unknown>): void {
  observeError?.(event);
  const fingerprint = fingerprintOf(event, details);
  if (Date.now() - minute > MINUTE_MS) startMinute();
  const known = repeats.get(fingerprint) ?? { event, count: 0 };
  repeats.set(fingerprint, known);
  known.count += 1;
  if (known.count > REPEATS_LOGGED) return;
  const id = currentRequestId();
  passOnLines();
  logger.error({ ...(id ? { id } : {}), fingerprint, ...details }, event);
}

function startMinute(): void {
  minute = Date.now();
  passOnLines();
  for (const [fingerprint, { event, count }] of repeats)
    if (count > REPEATS_LOGGED) logger.error({ fingerprint, repeated: count - REPEATS_LOGGED }, event);
  repeats = new Map();
}

/** Logs something unusual that is not an error. */
export function logNotice(event: string, details: Record<string, unknown>): void {
  const id = currentRequestId();
  passOnLines();
  logger.warn({ ...(id ? { id } : {}), ...details }, event);
}

/** Writes the buffered lines. */
export function flushLog(): Promise<void> {
  passOnLines();
  return new Promise((resolve) => destination.flush(() => resolve()));
}
