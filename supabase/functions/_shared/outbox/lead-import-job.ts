import type { FunctionDeps } from "../deps.ts";
import { z } from "../schema.ts";

/**
 * The target duration of one statement: long enough that planning takes only a small part. Where requests wait for it, it is
 * shorter. Elsewhere only other changes of the account's leads wait, for its counters.
 */
const TARGET_BATCH_MS = 500;
const SHORT_BATCH_MS = 120;
const MIN_BATCH = 25;
const MAX_BATCH = 5_000;
const FIRST_BATCH = 200;
/** After this time other jobs get their turn, and the import continues as a new job. */
const TIME_SLICE_MS = 2_000;

const importPayload = z.object({
  importId: z.uuid(),
  part: z.number().int().default(0),
  /** The batch size that suited the previous turn. */
  limit: z.number().int().min(MIN_BATCH).max(MAX_BATCH).default(FIRST_BATCH),
});

/**
 * Runs (or reverts) an import of leads for a limited time, in short transactions. The duration of each one sets the
 * size of the next. If a host is killed, the next worker continues, because the database stores the position.
 */
export async function leadImportJob(payload: Record<string, unknown>, id: string, deps: FunctionDeps) {
  const { importId, part, ...turn } = importPayload.parse(payload);
  const begun = performance.now();
  const target = deps.hasOneConnection ? SHORT_BATCH_MS : TARGET_BATCH_MS;
  let { limit } = turn;
  let handled = 0;
  for (;;) {
    const startedAt = performance.now();
    const { data, error } = await deps.service.rpc("run_lead_import", { p_import_id: importId, p_limit: limit });
    if (error) throw new Error(`run_lead_import: ${error.message}`);
    const batch = data as { over: boolean; handled: number };
    handled += batch.handled;
    if (batch.over) return { handled };
    const took = performance.now() - startedAt;
    if (took > target) limit = Math.max(Math.floor(limit * Math.max(0.5, target / took)), MIN_BATCH);
    else if (took < target * 0.7) limit = Math.min(Math.ceil(limit * 1.5), MAX_BATCH);
    // Lets waiting requests run first, because the embedded database does not yield on its own.
    await new Promise((resolve) => setTimeout(resolve, 0));
    if (performance.now() - begun > TIME_SLICE_MS) break;
  }
  const next = {
    p_kind: "lead_import",
    p_dedupe_key: `lead_import:${importId}:${id}`,
    p_payload: { importId, part: part + 1, limit },
  };
  const { error } = await deps.service.rpc("enqueue_outbox", next);
  if (error) throw new Error(`enqueue_outbox: ${error.message}`);
  return { handled };
}
