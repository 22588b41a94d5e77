import { queryOptions } from "@tanstack/react-query";
import { rpc } from "~/shared/api.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";

/**
 * The parameters of all queries. Days are in the agency's time zone. `owner` is a rep's id, "none", or empty for all owners.
 * An empty `source` means all sources.
 */
export type AnalyticsParams = {
  from: string;
  to: string;
  /** "mine" is the caller's own leads and unowned ones. */
  scope: AnalyticsScope;
  owner: string;
  source: string;
  /** Whether the caller may see every lead that the figures count. */
  canOpenLeads: boolean;
};
export type AnalyticsScope = "team" | "mine";

export const arrivalsAnswer = z.object({
  new: z.number(),
  new_before: z.number(),
  weeks: z.array(z.string()),
  sources: z.array(z.object({ week: z.string(), source: z.string(), leads: z.number() })),
  stages: z.array(z.object({ key: z.string(), label: z.string(), position: z.number() })),
  cohorts: z.array(
    z.object({
      week: z.string(),
      stages: z.record(z.string(), z.object({ reached: z.number(), moving: z.number() })),
    }),
  ),
  campaigns: z.array(z.object({ name: z.string(), leads: z.number(), won: z.number(), closed: z.number() })),
});
export type Arrivals = z.infer<typeof arrivalsAnswer>;

/** Money is null if the caller may not see it. */
const openStage = z.object({
  stage: z.string(),
  label: z.string(),
  position: z.number(),
  rots_after_days: z.nullable(z.number()),
  leads: z.number(),
  stalled: z.number(),
  /** The number of leads that have a value. */
  valued: z.nullable(z.number()),
  value_cents: z.nullable(z.number()),
  stalled_cents: z.nullable(z.number()),
  won: z.number(),
  closed: z.number(),
  forecast_cents: z.nullable(z.number()),
});
export type OpenStage = z.infer<typeof openStage>;

export const outcomesAnswer = z.object({
  has_money: z.boolean(),
  currency: z.string(),
  won: z.number(),
  lost: z.number(),
  won_before: z.number(),
  lost_before: z.number(),
  won_cents: z.nullable(z.number()),
  won_cents_before: z.nullable(z.number()),
  lost_reasons: z.array(z.object({ id: z.nullable(z.string()), label: z.string(), leads: z.number() })),
  open: z.array(openStage),
});
export type Outcomes = z.infer<typeof outcomesAnswer>;

/** Response times in working seconds. */
const timing = z.object({
  leads: z.number(),
  answered: z.number(),
  within: z.number(),
  median: z.nullable(z.number()),
  p90: z.nullable(z.number()),
});
export type Timing = z.infer<typeof timing>;

export const responsesAnswer = z.object({
  target_seconds: z.number(),
  all: timing,
  /** All new leads. Each one is answered, waiting, booked or none. */
  new: z.number(),
  /** Leads that booked a call themselves before anyone answered. They are in no other figure. */
  booked: z.number(),
  /** Leads that no one had to answer, such as imported ones. */
  none: z.number(),
  median_before: z.nullable(z.number()),
  answered_before: z.number(),
  histogram: z.array(z.number()),
  reps: z.array(z.extend(timing, { id: z.string(), name: z.string() })),
  sources: z.array(z.extend(timing, { source: z.string() })),
  hours: z.array(z.extend(timing, { hour: z.number() })),
});
export type Responses = z.infer<typeof responsesAnswer>;

const callCounts = z.object({
  leads: z.number(),
  /** The leads that booked a call: the sum of the next four. */
  booked: z.number(),
  held: z.number(),
  no_show: z.number(),
  ahead: z.number(),
  cancelled: z.number(),
});
export type CallCounts = z.infer<typeof callCounts>;
/** A null key means unowned, a deleted meeting type, or no landing page. */
const callGroup = z.extend(callCounts, { key: z.nullable(z.string()), name: z.nullable(z.string()) });
export type CallGroup = z.infer<typeof callGroup>;

const callFiguresAnswer = z.object({
  all: callCounts,
  before: callCounts,
  sources: z.array(callGroup),
  reps: z.array(callGroup),
  types: z.array(callGroup),
  pages: z.array(callGroup),
});
export type CallFigures = z.infer<typeof callFiguresAnswer>;

export const arrivalsQuery = (params: AnalyticsParams) =>
  analyticsQuery("crm_analytics", params, (args) => rpc("crm_analytics", args, arrivalsAnswer));
export const outcomesQuery = (params: AnalyticsParams) =>
  analyticsQuery("crm_outcomes", params, (args) => rpc("crm_outcomes", args, outcomesAnswer));
export const responsesQuery = (params: AnalyticsParams) =>
  analyticsQuery("crm_responses", params, (args) => rpc("crm_responses", args, responsesAnswer));
export const callFiguresQuery = (params: AnalyticsParams) =>
  analyticsQuery("crm_calls", params, (args) => rpc("crm_calls", args, callFiguresAnswer));

type Args = { p_from: string; p_to: string; p_scope: string; p_owner?: string; p_source?: string };

function analyticsQuery<Answer>(name: string, params: AnalyticsParams, load: (args: Args) => Promise<Answer>) {
  const { from, to, scope, owner, source } = params;
  return queryOptions({
    queryKey: queryKeys.crmFigures(name, params),
    queryFn: () =>
      load({
        p_from: from,
        p_to: to,
        p_scope: scope,
        ...(owner && { p_owner: owner }),
        ...(source && { p_source: source }),
      }),
    enabled: from !== "",
    // Figures for whole weeks need no refetch after every new lead.
    staleTime: 30_000,
  });
}
