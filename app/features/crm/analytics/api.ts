import { queryOptions } from "@tanstack/react-query";
import { queryKeys } from "~/shared/query-keys.ts";
import { callCrm } from "../lib/call-crm.ts";

/**
 * What all figures are asked for: days in the agency's zone; the whole team's leads, or one's own and nobody's; of these a
 * rep's id or none, a source; empty is all. A figure opens its leads only where all of them may be seen.
 */
export type AnalyticsParams = {
  from: string;
  to: string;
  scope: AnalyticsScope;
  owner: string;
  source: string;
  canOpenLeads: boolean;
};
export type AnalyticsScope = "team" | "mine";

export type Arrivals = {
  new: number;
  new_before: number;
  weeks: string[];
  sources: { week: string; source: string; leads: number }[];
  stages: { key: string; label: string; position: number }[];
  cohorts: { week: string; stages: Record<string, { reached: number; moving: number }> }[];
  campaigns: { name: string; leads: number; won: number; closed: number }[];
};

export type OpenStage = {
  stage: string;
  label: string;
  position: number;
  rots_after_days: number | null;
  leads: number;
  stalled: number;
  /** How many have a value; like all money null for who may not see it. */
  valued: number | null;
  value_cents: number | null;
  stalled_cents: number | null;
  won: number;
  closed: number;
  forecast_cents: number | null;
};

export type Outcomes = {
  has_money: boolean;
  currency: string;
  won: number;
  lost: number;
  won_before: number;
  lost_before: number;
  won_cents: number | null;
  won_cents_before: number | null;
  lost_reasons: { id: string | null; label: string; leads: number }[];
  open: OpenStage[];
};

export type Timing = { leads: number; answered: number; within: number; median: number | null; p90: number | null };

export type Responses = {
  target_seconds: number;
  all: Timing;
  median_before: number | null;
  answered_before: number;
  histogram: number[];
  reps: (Timing & { id: string; name: string })[];
  sources: (Timing & { source: string })[];
  hours: (Timing & { hour: number })[];
};

const analyticsQuery = <Answer>(name: string, params: AnalyticsParams) =>
  queryOptions({
    queryKey: queryKeys.crmFigures(name, params),
    queryFn: () =>
      callCrm<Answer>(name, {
        p_from: params.from,
        p_to: params.to,
        p_scope: params.scope,
        p_owner: params.owner || null,
        p_source: params.source || null,
      }),
    enabled: params.from !== "",
    // Others work all the time: figures over weeks need not move with every lead.
    staleTime: 30_000,
  });

export const arrivalsQuery = (params: AnalyticsParams) => analyticsQuery<Arrivals>("crm_analytics", params);
export const outcomesQuery = (params: AnalyticsParams) => analyticsQuery<Outcomes>("crm_outcomes", params);
export const responsesQuery = (params: AnalyticsParams) => analyticsQuery<Responses>("crm_responses", params);
