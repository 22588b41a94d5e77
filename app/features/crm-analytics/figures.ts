import { queryOptions } from "@tanstack/react-query";
import { callCrm } from "~/shared/crm/call-crm.ts";
import { queryKeys } from "~/shared/query-keys.ts";

/** What all figures are asked for: days in the agency's zone, a rep's id or none, a source; empty is all. */
export type Asked = { from: string; to: string; owner: string; source: string };

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
  rots_after_days: number | null;
  leads: number;
  mine: number;
  value_cents: number;
  valued: number;
  stalled: number;
  stalled_mine: number;
  stalled_cents: number;
  won: number;
  closed: number;
  forecast_cents: number | null;
};

export type Outcomes = {
  money: "all" | "own";
  currency: string;
  won: number;
  lost: number;
  won_before: number;
  lost_before: number;
  won_cents: number | null;
  won_cents_before: number | null;
  won_mine: number;
  won_valued: number;
  lost_reasons: { id: string | null; label: string; leads: number }[];
  open: OpenStage[];
};

export type Timing = { leads: number; answered: number; within: number; median: number | null; p90: number | null };

export type Responses = {
  target_seconds: number;
  all: Timing;
  median_before: number | null;
  histogram: number[];
  reps: (Timing & { id: string; name: string })[];
  hours: (Timing & { hour: number })[];
  sources: (Timing & { source: string })[];
};

const ask = <Answer>(name: string, asked: Asked) =>
  queryOptions({
    queryKey: queryKeys.crmFigures(name, asked),
    queryFn: () =>
      callCrm<Answer>(name, {
        p_from: asked.from,
        p_to: asked.to,
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
