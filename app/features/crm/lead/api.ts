import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { rpc, runQuery } from "~/shared/api.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { insertOnce } from "../lib/insert-once.ts";

const timelineEvent = z.object({
  id: z.string(),
  lead_id: z.string(),
  kind: z.string(),
  body: z.nullable(z.string()),
  at: z.string(),
  actor_id: z.nullable(z.string()),
  actor_name: z.nullable(z.string()),
  payload: z.record(z.string(), z.unknown()),
  pinned: z.boolean(),
  /** Its author undid it, so no figure counts it. */
  is_retracted: z.boolean(),
});
export type TimelineEvent = z.infer<typeof timelineEvent>;

export const timelinePage = z.object({
  rows: z.array(timelineEvent),
  more: z.boolean(),
  /** Only the first page has the total and the pinned events. */
  total: z.optional(z.number()),
  pinned: z.optional(z.array(timelineEvent)),
});

export const FILTERS = [
  { key: "all", label: "All events", kinds: undefined },
  { key: "notes", label: "Notes", kinds: ["note"] },
  { key: "calls", label: "Calls", kinds: ["call", "meeting"] },
  { key: "messages", label: "Emails and texts", kinds: ["email", "sms"] },
  { key: "forms", label: "Forms", kinds: ["form"] },
  {
    key: "changes",
    label: "Changes",
    kinds: ["stage_change", "assignment", "edit", "archive", "restore", "created", "import", "merge"],
  },
  { key: "tasks", label: "Completed next steps", kinds: ["task"] },
  { key: "bookings", label: "Bookings", kinds: ["booking"] },
  { key: "clock", label: "Clock", kinds: ["clock"] },
] as const;
export type Filter = (typeof FILTERS)[number]["key"];

/** The pages of a lead's timeline, newest first. */
export const timelineQuery = (leadId: string, filter: Filter) =>
  infiniteQueryOptions({
    queryKey: queryKeys.crmTimeline(leadId, filter),
    queryFn: ({ pageParam: before }) => {
      const kinds = FILTERS.find(({ key }) => key === filter)?.kinds;
      const place = before ? { p_before: before.at, p_before_id: before.id } : {};
      return rpc(
        "lead_timeline",
        { p_lead_id: leadId, ...(kinds && { p_kinds: [...kinds] }), ...place, p_limit: 30 },
        timelinePage,
      );
    },
    initialPageParam: null as TimelineEvent | null,
    getNextPageParam: ({ rows, more }) => (more ? rows.at(-1) : undefined),
  });

/** Pins an activity to the top of the timeline, or unpins it. Throws ServiceError. */
export async function pinEvent({ id, lead_id }: TimelineEvent, pinned: boolean): Promise<void> {
  if (pinned) await insertOnce(runQuery((db) => db.from("lead_pins").insert({ activity_id: id, lead_id })));
  else await runQuery((db) => db.from("lead_pins").delete().eq("activity_id", id));
}

/** Seconds by stage. */
export const stageMedians = z.record(z.string(), z.number());

/** The median time that leads stay in each stage. */
export const stageMediansQuery = queryOptions({
  queryKey: queryKeys.crmStageMedians(),
  queryFn: () => rpc("stage_medians", {}, stageMedians),
  staleTime: 600_000,
});
