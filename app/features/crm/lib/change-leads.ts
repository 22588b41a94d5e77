import { runQuery } from "~/shared/api.ts";
import type { Json } from "../../../../supabase/database.types.ts";
import { undoSteps } from "./undo-steps.ts";

/** What may be changed about leads: columns of leads, besides archived, tags to add or take away, and consent. */
export type LeadChanges = { [field: string]: Json };

/**
 * What came of a change. Skipped are leads that one may not change, or that were so already. `problem` is why not all of
 * them were reached; what was changed before it stays and can be taken back.
 */
export type ChangeResult = { batchIds: string[]; changed: number; skipped: number; problem?: unknown };

export const MAX_LEADS_PER_CHANGE = 10_000;

/** One statement holds the embedded database for a fifth of a second then, and the requests of others come in between. */
const BATCH_SIZE = 200;

type Options = { seenVersion?: number; onProgress?: (done: number) => void };

/**
 * The one way in which pages change leads, one or many, in steps. `seenVersion` refuses the change of a single lead that
 * somebody else changed meanwhile (PT409). Throws ServiceError when nothing was changed.
 */
export async function changeLeads(
  leadIds: string[],
  changes: LeadChanges,
  options: Options = {},
): Promise<ChangeResult> {
  const total: ChangeResult = { batchIds: [], changed: 0, skipped: 0 };
  for (let at = 0; at < leadIds.length; at += BATCH_SIZE) {
    const batchId = crypto.randomUUID();
    // Known before it is asked for: an answer that is lost on the way can be taken back as well.
    total.batchIds.push(batchId);
    try {
      const step = await changeStep(batchId, leadIds.slice(at, at + BATCH_SIZE), changes, options.seenVersion);
      total.changed += step.changed;
      total.skipped += step.skipped;
    } catch (problem) {
      if (at === 0) throw problem;
      return { ...total, problem };
    }
    options.onProgress?.(Math.min(at + BATCH_SIZE, leadIds.length));
  }
  return total;
}

async function changeStep(batchId: string, leadIds: string[], changes: LeadChanges, seenVersion?: number) {
  const data = await runQuery((db) =>
    db.rpc("change_leads", {
      p_batch_id: batchId,
      p_lead_ids: leadIds,
      p_changes: changes,
      ...(seenVersion === undefined ? {} : { p_seen_version: seenVersion }),
    }),
  );
  return data as { changed: number; skipped: number };
}

/**
 * Takes a change back, its last step first, and each that is done off the list: asked again after a failure it goes on where
 * it stopped. Kept are leads that somebody changed since. Throws ServiceError.
 */
export function undoChange(batchIds: string[]): Promise<{ restored: number; kept: number }> {
  return undoSteps(batchIds, async (batchId) => {
    const data = await runQuery((db) => db.rpc("undo_lead_batch", { p_batch_id: batchId }));
    return data as { restored: number; kept: number };
  });
}
