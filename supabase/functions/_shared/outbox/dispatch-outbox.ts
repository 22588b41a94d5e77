import { truncateText } from "../../../../domain/truncate-text.ts";
import type { Json } from "../../../database.types.ts";
import type { FunctionDeps } from "../deps.ts";
import { checkDomainJob } from "./check-domain-job.ts";
import { closeCheckoutJob } from "./close-checkout-job.ts";
import { leadClockJob } from "./lead-clock-job.ts";
import { leadImportJob } from "./lead-import-job.ts";
import { removeFilesJob } from "./remove-files-job.ts";
import { sendMailJob } from "./send-mail-job.ts";

type Job = (
  payload: Record<string, unknown>,
  id: string,
  deps: FunctionDeps,
) => Promise<Record<string, unknown> | null>;

/** The handler of each kind of outbox job. */
const jobs: Record<string, Job> = {
  mail: sendMailJob,
  close_checkout: closeCheckoutJob,
  lead_clock: leadClockJob,
  lead_import: leadImportJob,
  check_domain: checkDomainJob,
  remove_files: removeFilesJob,
};

const BATCH_SIZE = 10;
/** Limits one round. The next round continues with what is left. */
const MAX_BATCHES = 20;
const LEASE_SECONDS = 60;

/**
 * Runs due jobs, up to 200. It claims a batch under a lease, runs each job, and records its success or failure. Failed
 * jobs are retried later. Delivery is at least once. Returns how many jobs succeeded and failed, and whether more may
 * be waiting.
 */
export async function dispatchOutbox(
  deps: FunctionDeps,
  worker: string,
): Promise<{ done: number; failed: number; more: boolean }> {
  const total = { done: 0, failed: 0, more: false };
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const claim = { p_worker: worker, p_limit: BATCH_SIZE, p_lease_seconds: LEASE_SECONDS, p_kinds: Object.keys(jobs) };
    const { data, error } = await deps.service.rpc("claim_outbox", claim);
    if (error) throw new Error(`claim_outbox: ${error.message}`);
    if (data.length === 0) return total;
    for (const row of data) {
      total[(await runJob(row, deps, worker)) ? "done" : "failed"] += 1;
      // Lets waiting requests run first, because the embedded database does not yield on its own.
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  }
  return { ...total, more: true };
}

async function runJob(
  row: { id: string; kind: string; payload: unknown },
  deps: FunctionDeps,
  worker: string,
): Promise<boolean> {
  try {
    const run = jobs[row.kind];
    if (!run) throw new Error(`no handler for ${row.kind}`);
    const result = await run(row.payload as Record<string, unknown>, row.id, deps);
    const { error } = await deps.service.rpc("complete_outbox", {
      p_id: row.id,
      p_worker: worker,
      p_result: result as Json,
    });
    if (error) throw new Error(error.message);
    return true;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    deps.log("outbox job failed", { id: row.id, kind: row.kind, error: message });
    await deps.service.rpc("fail_outbox", { p_id: row.id, p_worker: worker, p_error: truncateText(message, 1000) });
    return false;
  }
}
