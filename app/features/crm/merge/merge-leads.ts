import { queryOptions } from "@tanstack/react-query";
import { runQuery } from "~/shared/api.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import type { Database } from "../../../../supabase/database.types.ts";
import { callCrm } from "../lib/call-crm.ts";

export type Duplicate = Database["public"]["Functions"]["lead_duplicates"]["Returns"][number];
export type Lead = Database["public"]["Tables"]["leads"]["Row"];
export type Side = "keep" | "other";

export const duplicatesQuery = (leadId: string) =>
  queryOptions({
    queryKey: queryKeys.leadDuplicates(leadId),
    queryFn: () => callCrm<Duplicate[]>("lead_duplicates", { p_lead_id: leadId }),
  });

/** Both leads with everything in them, in this order. Throws ServiceError. */
export async function loadPair(keepId: string, otherId: string): Promise<[Lead, Lead]> {
  const data = await runQuery((db) => db.from("leads").select("*").in("id", [keepId, otherId]));
  const find = (id: string) => {
    const lead = data.find((one) => one.id === id);
    if (!lead) throw new Error("One of the leads is not there any more");
    return lead;
  };
  return [find(keepId), find(otherId)];
}

/** Makes the other lead part of the kept one; answers the batch by which it is undone. Throws ServiceError. */
export async function mergeLeads(keepId: string, otherId: string, fields: Record<string, Side>): Promise<string> {
  const batchId = crypto.randomUUID();
  await callCrm("merge_leads", { p_batch_id: batchId, p_keep_id: keepId, p_other_id: otherId, p_fields: fields });
  return batchId;
}
