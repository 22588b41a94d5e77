import type { Json } from "../../../supabase/database.types.ts";
import { toServiceError } from "../service-error.ts";
import { getSupabase } from "../supabase.ts";

/** What may be changed about leads: columns of leads, besides archived, tags to add or take away, and consent. */
export type LeadChanges = { [field: string]: Json };

/**
 * What came of a change. Skipped are leads that one may not change, or that were so already. `problem` is why not all of
 * them were reached; what was changed before it stays and can be taken back.
 */
export type Changed = { batchIds: string[]; changed: number; skipped: number; problem?: unknown };

export const MOST_LEADS_AT_ONCE = 10_000;

/** One statement holds the embedded database for a fifth of a second then, and the requests of others come in between. */
const STEP = 200;

type Options = { seenVersion?: number; onProgress?: (done: number) => void };

/**
 * The one way in which pages change leads, one or many, in steps. `seenVersion` refuses the change of a single lead that
 * somebody else changed meanwhile (PT409). Throws ServiceError when nothing was changed.
 */
export async function changeLeads(leadIds: string[], changes: LeadChanges, options: Options = {}): Promise<Changed> {
  const total: Changed = { batchIds: [], changed: 0, skipped: 0 };
  for (let at = 0; at < leadIds.length; at += STEP) {
    try {
      const step = await changeStep(leadIds.slice(at, at + STEP), changes, options.seenVersion);
      total.batchIds.push(step.batchId);
      total.changed += step.changed;
      total.skipped += step.skipped;
    } catch (problem) {
      if (at === 0) throw problem;
      return { ...total, problem };
    }
    options.onProgress?.(Math.min(at + STEP, leadIds.length));
  }
  return total;
}

async function changeStep(leadIds: string[], changes: LeadChanges, seenVersion?: number) {
  const supabase = await getSupabase();
  const batchId = crypto.randomUUID();
  const { data, error, status } = await supabase.rpc("change_leads", {
    p_batch_id: batchId,
    p_lead_ids: leadIds,
    p_changes: changes,
    ...(seenVersion === undefined ? {} : { p_seen_version: seenVersion }),
  });
  if (error) throw toServiceError(error, "/rest/v1/rpc/change_leads", status);
  return { batchId, ...(data as { changed: number; skipped: number }) };
}

/** Takes a change back, its last step first. Kept are leads that somebody changed since. Throws ServiceError. */
export async function undoChange(batchIds: string[]): Promise<{ restored: number; kept: number }> {
  const supabase = await getSupabase();
  const total = { restored: 0, kept: 0 };
  for (const batchId of batchIds.toReversed()) {
    const { data, error, status } = await supabase.rpc("undo_lead_batch", { p_batch_id: batchId });
    if (error) throw toServiceError(error, "/rest/v1/rpc/undo_lead_batch", status);
    const { restored, kept } = data as { restored: number; kept: number };
    total.restored += restored;
    total.kept += kept;
  }
  return total;
}
