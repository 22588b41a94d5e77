import { queryOptions } from "@tanstack/react-query";
import { onClearUserData } from "~/shared/clear-user-data.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { setClocks } from "~/ui/clock-ticker.ts";
import type { WorkingCalendar } from "../../../../domain/working-time.ts";
import { callCrm } from "./call-crm.ts";

export type TeamMember = { user_id: string; name: string; answered: number; median_seconds: number | null };

export type Pulse = {
  change: number;
  now: string;
  leads: number;
  unanswered: number;
  overdue: number;
  newest: {
    id: string;
    first_name: string | null;
    last_name: string | null;
    company: string | null;
    email: string | null;
    source: string;
    arrived_at: string;
  } | null;
  team: TeamMember[];
  target_seconds: number;
  calendar: WorkingCalendar | null;
};

/** Changes by others appear within five seconds. */
const POLL_INTERVAL_MS = 4_000;
/** Without any change, what depends on the time of day (what is overdue) is asked as often as this. */
const FULL_POLL_INTERVAL_MS = 60_000;

let latest: { pulse: Pulse; at: number } | undefined;
onClearUserData(() => {
  latest = undefined;
});

/** The counts beside the navigation, and a number that moves with every change; asked while the page is seen. */
export const pulseQuery = queryOptions({
  queryKey: queryKeys.crmChange(),
  queryFn: fetchPulse,
  refetchInterval: POLL_INTERVAL_MS,
  staleTime: 0,
});

async function fetchPulse(): Promise<Pulse> {
  const seen = latest && Date.now() - latest.at < FULL_POLL_INTERVAL_MS ? latest.pulse.change : null;
  const answer = await callCrm<Partial<Pulse> & { change: number }>("crm_pulse", { p_seen: seen });
  if (answer.now === undefined && latest) return latest.pulse;
  latest = { pulse: answer as Pulse, at: Date.now() };
  setClocks(latest.pulse.now, latest.pulse.calendar);
  return latest.pulse;
}
