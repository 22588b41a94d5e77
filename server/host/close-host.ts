import type { Server } from "node:http";
import { flushLog, logError } from "../logging/log.ts";
import type { OutboxWorker } from "../mail/outbox-worker.ts";
import { within } from "./within.ts";

const REQUESTS_MS = 10_000;
const FLUSH_MS = 1_000;

export type CloseStep = { name: string; ms: number; run: () => Promise<unknown> | undefined };

/**
 * Stops new requests and new work, finishes what runs, then takes the steps in their order. Everything has a deadline: a
 * host that waits for someone else's server would be killed in the end, and could not say what it left.
 */
export async function closeHost(
  server: Server,
  closeIdleConnections: () => void,
  worker: OutboxWorker,
  steps: CloseStep[],
): Promise<void> {
  const worked = worker.stop();
  const left = (await finishRequests(server, closeIdleConnections)) ? [] : ["requests"];
  left.push(...(await worked));
  for (const { name, ms, run } of steps) if (!(await within(Promise.resolve(run()), ms))) left.push(name);
  if (left.length > 0) logError("stopped before everything was done", { left });
  await within(flushLog(), FLUSH_MS);
}

/** Whether all requests ended in time. The others are cut off. */
async function finishRequests(server: Server, closeIdleConnections: () => void): Promise<boolean> {
  const finished = new Promise<void>((resolve) => server.close(() => resolve()));
  // A client keeps a busy connection alive, so it is closed as soon as its response is sent.
  const sweep = setInterval(closeIdleConnections, 20);
  const isInTime = await within(finished, REQUESTS_MS);
  clearInterval(sweep);
  if (!isInTime) server.closeAllConnections();
  return isInTime;
}
