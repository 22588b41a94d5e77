import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { rpc, runQuery } from "~/shared/api.ts";
import { queryClient } from "~/shared/query-client.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { insertOnce } from "../lib/insert-once.ts";
import type { FilterGroup, Scope } from "../lib/lead-filter.ts";
import { type LeadCursor, leadPage, type UndoResult } from "../lib/lead-types.ts";

/** `sort` is a sort key. A minus means descending: '-value' has the largest value first. */
export type LeadsParams = { scope: Scope; filter: FilterGroup; sort: string };

export const leadsPage = z.extend(leadPage, { currency: z.string() });

const PAGE_SIZE = 100;

export const leadsQuery = ({ scope, filter, sort }: LeadsParams) =>
  infiniteQueryOptions({
    queryKey: ["crm", "leads", { scope, filter, sort }],
    queryFn: ({ pageParam: after }) =>
      rpc(
        "list_leads",
        { p_scope: scope, p_filter: filter, p_sort: sort, p_after: after, p_limit: PAGE_SIZE },
        leadsPage,
      ),
    initialPageParam: null as LeadCursor | null,
    getNextPageParam: (page) => page.next,
  });

/** The ids of all matching leads, including those that are not loaded. Throws ServiceError. */
export const listMatchingIds = ({ scope, filter }: LeadsParams) =>
  rpc("lead_ids_matching", { p_scope: scope, p_filter: filter });

/** The URL parameters that a view stores. */
export type ViewConfig = { scope: string; filter: string; sort: string; cols: string; q: string };
export const EMPTY_CONFIG: ViewConfig = { scope: "", filter: "", sort: "", cols: "", q: "" };

export type LeadView = { id: string; owner_id: string; name: string; is_shared: boolean; config: ViewConfig };

/** The prefix of the query keys of all lists of views, including the one in the sidebar. */
export const VIEWS = ["crm-views"];

/** The caller's own views and the shared ones. */
export const viewsQuery = queryOptions({
  queryKey: queryKeys.crmViews("leads"),
  queryFn: listViews,
  staleTime: 30_000,
});

async function listViews(): Promise<LeadView[]> {
  const views = await runQuery((db) =>
    db
      .from("lead_views")
      .select("id, owner_id, name, is_shared, config")
      .eq("screen", "leads")
      .order("is_shared")
      .order("position")
      .order("created_at"),
  );
  return views.map((view) => ({ ...view, config: readConfig(view.config) }));
}

/** Reads a stored config. Other screens and older versions store different parameters. */
function readConfig(stored: unknown): ViewConfig {
  const given = new Map(Object.entries(stored ?? {}));
  const entries = Object.keys(EMPTY_CONFIG).map((part) => [part, String(given.get(part) ?? "")]);
  return { ...EMPTY_CONFIG, ...Object.fromEntries(entries) };
}

type NewView = Pick<LeadView, "id" | "name" | "is_shared" | "config">;

/** Saves a new view. Idempotent. Throws ServiceError. */
export const createView = (view: NewView) => insertOnce(runQuery((db) => db.from("lead_views").insert(view)));

export async function changeView(
  id: string,
  change: Partial<Pick<LeadView, "name" | "is_shared" | "config">>,
): Promise<void> {
  await runQuery((db) => db.from("lead_views").update(change).eq("id", id));
}

export async function deleteView(id: string): Promise<void> {
  await runQuery((db) => db.from("lead_views").delete().eq("id", id));
}

/** Saves an own view again after it was deleted. Throws ServiceError. */
export async function restoreView(view: NewView): Promise<UndoResult> {
  await createView(view);
  await queryClient.invalidateQueries({ queryKey: VIEWS });
  return { restored: 1, kept: 0 };
}
