import { type FilterGroup, type FilterRule, leadsPath } from "~/shared/crm/lead-filter.ts";
import type { Asked, OpenStage } from "./figures.ts";
import { addDays } from "./period.ts";

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
const path = (rules: (FilterRule | FilterGroup)[]) => leadsPath({ op: "and", rules });

/** Addresses of the rows behind each figure. */
export const rowLinks = (asked: Asked) => ({
  arrived: (...more: FilterRule[]) => path([...within("arrived", asked.from, asked.to), ...who(asked), ...more]),
  /** Of a week that the period cuts, only the days inside it. */
  week: (week: string, ...more: FilterRule[]) => {
    const from = week < asked.from ? asked.from : week;
    const days = [addDays(week, 6), asked.to].toSorted();
    return path([...within("arrived", from, days[0] ?? asked.to), ...who(asked), ...more]);
  },
  closed: (stage: "won" | "lost", ...more: FilterRule[]) =>
    path([...within("closed_at", asked.from, asked.to), rule("stage", "eq", stage), ...who(asked), ...more]),
  open: ({ stage }: OpenStage) => path([rule("stage", "eq", stage), ...who(asked)]),
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
});

export const reached = (position: number) => rule("reached", "over", position - 1);
export const fromSource = (source: string) => rule("source", "eq", source);
export const ownedBy = (owner: string) => rule("owner", "eq", owner);
export const ofCampaign = (name: string) => rule("utm_campaign", "eq", name);
export const lostFor = (id: string | null) =>
  id ? rule("lost_reason_id", "eq", id) : rule("lost_reason_id", "empty", undefined);
export const answeredAtHour = (hour: number) => [
  rule("arrived_hour", "eq", String(hour)),
  rule("response_seconds", "filled", undefined),
];
export const answeredIn = (from: number, to: number | null) => [
  rule("response_seconds", "over", from - 1),
  ...(to === null ? [] : [rule("response_seconds", "under", to)]),
];
