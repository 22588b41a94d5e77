import { truncateText } from "../../../../domain/truncate-text.ts";
import type { Json } from "../../../database.types.ts";
import type { FunctionDeps } from "../deps.ts";
import { SendFailure } from "../mail/send-failure.ts";
import { bookingJob } from "./booking-job.ts";
import { calendarJob } from "./calendar-job.ts";
import { checkDomainJob } from "./check-domain-job.ts";
import { closeCheckoutJob } from "./close-checkout-job.ts";
import { closePlanPageJob } from "./close-plan-page-job.ts";
import { leadClockJob } from "./lead-clock-job.ts";
import { leadImportJob } from "./lead-import-job.ts";
import { removeFilesJob } from "./remove-files-job.ts";
import { sendMailJob } from "./send-mail-job.ts";

type Result = Record<string, unknown> | null;
type Job = (
  payload: Record<string, unknown>,
  id: string,
  deps: FunctionDeps,
  /** Aborts when the host stops, or when another worker has the job. */
  signal: AbortSignal,
) => Promise<Result>;

/** The handler of each kind of outbox job. */
const jobs: Record<string, Job> = {
  mail: sendMailJob,
  close_checkout: closeCheckoutJob,
  close_plan_page: closePlanPageJob,
  lead_clock: leadClockJob,
  booking: bookingJob,
  lead_import: leadImportJob,
  calendar: calendarJob,
  check_domain: checkDomainJob,
  remove_files: removeFilesJob,
};

const LEASE_SECONDS = 60;
const RECORD_AGAIN_MS = 500;

export type ClaimedJob = { id: string; kind: string; payload: unknown };
export type Outcome = "done" | "failed" | "released";

/** The lease of a job, in whole seconds. It is renewed three times as often while the job runs. */
export function leaseSeconds({ outboxTimeScale = 1 }: FunctionDeps): number {
  return Math.max(1, Math.round(LEASE_SECONDS * outboxTimeScale));
}

/**
 * Runs a claimed job, renews its lease in the meantime, and stores the outcome. If the database is away right then, it tries
 * until the database is back, because a job without an outcome would run twice. `abort` ends the job because the host
 * stops.
 */
export async function runJob(
  job: ClaimedJob,
  deps: FunctionDeps,
  worker: string,
  abort: AbortSignal,
): Promise<Outcome> {
  const taken = new AbortController();
  const renewing = setInterval(
    async () => {
      const lease = { p_id: job.id, p_worker: worker, p_lease_seconds: leaseSeconds(deps) };
      const { data } = await deps.service.rpc("renew_outbox", lease);
      if (data === false) taken.abort(new Error("another worker has this job"));
    },
    (leaseSeconds(deps) * 1000) / 3,
  );
  try {
    const run = jobs[job.kind];
    if (!run) throw new Error(`no handler for ${job.kind}`);
    const signal = AbortSignal.any([abort, taken.signal]);
    const result = await run(job.payload as Record<string, unknown>, job.id, deps, signal);
    await record(deps, abort, () => storeResult(job, deps, worker, result));
    return "done";
  } catch (error) {
    if (abort.aborted && !(error instanceof SendFailure && error.kind === "unconfirmed")) {
      await deps.service.rpc("release_outbox", { p_id: job.id, p_worker: worker });
      return "released";
    }
    const message = error instanceof Error ? error.message : String(error);
    deps.log("outbox job failed", { id: job.id, kind: job.kind, error: message });
    await record(deps, abort, () => storeFailure(job, deps, worker, error, message));
    return "failed";
  } finally {
    clearInterval(renewing);
  }
}

type Stored = PromiseLike<{ error: { message: string } | null; status: number }>;

async function record(deps: FunctionDeps, abort: AbortSignal, store: () => Stored): Promise<void> {
  for (let isLogged = false; ; isLogged = true) {
    const { error, status } = await store();
    if (!error) return;
    if (!isLogged) deps.log("outbox outcome not stored", { error: error.message });
    // Anything else than a database that is away would be refused again.
    if (abort.aborted || (status > 0 && status < 500)) return;
    await new Promise((resolve) => setTimeout(resolve, RECORD_AGAIN_MS));
  }
}

function storeResult(job: ClaimedJob, deps: FunctionDeps, worker: string, result: Result): Stored {
  const isSent = job.kind === "mail" && !(result && "skipped" in result);
  return deps.service.rpc("complete_outbox", {
    p_id: job.id,
    p_worker: worker,
    p_result: result as Json,
    ...(isSent ? { p_provider: deps.mailProvider } : {}),
  });
}

function storeFailure(job: ClaimedJob, deps: FunctionDeps, worker: string, error: unknown, message: string): Stored {
  const told =
    error instanceof SendFailure
      ? {
          p_failure: error.kind,
          p_provider: deps.mailProvider,
          ...(error.problem ? { p_problem: error.problem } : {}),
        }
      : {};
  return deps.service.rpc("fail_outbox", {
    p_id: job.id,
    p_worker: worker,
    p_error: truncateText(message, 1000),
    p_time_scale: deps.outboxTimeScale ?? 1,
    ...told,
  });
}
