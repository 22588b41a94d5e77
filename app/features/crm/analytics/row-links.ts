import { addDays } from "~/shared/day-range.ts";
import { type FilterGroup, type FilterRule, leadsPath } from "../lib/lead-filter.ts";
import type { Asked, OpenStage } from "./figures.ts";

const rule = (field: string, is: FilterRule["is"], value: FilterRule["value"]): FilterRule =>
  value === undefined ? { field, is } : { field, is, value };

const within = (field: string, from: string, to: string) => [
  rule(field, "after", from),
  rule(field, "before", addDays(to, 1)),
];
const who = ({ owner, source }: Asked) => [
  ...(owner ? [rule("owner", "eq", owner)] : []),
  ...(source ? [rule("source", "eq", source)] : []),
];

/** Addresses of exactly the rows behind each figure; null where some of them are not for the caller to see. */
export function rowLinks(asked: Asked) {
  const path = (rules: (FilterRule | FilterGroup)[]) => (asked.opens ? leadsPath({ op: "and", rules }) : null);
  return {
    arrived: (...more: FilterRule[]) => path([...within("arrived", asked.from, asked.to), ...who(asked), ...more]),
    /** Of a week that the period cuts, only the days inside it. */
    week: (week: string, ...more: FilterRule[]) => {
      const from = week < asked.from ? asked.from : week;
      const days = [addDays(week, 6), asked.to].toSorted();
      return path([...within("arrived", from, days[0] ?? asked.to), ...who(asked), ...more]);
    },
    closed: (stages: ("won" | "lost")[], ...more: FilterRule[]) =>
      path([...within("closed_at", asked.from, asked.to), rule("stage", "in", stages), ...who(asked), ...more]),
    /** What the share of a stage that was won stands on: who came so far and was decided within a year. */
    decided: (position: number) =>
      path([
        rule("closed_at", "within_days", 365),
        rule("stage", "in", ["won", "lost"]),
        reached(position),
        ...who(asked),
      ]),
    open: (...stages: OpenStage[]) =>
      path([
        rule(
          "stage",
          "in",
          stages.map(({ stage }) => stage),
        ),
        ...who(asked),
      ]),
    stalled: ({ stage, rots_after_days: days }: OpenStage) =>
      path([
        rule("stage", "eq", stage),
        rule("stage_entered_at", "before", `-${days}d`),
        {
          op: "or",
          rules: [rule("last_activity_at", "empty", undefined), rule("last_activity_at", "before", `-${days}d`)],
        },
        ...who(asked),
      ]),
  };
}

export const reached = (position: number) => rule("reached", "over", position - 1);
export const fromSource = (source: string) => rule("source", "eq", source);
export const answeredBy = (person: string) => rule("answered_by", "eq", person);
export const answered = rule("response_seconds", "filled", undefined);
/** Nobody answered them, and somebody still has to. */
export const waiting = [rule("unanswered", "eq", true), rule("response_seconds", "empty", undefined)];
export const ofCampaign = (name: string) => rule("utm_campaign", "eq", name);
export const lostFor = (id: string | null) =>
  id ? rule("lost_reason_id", "eq", id) : rule("lost_reason_id", "empty", undefined);
export const answeredAtHour = (hour: number) => [rule("arrived_hour", "eq", String(hour)), answered];
export const answeredIn = (from: number, to: number | null) => [
  ...(from > 0 ? [rule("response_seconds", "over", from - 1)] : []),
  ...(to === null ? [] : [rule("response_seconds", "under", to)]),
];
