import { queryOptions } from "@tanstack/react-query";
import { rpc, runQuery } from "~/shared/api.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import type { Database } from "../../../../supabase/database.types.ts";

export type Duplicate = Database["public"]["Functions"]["lead_duplicates"]["Returns"][number];
export type Lead = Database["public"]["Tables"]["leads"]["Row"];
export type Side = "keep" | "other";

export const duplicatesQuery = (leadId: string) =>
  queryOptions({
    queryKey: queryKeys.leadDuplicates(leadId),
    queryFn: () => rpc("lead_duplicates", { p_lead_id: leadId }),
  });

/** Both leads with all their fields. The kept lead is first. */
export const pairQuery = (keepId: string, otherId: string) =>
  queryOptions({
    queryKey: [...queryKeys.leadDuplicates(keepId), otherId],
    queryFn: async (): Promise<[Lead, Lead]> => {
      const data = await runQuery((db) => db.from("leads").select("*").in("id", [keepId, otherId]));
      const find = (id: string) => {
        const lead = data.find((one) => one.id === id);
        if (!lead) throw new Error("One of the leads no longer exists");
        return lead;
      };
      return [find(keepId), find(otherId)];
    },
    // No refetch, so that the comparison does not change. The database refuses a merge of outdated leads.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

export const mergeAnswer = z.object({ batch_id: z.string(), kept_id: z.string() });

/** Merges the other lead into the kept one. `undoMerge` takes the batch id. Throws ServiceError. */
export const mergeLeads = (batchId: string, keepId: string, otherId: string, fields: Record<string, Side>) =>
  rpc("merge_leads", { p_batch_id: batchId, p_keep_id: keepId, p_other_id: otherId, p_fields: fields }, mergeAnswer);
