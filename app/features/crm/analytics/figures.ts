import { queryOptions } from "@tanstack/react-query";
import { queryKeys } from "~/shared/query-keys.ts";
import { callCrm } from "../lib/call-crm.ts";

/**
 * What all figures are asked for: days in the agency's zone; the whole team's leads, or one's own and nobody's; of these a
 * rep's id or none, a source; empty is all. A figure opens its leads only where all of them may be seen.
 */
export type Asked = { from: string; to: string; scope: FigureScope; owner: string; source: string; opens: boolean };
export type FigureScope = "team" | "mine";

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

const ask = <Answer>(name: string, asked: Asked) =>
  queryOptions({
    queryKey: queryKeys.crmFigures(name, asked),
    queryFn: () =>
      callCrm<Answer>(name, {
        p_from: asked.from,
        p_to: asked.to,
        p_scope: asked.scope,
        p_owner: asked.owner || null,
        p_source: asked.source || null,
      }),
    enabled: asked.from !== "",
    // Others work all the time: figures over weeks need not move with every lead.
    staleTime: 30_000,
  });

export const arrivalsQuery = (asked: Asked) => ask<Arrivals>("crm_analytics", asked);
export const outcomesQuery = (asked: Asked) => ask<Outcomes>("crm_outcomes", asked);
export const responsesQuery = (asked: Asked) => ask<Responses>("crm_responses", asked);
