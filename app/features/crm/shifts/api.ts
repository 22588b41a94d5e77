import { queryOptions } from "@tanstack/react-query";
import { rpc } from "~/shared/api.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import type { ShiftHours } from "../../../../domain/shifts.ts";

const hours = z.record(z.string(), z.array(z.tuple([z.string(), z.string()])));

const rota = z.object({
  time_zone: z.string(),
  hours,
  capacity: z.nullable(z.number()),
  weight: z.number(),
  updated_at: z.string(),
});

const person = z.object({
  user_id: z.string(),
  name: z.string(),
  is_self: z.boolean(),
  edits_absences: z.boolean(),
  rota: z.nullable(rota),
  on_shift: z.boolean(),
  away_until: z.nullable(z.string()),
  waiting: z.number(),
  /** With the booked calls that each leaves. */
  absences: z.array(
    z.object({
      ...{ id: z.string(), starts_at: z.string(), ends_at: z.string() },
      ...{ calls: z.number(), first_call: z.nullable(z.string()) },
    }),
  ),
});
export type ShiftPerson = z.infer<typeof person>;
export type Absence = ShiftPerson["absences"][number];

const rule = z.object({
  id: z.string(),
  when: z.object({
    source: z.optional(z.array(z.string())),
    tier: z.optional(z.array(z.string())),
    page: z.optional(z.array(z.string())),
    campaign: z.optional(z.array(z.string())),
    language: z.optional(z.array(z.string())),
    area: z.optional(z.array(z.string())),
    value_from: z.optional(z.number()),
    value_to: z.optional(z.number()),
  }),
  to: z.object({ pool: z.optional(z.string()), person: z.optional(z.string()) }),
});
export type Rule = z.infer<typeof rule>;

const pool = z.object({ id: z.string(), name: z.string(), people: z.array(z.string()) });
export type Pool = z.infer<typeof pool>;

const routing = z.object({
  pools: z.array(pool),
  rules: z.array(rule),
  offer_percent: z.nullable(z.number()),
  updated_at: z.nullable(z.string()),
});
export type Routing = z.infer<typeof routing>;

export const teamShifts = z.object({
  now: z.string(),
  is_leader: z.boolean(),
  time_zone: z.string(),
  working_hours: z.record(z.string(), z.tuple([z.string(), z.string()])),
  /** Days of the account without any shifts. */
  holidays: z.array(z.string()),
  currency: z.string(),
  target_seconds: z.number(),
  people: z.array(person),
  routing,
});
export type TeamShifts = z.infer<typeof teamShifts>;

export const simulation = z.object({
  rows: z.array(
    z.object({
      lead_id: z.string(),
      lead: z.string(),
      arrived_at: z.string(),
      source: z.string(),
      rule: z.nullable(z.number()),
      pool: z.nullable(z.string()),
      person: z.nullable(z.string()),
      person_name: z.nullable(z.string()),
    }),
  ),
  totals: z.array(z.object({ person: z.nullable(z.string()), name: z.nullable(z.string()), leads: z.number() })),
});
export type Simulation = z.infer<typeof simulation>;

/** Who works when, and who gets which leads. */
export const shiftsQuery = queryOptions({
  queryKey: queryKeys.crmShifts(),
  queryFn: () => rpc("team_shifts", {}, teamShifts),
  // The time goes on, too.
  refetchInterval: 60_000,
});

export type RotaValues = { time_zone: string; hours: ShiftHours; capacity: number | null; weight: number };

/** Null returns the person to the account's hours. */
export const saveRota = (userId: string, values: RotaValues | null, seen: string | null) =>
  rpc("save_rota", { p_user_id: userId, p_rota: values as never, ...(seen !== null && { p_seen: seen }) });

/** From now, or from the start of a later day, to the end of `until` or of today. */
export const addAbsence = (id: string, userId: string, until?: string, from?: string) =>
  rpc(
    "add_absence",
    { p_absence_id: id, p_user_id: userId, ...(until && { p_until: until }), ...(from && { p_from: from }) },
    z.object({
      id: z.string(),
      starts_at: z.string(),
      ends_at: z.string(),
      /** Booked calls in this time. They stay. */
      calls: z.number(),
      first_call: z.nullable(z.string()),
    }),
  );

export const removeAbsence = (id: string) => rpc("remove_absence", { p_absence_id: id });

export type RoutingDraft = Omit<Routing, "updated_at">;

export const saveRouting = (draft: RoutingDraft, seen: string | null) =>
  rpc("save_routing", { p_routing: draft as never, ...(seen !== null && { p_seen: seen }) });

export const simulateRouting = (draft: RoutingDraft) =>
  rpc("simulate_routing", { p_routing: draft as never }, simulation);
