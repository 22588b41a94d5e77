import { queryOptions } from "@tanstack/react-query";
import { runQuery } from "~/shared/api.ts";
import { queryKeys } from "~/shared/query-keys.ts";

/** A view that one keeps or the team shares, and the address that shows it. */
export type SavedView = { id: string; name: string; isShared: boolean; to: string };

/** For the sidebar and the palette: one's own views and the team's, those of one's own first. */
export const savedViewsQuery = queryOptions({
  queryKey: queryKeys.crmViews("sidebar"),
  queryFn: listSavedViews,
  staleTime: 30_000,
});

const PATHS: Record<string, string> = { leads: "/crm/leads", board: "/crm/board", analytics: "/crm/analytics" };

async function listSavedViews(): Promise<SavedView[]> {
  const data = await runQuery((db) =>
    db
      .from("lead_views")
      .select("id, name, is_shared, screen, config")
      .order("is_shared")
      .order("position")
      .order("created_at")
      .limit(50),
  );
  return data.map(({ id, name, is_shared, screen, config }) => ({
    id,
    name,
    isShared: is_shared,
    to: `${PATHS[screen] ?? "/crm/leads"}?${addressOf(config, id)}`,
  }));
}

function addressOf(config: unknown, id: string): string {
  const parts = Object.entries((config ?? {}) as Record<string, unknown>).filter(
    (part): part is [string, string] => typeof part[1] === "string" && part[1] !== "",
  );
  return new URLSearchParams([...parts, ["view", id]]).toString();
}
