import { addDays } from "~/shared/day-range.ts";
import { type FilterGroup, type FilterRule, leadsPath } from "../lib/lead-filter.ts";
import type { AnalyticsParams, OpenStage } from "./api.ts";

const rule = (field: string, is: FilterRule["is"], value: FilterRule["value"]): FilterRule =>
  value === undefined ? { field, is } : { field, is, value };

const dayRangeRules = (field: string, from: string, to: string) => [
  rule(field, "after", from),
  rule(field, "before", addDays(to, 1)),
];
const peopleRules = ({ owner, source }: AnalyticsParams) => [
  ...(owner ? [rule("owner", "eq", owner)] : []),
  ...(source ? [rule("source", "eq", source)] : []),
];

/** URLs that list exactly the leads of each figure. Null when the caller may not see all of them. */
export function rowLinks(params: AnalyticsParams) {
  const path = (rules: (FilterRule | FilterGroup)[]) => (params.canOpenLeads ? leadsPath({ op: "and", rules }) : null);
  return {
    arrived: (...more: FilterRule[]) =>
      path([...dayRangeRules("arrived", params.from, params.to), ...peopleRules(params), ...more]),
    /** Only the days of the week that are in the period. */
    week: (week: string, ...more: FilterRule[]) => {
      const from = week < params.from ? params.from : week;
      const days = [addDays(week, 6), params.to].toSorted();
      return path([...dayRangeRules("arrived", from, days[0] ?? params.to), ...peopleRules(params), ...more]);
    },
    closed: (stages: ("won" | "lost")[], ...more: FilterRule[]) =>
      path([
        ...dayRangeRules("closed_at", params.from, params.to),
        rule("stage", "in", stages),
        ...peopleRules(params),
        ...more,
      ]),
    /** The denominator of a stage's conversion: leads that reached it and were won or lost within a year. */
    decided: (position: number) =>
      path([
        rule("closed_at", "within_days", 365),
        rule("stage", "in", ["won", "lost"]),
        reached(position),
        ...peopleRules(params),
      ]),
    open: (...stages: OpenStage[]) =>
      path([
        rule(
          "stage",
          "in",
          stages.map(({ stage }) => stage),
        ),
        ...peopleRules(params),
      ]),
    stalled: ({ stage, rots_after_days: days }: OpenStage) =>
      path([
        rule("stage", "eq", stage),
        rule("stage_entered_at", "before", `-${days}d`),
        {
          op: "or",
          rules: [rule("last_activity_at", "empty", undefined), rule("last_activity_at", "before", `-${days}d`)],
        },
        ...peopleRules(params),
      ]),
  };
}

export const reached = (position: number) => rule("reached", "over", position - 1);
export const fromSource = (source: string) => rule("source", "eq", source);
export const answeredBy = (person: string) => rule("answered_by", "eq", person);
export const answered = rule("response_seconds", "filled", undefined);
/** Leads that have no answer yet and still need one. */
export const waiting = [rule("unanswered", "eq", true), rule("response_seconds", "empty", undefined)];
/** What became of a lead's request, as in `crm_responses`. */
export const answerIs = (answer: "booked" | "none") => rule("answer", "eq", answer);
export const bookedCall = rule("call", "filled", undefined);
export const callCame = (...states: ("held" | "no_show" | "booked" | "cancelled")[]) => rule("call", "in", states);
export const ofOwner = (id: string | null) => rule("owner", "eq", id ?? "none");
export const ofCallType = (id: string | null) =>
  id ? rule("call_type", "eq", id) : rule("call_type", "empty", undefined);
export const fromPage = (id: string | null) => (id ? rule("page", "eq", id) : rule("page", "empty", undefined));
export const ofCampaign = (name: string) => rule("utm_campaign", "eq", name);
export const lostFor = (id: string | null) =>
  id ? rule("lost_reason_id", "eq", id) : rule("lost_reason_id", "empty", undefined);
export const answeredAtHour = (hour: number) => [rule("arrived_hour", "eq", String(hour)), answered];
export const answeredIn = (from: number, to: number | null) => [
  ...(from > 0 ? [rule("response_seconds", "over", from - 1)] : []),
  ...(to === null ? [] : [rule("response_seconds", "under", to)]),
];
