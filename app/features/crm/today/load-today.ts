import { queryOptions } from "@tanstack/react-query";
import { queryKeys } from "~/shared/query-keys.ts";
import { setClocks } from "~/ui/clock-ticker.ts";
import { callCrm } from "../lib/call-crm.ts";
import type { QueueLead } from "../lib/lead-types.ts";

export type Section = { total: number; rows: QueueLead[] };
export type SectionKey = "unanswered" | "overdue" | "due_today" | "no_next_step";

export type Today = Record<SectionKey, Section> & {
  now: string;
  target_seconds: number;
  zone: string;
  currency: string;
  response: {
    answered: number;
    median_seconds: number | null;
    p90_seconds: number | null;
    within: number;
    decided: number;
  };
};

/** In the order in which they are worked through, with why each is sorted so. */
export const SECTIONS: { key: SectionKey; title: string; short: string; order: string }[] = [
  { key: "unanswered", title: "Unanswered now", short: "Unanswered", order: "least time left first" },
  { key: "overdue", title: "Overdue", short: "Overdue", order: "promised and missed" },
  { key: "due_today", title: "Due today", short: "Due today", order: "by time" },
  { key: "no_next_step", title: "No next step", short: "No next step", order: "decide or close" },
];

/** The day: one's own and unowned leads, or, for admins, everybody's. */
export const todayQuery = (scope: "mine" | "all") =>
  queryOptions({
    queryKey: queryKeys.crmToday(scope),
    queryFn: async () => {
      const day = await callCrm<Today>("crm_today", { p_scope: scope });
      setClocks(day.now);
      return day;
    },
    // What is due moves on with the time of day, also while nobody changes anything.
    refetchInterval: 60_000,
  });
