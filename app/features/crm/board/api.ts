import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { rpc } from "~/shared/api.ts";
import * as z from "~/shared/schema.ts";
import type { FilterGroup, Scope } from "../lib/lead-filter.ts";
import { type LeadCursor, leadPage } from "../lib/lead-types.ts";

const amount = z.nullable(z.number());

const boardColumn = z.object({
  stage: z.string(),
  label: z.string(),
  rots_after_days: amount,
  /** Null until `totalsQuery` has counted the matching leads. */
  leads: amount,
  value_cents: amount,
  median_seconds: amount,
  entered: z.number(),
  moved_on: z.number(),
  /** Null for Won and Lost, which load when someone opens them. */
  cards: z.nullable(leadPage),
});
export type Column = z.infer<typeof boardColumn>;

export const boardAnswer = z.object({
  currency: z.string(),
  as_of: z.nullable(z.string()),
  columns: z.array(boardColumn),
});
export type Board = z.infer<typeof boardAnswer>;

export type BoardParams = { scope: Scope; filter: FilterGroup };

/** Whether a board shows less than all leads. */
export const narrows = ({ scope, filter }: BoardParams): boolean => scope !== "all" || filter.rules.length > 0;

const FIRST_PAGE_SIZE = 20;
const PAGE_SIZE = 40;

const toRpcArgs = ({ scope, filter }: BoardParams) => ({ p_scope: scope, p_filter: filter });

export const boardQuery = (params: BoardParams) =>
  queryOptions({
    queryKey: ["crm", "board", "columns", params],
    queryFn: () => rpc("crm_board", { ...toRpcArgs(params), p_limit: FIRST_PAGE_SIZE }, boardAnswer),
  });

/** The matching leads of each column. A separate query, so that the cards do not wait for it. */
export const totalsQuery = (params: BoardParams) =>
  queryOptions({
    queryKey: ["crm", "board", "totals", params],
    queryFn: () => rpc("crm_board_totals", toRpcArgs(params)),
  });

/** Those of these leads that match. Throws ServiceError. */
export const listMatchingAmong = (params: BoardParams, ids: string[]) =>
  rpc("lead_ids_matching", { ...toRpcArgs(params), p_among: ids });

/** The cards of a column after `start`, or its first cards if that is null. */
export const columnQuery = (params: BoardParams, stage: string, start: LeadCursor | null) =>
  infiniteQueryOptions({
    queryKey: ["crm", "board", "more", params, stage, start],
    queryFn: ({ pageParam: after }) =>
      rpc("crm_board_column", { ...toRpcArgs(params), p_stage: stage, p_after: after, p_limit: PAGE_SIZE }, leadPage),
    initialPageParam: start,
    getNextPageParam: (page) => page.next,
  });

export type ResponseFigures = {
  leads: number;
  median_seconds: number | null;
  p90_seconds: number | null;
  within: number;
  /** Leads that were answered or missed the target. Leads that still have time do not count. */
  decided: number;
  target_seconds: number | null;
};

/** The whole team's response times for the leads of the agency's current day. */
export const todayFiguresQuery = queryOptions({
  queryKey: ["crm", "response-stats", "today"],
  queryFn: async (): Promise<ResponseFigures | null> => (await rpc("response_stats_today"))[0] ?? null,
});
