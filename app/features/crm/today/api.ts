import { queryOptions } from "@tanstack/react-query";
import { rpc } from "~/shared/api.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { clockNow, setClocks } from "~/ui/clock-ticker.ts";
import { leadAccount, type QueueLead, queueLead, workingCalendar } from "../lib/lead-types.ts";
import { isCallNow } from "../lib/next-step.tsx";

const section = z.object({ total: z.number(), rows: z.array(queueLead) });

const hostedCall = z.object({
  id: z.string(),
  account_id: z.string(),
  starts_at: z.string(),
  ends_at: z.string(),
  title: z.string(),
  name: z.string(),
  location: z.enum(["phone", "video", "place"]),
  owner: z.nullable(z.string()),
});
export type HostedCall = z.infer<typeof hostedCall>;

export const todayAnswer = z.object({
  now: z.string(),
  target_seconds: z.number(),
  currency: z.string(),
  response: z.object({ median_seconds: z.nullable(z.number()), within: z.number(), decided: z.number() }),
  unanswered: section,
  overdue: section,
  due_today: section,
  no_next_step: section,
  /** Those that the user holds with leads of colleagues, with each lead's owner. */
  calls: z.array(hostedCall),
  /** The accounts that the user is lent to. Their leads are in the sections, too. */
  accounts: z.array(z.extend(leadAccount, { currency: z.string(), calendar: workingCalendar })),
});
type Answer = z.infer<typeof todayAnswer>;

type Section = { total: number; rows: QueueLead[] };
export type Today = Omit<Answer, SectionKey> & Record<SectionKey, Section>;
export type SectionKey = "unanswered" | "overdue" | "due_today" | "no_next_step";

/** In the order of work. `order` describes how the rows are sorted. */
export const SECTIONS: { key: SectionKey; title: string; short: string; order: string }[] = [
  { key: "unanswered", title: "Unanswered now", short: "Unanswered", order: "least time left first" },
  { key: "overdue", title: "Overdue", short: "Overdue", order: "oldest first" },
  { key: "due_today", title: "Due today", short: "Due today", order: "by time" },
  { key: "no_next_step", title: "No next step", short: "No next step", order: "add one or close the lead" },
];

/** Marks the leads of the accounts that the user is lent to. Their clocks follow the hours there. */
function markAccounts(day: Answer): Today {
  if (day.accounts.length === 0) return day;
  const accounts = new Map(day.accounts.map((account) => [account.id, account]));
  const mark = (lead: Answer[SectionKey]["rows"][number]): QueueLead => {
    const account = accounts.get(lead.account_id);
    if (!account) return lead;
    return { ...lead, account, clock: lead.clock && { ...lead.clock, calendar: account.calendar } };
  };
  const marked = SECTIONS.map(({ key }) => [key, { ...day[key], rows: day[key].rows.map(mark) }] as const);
  return { ...day, ...(Object.fromEntries(marked) as Record<SectionKey, Section>) };
}

const RELOAD_MS = 60_000;
const SECOND_MS = 1_000;

/**
 * Tasks become due even if no one changes anything. A second later, the database has them among the overdue ones, too. A call that
 * takes place now is late once it is over.
 */
function untilNextDue(day: Today | undefined): number {
  const due = (day?.due_today.rows ?? []).flatMap(
    (lead) => (isCallNow(lead) ? lead.call?.ends_at : lead.next_task_at) ?? [],
  );
  // A step that stays here longer is a call that takes place, which is no change.
  const next = Math.min(...due.map((at) => Date.parse(at)).filter((at) => at > clockNow() - RELOAD_MS));
  return Math.min(Math.max(next - clockNow(), 0) + SECOND_MS, RELOAD_MS);
}

/** The caller's own and unowned leads. Admins can also load everyone's. */
export const todayQuery = (scope: "mine" | "all") =>
  queryOptions({
    queryKey: queryKeys.crmToday(scope),
    queryFn: async () => {
      const day = await rpc("crm_today", { p_scope: scope }, todayAnswer);
      setClocks(day.now);
      return markAccounts(day);
    },
    // While requests fail, a task that is due already would ask for the queue each second.
    refetchInterval: ({ state: { data, error, fetchFailureCount } }) =>
      error || fetchFailureCount > 0 ? RELOAD_MS : untilNextDue(data),
  });
