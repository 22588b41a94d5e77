import { queryOptions } from "@tanstack/react-query";
import { rpc } from "~/shared/api.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { setClocks } from "~/ui/clock-ticker.ts";
import { LEAD_TEXT_FIELDS, type LeadTextField } from "../../../../domain/lead-fields.ts";

const text = z.nullable(z.string());

const clock = z.object({
  id: z.string(),
  arrived_at: z.string(),
  started_at: text,
  target_seconds: z.number(),
  warn_at: text,
  due_at: text,
  escalate_at: text,
  state: z.string(),
  answered_at: text,
  response_seconds: z.nullable(z.number()),
  answered_by: text,
  escalated_to: text,
});

const leadTexts = Object.fromEntries(LEAD_TEXT_FIELDS.map((field) => [field, text])) as Record<
  LeadTextField,
  typeof text
>;

const queueLead = z.object({
  ...leadTexts,
  id: z.string(),
  source: z.string(),
  stage: z.string(),
  stage_entered_at: z.string(),
  value_cents: z.nullable(z.number()),
  tier_interest: z.array(z.string()),
  tags: z.array(z.string()),
  last_touch: z.nullable(z.record(z.string(), text)),
  consent_at: text,
  created_at: z.string(),
  version: z.number(),
  owner_id: text,
  owner_name: text,
  next_task_at: text,
  next_task_kind: text,
  next_task_title: text,
  next_task_id: text,
  clock: z.nullable(clock),
  last: z.nullable(z.object({ kind: z.string(), outcome: text, at: z.string() })),
});

const section = z.object({ total: z.number(), rows: z.array(queueLead) });

export const todayAnswer = z.object({
  now: z.string(),
  target_seconds: z.number(),
  currency: z.string(),
  response: z.object({ median_seconds: z.nullable(z.number()), within: z.number(), decided: z.number() }),
  unanswered: section,
  overdue: section,
  due_today: section,
  no_next_step: section,
});
export type Today = z.infer<typeof todayAnswer>;
export type SectionKey = "unanswered" | "overdue" | "due_today" | "no_next_step";

/** In working order, each with a note on how its rows are sorted. */
export const SECTIONS: { key: SectionKey; title: string; short: string; order: string }[] = [
  { key: "unanswered", title: "Unanswered now", short: "Unanswered", order: "least time left first" },
  { key: "overdue", title: "Overdue", short: "Overdue", order: "promised and missed" },
  { key: "due_today", title: "Due today", short: "Due today", order: "by time" },
  { key: "no_next_step", title: "No next step", short: "No next step", order: "decide or close" },
];

/** The caller's own and unowned leads, or, for admins, everyone's. */
export const todayQuery = (scope: "mine" | "all") =>
  queryOptions({
    queryKey: queryKeys.crmToday(scope),
    queryFn: async () => {
      const day = await rpc("crm_today", { p_scope: scope }, todayAnswer);
      setClocks(day.now);
      return day;
    },
    // Tasks become due with time, even when nobody changes anything.
    refetchInterval: 60_000,
  });
