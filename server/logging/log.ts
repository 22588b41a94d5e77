import pino from "pino";

const FLUSH_EVERY_MS = 250;

/**
 * Structured lines on standard output, buffered for a quarter of a second, because writing each line separately halves
 * the throughput.
 */
const destination = pino.destination({ sync: false, minLength: 8192 });
const logger = pino(
  { base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: (label) => ({ level: label }) } },
  destination,
);
setInterval(() => destination.flush(), FLUSH_EVERY_MS).unref();

export type RequestLine = { id: string; method: string; path: string; status: number; ms: number };

/**
 * One line per request. Query strings are left out, because they may contain tokens and personal data. The line is
 * built by hand in pino's format, because this runs tens of thousands of times a second.
 */
export function logRequest({ id, method, path, status, ms }: RequestLine): void {
  destination.write(
    `{"level":"info","time":"${timeOfNow()}","id":"${id}","method":"${method}","path":${JSON.stringify(path)},"status":${status},"ms":${ms},"msg":"request"}\n`,
  );
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

/** Logs an error that someone should look into. */
export function logError(event: string, details: Record<string, unknown>): void {
  logger.error(details, event);
}

/** Writes the buffered lines. */
export function flushLog(): Promise<void> {
  return new Promise((resolve) => destination.flush(() => resolve()));
}
