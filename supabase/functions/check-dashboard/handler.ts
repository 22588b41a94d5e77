import * as z from "zod/mini";
import { evaluateDashboard } from "../../../domain/dashboard-health.ts";
import { notionEmbedUrl } from "../../../domain/notion-embed.ts";
import { requireAdmin } from "../_shared/caller.ts";
import type { FunctionHandler } from "../_shared/deps.ts";
import { failure, json } from "../_shared/respond.ts";

const body = z.object({ dashboardId: z.uuid() });

/**
 * Probes a dashboard's page, stores the result as the dashboard's health, and returns `{ health, reason }`. Admins
 * only: 401 without a session, 403 for everyone else, 404 for an unknown dashboard.
 */
export const handler: FunctionHandler = async (request, deps) => {
  const caller = await requireAdmin(request, deps);
  if (caller instanceof Response) return caller;
  const parsed = z.safeParse(body, await request.json().catch(() => null));
  if (!parsed.success) return failure(400, "bad_request", "dashboardId must be a dashboard's id");
  const { dashboardId } = parsed.data;
  const { data: dashboard, error } = await caller.client
    .from("client_dashboards")
    .select("notion_database_url")
    .eq("id", dashboardId)
    .maybeSingle();
  if (error) return failure(503, "unavailable", UNREADABLE);
  if (!dashboard) return failure(404, "not_found", "Dashboard not found");
  const address = dashboard.notion_database_url;
  const verdict = evaluateDashboard(await deps.probePage(address), notionEmbedUrl(address) !== null);
  // If the address changed in the meantime, this result is about another page and is not stored.
  const noted = await deps.service
    .from("client_dashboards")
    .update({ health_status: verdict.health })
    .eq("id", dashboardId)
    .eq("notion_database_url", address);
  if (noted.error) return failure(503, "unavailable", "Couldn't save the result. Please try again in a moment.");
  return json(verdict);
};

const UNREADABLE = "Couldn't load the dashboard. Please try again in a moment.";
