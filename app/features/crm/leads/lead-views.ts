import { queryOptions } from "@tanstack/react-query";
import { runQuery } from "~/shared/api.ts";
import { toServiceError } from "~/shared/service-error.ts";
import { getSupabase } from "~/shared/supabase.ts";

/** What a view keeps: as the address has it. */
export type ViewConfig = { scope: string; filter: string; sort: string; cols: string; q: string };
export type LeadView = { id: string; owner_id: string; name: string; is_shared: boolean; config: ViewConfig };

export const VIEW_PARTS = ["scope", "filter", "sort", "cols", "q"] as const;

/** One's own views and those that the team shares. */
export const viewsQuery = queryOptions({
  queryKey: ["crm-views", "leads"],
  queryFn: listViews,
  staleTime: 30_000,
});

async function listViews(): Promise<LeadView[]> {
  const data = await runQuery((db) =>
    db
      .from("lead_views")
      .select("id, owner_id, name, is_shared, config")
      .eq("screen", "leads")
      .order("is_shared")
      .order("position")
      .order("created_at"),
  );
  return data as LeadView[];
}

export async function saveView(view: Pick<LeadView, "id" | "name" | "is_shared" | "config">): Promise<void> {
  const supabase = await getSupabase();
  const { error, status } = await supabase.from("lead_views").insert(view);
  // The same view again: the answer to the first try was lost.
  if (error && error.code !== "23505") throw toServiceError(error, "/rest/v1/lead_views", status);
}

export async function changeView(
  id: string,
  change: Partial<Pick<LeadView, "name" | "is_shared" | "config">>,
): Promise<void> {
  await runQuery((db) => db.from("lead_views").update(change).eq("id", id));
}

export async function deleteView(id: string): Promise<void> {
  await runQuery((db) => db.from("lead_views").delete().eq("id", id));
}
