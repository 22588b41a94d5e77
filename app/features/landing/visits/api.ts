import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { rpc, runQuery } from "~/shared/api.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import type { VisitWidth } from "../../../../domain/landing/visit-report.ts";
import { daysUntilToday } from "../lib/days-until-today.ts";

/** From visitors to won deals: of all, of a source, or of a version. */
export type FunnelRow = {
  by: string;
  key: string;
  visitors: number;
  /** People who sent a form. */
  people: number;
  qualified: number;
  booked: number;
  won: number;
  won_cents: number;
};

/** What visitors did: of all, of a version, or of a width. */
export type VisitSums = {
  by: string;
  key: string;
  visits: number;
  bounced: number;
  /** How many saw at least each tenth of the page. */
  depths: number[];
  /** How many saw the largest part of the first screen within 1, 2.5 and 4 seconds, and later. */
  speeds: number[];
};

export type Visits = { from: string; to: string; funnel: FunnelRow[]; sums: VisitSums[] };

/** What visitors of a page did and became in the last days. */
export const visitsQuery = (pageId: string, days: number) =>
  queryOptions({
    queryKey: queryKeys.landingVisits(pageId, days),
    queryFn: async (): Promise<Visits> => {
      const { from, to } = await daysUntilToday(days);
      const period = { p_page_id: pageId, p_from: from, p_to: to };
      const [funnel, sums] = await Promise.all([rpc("landing_funnel", period), rpc("landing_visit_sums", period)]);
      return { from, to, funnel, sums };
    },
    placeholderData: keepPreviousData,
    staleTime: 5_000,
    refetchInterval: 30_000,
  });

export type ClickCell = { block: number; x: number; y: number; clicks: number };

/** More cells than this no one can tell apart. */
const MAX_CELLS = 1_000;

/** Where visitors clicked on a version, most clicks first. */
export const clicksQuery = (pageId: string, version: number, width: VisitWidth) =>
  queryOptions({
    queryKey: queryKeys.landingClicks(pageId, version, width),
    queryFn: (): Promise<ClickCell[]> =>
      runQuery((db) =>
        db
          .from("landing_clicks")
          .select("block, x, y, clicks")
          .eq("page_id", pageId)
          .eq("version", version)
          .eq("width", width)
          .order("clicks", { ascending: false })
          .limit(MAX_CELLS),
      ),
    staleTime: 30_000,
  });
