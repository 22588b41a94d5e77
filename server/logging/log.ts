import pino from "pino";

const FLUSH_EVERY_MS = 250;

/** Structured lines on standard output, gathered for a quarter of a second: writing each by itself halves the throughput. */
const destination = pino.destination({ sync: false, minLength: 8192 });
const logger = pino(
  { base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: (label) => ({ level: label }) } },
  destination,
);
setInterval(() => destination.flush(), FLUSH_EVERY_MS).unref();

export type RequestLine = { id: string; method: string; path: string; status: number; ms: number };

/**
 * One line for each request. Query strings stay out: they may carry tokens and addresses of people. Put together by hand,
 * in pino's shape, because it runs tens of thousands of times a second.
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

/** Something went wrong that somebody should look at. */
export function logError(event: string, details: Record<string, unknown>): void {
  logger.error(details, event);
}

/** Writes what is still gathered. */
export function flushLog(): Promise<void> {
  return new Promise((resolve) => destination.flush(() => resolve()));
}
