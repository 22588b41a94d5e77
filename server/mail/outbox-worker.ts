import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { FunctionDeps } from "../../supabase/functions/_shared/deps.ts";
import { createLaneRunner } from "../../supabase/functions/_shared/outbox/lane-runner.ts";
import { LANES } from "../../supabase/functions/_shared/outbox/lanes.ts";
import { createReconciler } from "../../supabase/functions/_shared/payments/throttled-reconciler.ts";
import { within } from "../host/within.ts";
import { singleFlight } from "./single-flight.ts";

export type OutboxWorker = {
  /** Looks for work soon, because something was probably just enqueued. */
  wake: () => void;
  /** Does what is due now, except imports, and waits for it. */
  drain: () => Promise<void>;
  /** Claims nothing more, gives running jobs a few seconds, ends them, and returns what it left. */
  stop: () => Promise<string[]>;
};

const POLL_MS = 5_000;
/** Deadlines of leads are promised to the second. */
const CLOCK_POLL_MS = 1_000;
const WAKE_DELAY_MS = 30;
const WOKEN: ReadonlySet<string> = new Set(["mail", "payments", "imports"]);
const FINISH_MS = 5_000;
/** After a job is ended, its outcome is stored. */
const RECORD_MS = 3_000;
const MAX_DRAIN_ROUNDS = 10;
/** Lanes that take long or wait for servers of other people. The local inbox does not wait for them. */
const UNDRAINED = new Set<string>(["imports", "calendars", "domains"]);

/**
 * The host's timer. Scheduled jobs, the check of open payments and each lane of the outbox run side by side, so that none
 * waits for a server that another one needs. All continue after a failure.
 */
export function startOutboxWorker(deps: FunctionDeps): OutboxWorker {
  // Unique even where containers share a host name and a process id.
  const worker = `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`.slice(-200);
  const stopping = new AbortController();
  const aborting = new AbortController();
  let soon: NodeJS.Timeout | undefined;
  const wake = () => {
    if (stopping.signal.aborted) return;
    soon ??= setTimeout(() => {
      soon = undefined;
      // The other lanes and the tasks wait for the timer, so that busy times do not look for work all the time.
      for (const lane of lanes) if (WOKEN.has(lane.lane.name)) lane.start();
    }, WAKE_DELAY_MS);
  };
  const signals = { stop: stopping.signal, abort: aborting.signal };
  const lanes = LANES.map((lane) =>
    createLaneRunner(lane, deps, worker, signals, lane.name === "mail" ? undefined : wake),
  );
  const reconcile = createReconciler();
  const tasks = [
    singleFlight("scheduled jobs", deps.log, async () => {
      const { data, error } = await deps.service.rpc("run_scheduled_jobs");
      if (error) throw new Error(error.message);
      if (data > 0) wake();
    }),
    singleFlight("payment check", deps.log, () => reconcile(deps)),
  ];
  const startLanes = () => {
    for (const lane of lanes) lane.start();
  };
  const startAll = () => {
    for (const task of tasks) void task.run();
    startLanes();
  };
  const pollMs = Math.max(250, POLL_MS * (deps.outboxTimeScale ?? 1));
  const timers = [setInterval(startAll, pollMs), setInterval(() => lanes[0]?.start(), CLOCK_POLL_MS)];
  for (const timer of timers) timer.unref();

  const drained = lanes.filter(({ lane }) => !UNDRAINED.has(lane.name));
  const drain = async () => {
    await Promise.all(tasks.map((task) => task.run()));
    let before = -1;
    const done = () => drained.reduce((sum, { totals }) => sum + totals.done, 0);
    for (let round = 0; round < MAX_DRAIN_ROUNDS && done() > before; round++) {
      before = done();
      startLanes();
      await Promise.all(drained.map((lane) => lane.whenIdle()));
    }
  };
  const stop = async () => {
    stopping.abort();
    for (const timer of timers) clearInterval(timer);
    clearTimeout(soon);
    const idle = Promise.all([...lanes.map((lane) => lane.whenIdle()), ...tasks.map((task) => task.whenIdle())]);
    if (await within(idle, FINISH_MS)) return [];
    const ended = lanes.flatMap(({ lane, running }) => (running() > 0 ? [`${lane.name}: ${running()} running`] : []));
    aborting.abort(new Error("the host stops"));
    await within(idle, RECORD_MS);
    return [...ended, ...tasks.flatMap(({ name, isRunning }) => (isRunning() ? [name] : []))];
  };
  return { drain, wake, stop };
}
