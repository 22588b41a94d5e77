import { infiniteQueryOptions } from "@tanstack/react-query";
import { queryKeys } from "~/shared/query-keys.ts";
import { toServiceError } from "~/shared/service-error.ts";
import { getSupabase } from "~/shared/supabase.ts";
import { callCrm } from "../lib/call-crm.ts";

export type TimelineEvent = {
  id: string;
  lead_id: string;
  kind: string;
  body: string | null;
  at: string;
  actor_id: string | null;
  actor_name: string | null;
  payload: Record<string, unknown>;
  pinned: boolean;
  /** Logged by mistake: it counts nowhere. */
  is_retracted: boolean;
};

type Page = { rows: TimelineEvent[]; more: boolean; total?: number; pinned?: TimelineEvent[] };

/** What may be shown of a history. */
export const FILTERS = [
  { key: "all", label: "All events", kinds: null },
  { key: "notes", label: "Notes", kinds: ["note"] },
  { key: "calls", label: "Calls", kinds: ["call", "meeting"] },
  { key: "messages", label: "E-mails and SMS", kinds: ["email", "sms"] },
  { key: "forms", label: "Forms", kinds: ["form"] },
  {
    key: "changes",
    label: "Changes",
    kinds: ["stage_change", "assignment", "archive", "restore", "created", "import", "merge"],
  },
  { key: "clock", label: "Clock", kinds: ["clock"] },
] as const;
export type Filter = (typeof FILTERS)[number]["key"];

/** A lead's history, newest first, page by page. */
export const timelineQuery = (leadId: string, filter: Filter) =>
  infiniteQueryOptions({
    queryKey: queryKeys.crmTimeline(leadId, filter),
    queryFn: ({ pageParam }) =>
      callCrm<Page>("lead_timeline", {
        p_lead_id: leadId,
        p_kinds: FILTERS.find(({ key }) => key === filter)?.kinds ?? null,
        p_before: pageParam?.at ?? null,
        p_before_id: pageParam?.id ?? null,
        p_limit: 30,
      }),
    initialPageParam: null as TimelineEvent | null,
    getNextPageParam: ({ rows, more }) => (more ? rows.at(-1) : undefined),
  });

/** Keeps an activity on top of the history, or lets it go. Throws ServiceError. */
export async function pinEvent({ id, lead_id }: TimelineEvent, pinned: boolean): Promise<void> {
  const pins = (await getSupabase()).from("lead_pins");
  const { error, status } = pinned
    ? await pins.insert({ activity_id: id, lead_id })
    : await pins.delete().eq("activity_id", id);
  if (error && error.code !== "23505") throw toServiceError(error, "/rest/v1/lead_pins", status);
}
