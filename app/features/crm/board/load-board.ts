import { queryOptions } from "@tanstack/react-query";
import { callCrm } from "../lib/call-crm.ts";
import type { FilterGroup } from "../lib/lead-filter.ts";
import type { LeadCursor, LeadPage, Scope } from "../lib/lead-row.ts";

export type BoardColumn = {
  stage: string;
  label: string;
  rots_after_days: number | null;
  /** Null while the database still counts what a filter leaves. */
  leads: number | null;
  value_cents: number | null;
  median_seconds: number | null;
  entered: number;
  moved_on: number;
  /** Null for Won and Lost, which come when they are opened. */
  cards: LeadPage | null;
};
export type Board = { currency: string; as_of: string | null; columns: BoardColumn[] };
export type BoardParams = { scope: Scope; filter: FilterGroup };
type Total = { stage: string; leads: number; value_cents: number };

const FIRST_PAGE_SIZE = 20;
const PAGE_SIZE = 40;

const toRpcArgs = ({ scope, filter }: BoardParams) => ({ p_scope: scope, p_filter: filter });

export const boardQuery = (params: BoardParams) =>
  queryOptions({
    queryKey: ["crm", "board", "columns", params],
    queryFn: () => callCrm<Board>("crm_board", { ...toRpcArgs(params), p_limit: FIRST_PAGE_SIZE }),
  });

/** What a filter leaves in each column; a question of its own, so that cards do not wait for it. */
export const totalsQuery = (params: BoardParams) =>
  queryOptions({
    queryKey: ["crm", "board", "totals", params],
    queryFn: () => callCrm<Total[]>("crm_board_totals", toRpcArgs(params)),
  });

/** The next cards of a column; without a cursor, its first. */
export function loadColumn(params: BoardParams, stage: string, after: LeadCursor | null): Promise<LeadPage> {
  return callCrm("crm_board_column", { ...toRpcArgs(params), p_stage: stage, p_after: after, p_limit: PAGE_SIZE });
}

export type ResponseFigures = {
  leads: number;
  answered: number;
  median_seconds: number | null;
  p90_seconds: number | null;
  within: number;
  /** Answered, or past the target: who still has time is neither within nor over it. */
  decided: number;
  target_seconds: number | null;
};

/** How fast the leads of the agency's day were answered, for the whole team. */
export const todayFiguresQuery = queryOptions({
  queryKey: ["crm", "response-stats", "today"],
  queryFn: async () => (await callCrm<ResponseFigures[]>("response_stats_today", {}))[0] ?? null,
});
