import type { Json } from "../../../supabase/database.types.ts";
import { toServiceError } from "../service-error.ts";
import { getSupabase } from "../supabase.ts";

/** What may be changed about leads: columns of leads, besides archived and tags to add or take away. */
export type LeadChanges = { [field: string]: Json };

/** What came of a change. Skipped are leads that one may not change, or that were so already. */
export type Changed = { batchId: string; changed: number; skipped: number };

export const MOST_LEADS_AT_ONCE = 10_000;

/**
 * The one way in which pages change leads, one or many. `seenVersion` refuses the change of a single lead that somebody
 * else changed meanwhile (PT409). Asked again with the same `batchId`, it changes nothing further. Throws ServiceError.
 */
export async function changeLeads(
  leadIds: string[],
  changes: LeadChanges,
  { batchId = crypto.randomUUID(), seenVersion }: { batchId?: string; seenVersion?: number } = {},
): Promise<Changed> {
  const supabase = await getSupabase();
  const { data, error, status } = await supabase.rpc("change_leads", {
    p_batch_id: batchId,
    p_lead_ids: leadIds,
    p_changes: changes,
    ...(seenVersion === undefined ? {} : { p_seen_version: seenVersion }),
  });
  if (error) throw toServiceError(error, "/rest/v1/rpc/change_leads", status);
  const { changed, skipped } = data as { changed: number; skipped: number };
  return { batchId, changed, skipped };
}

/** Takes a change back. Kept are leads that somebody changed since. Throws ServiceError. */
export async function undoChange(batchId: string): Promise<{ restored: number; kept: number }> {
  const supabase = await getSupabase();
  const { data, error, status } = await supabase.rpc("undo_lead_batch", { p_batch_id: batchId });
  if (error) throw toServiceError(error, "/rest/v1/rpc/undo_lead_batch", status);
  return data as { restored: number; kept: number };
}
