import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { rpc } from "~/shared/api.ts";
import { onClearUserData } from "~/shared/clear-user-data.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { setClocks } from "~/ui/clock-ticker.ts";

const teamMember = z.object({
  user_id: z.string(),
  name: z.string(),
  answered: z.number(),
  median_seconds: z.nullable(z.number()),
});
export type TeamMember = z.infer<typeof teamMember>;

const fullPulse = z.object({
  change: z.number(),
  now: z.string(),
  leads: z.number(),
  unanswered: z.number(),
  overdue: z.number(),
  newest: z.nullable(
    z.object({
      id: z.string(),
      first_name: z.nullable(z.string()),
      last_name: z.nullable(z.string()),
      company: z.nullable(z.string()),
      email: z.nullable(z.string()),
      source: z.string(),
      arrived_at: z.string(),
    }),
  ),
  team: z.array(teamMember),
  target_seconds: z.number(),
  calendar: z.nullable(
    z.object({
      timeZone: z.string(),
      hours: z.record(z.string(), z.tuple([z.string(), z.string()])),
      holidays: z.array(z.string()),
    }),
  ),
});
export type Pulse = z.infer<typeof fullPulse>;

/** Only the change number when nothing changed since the one that was seen. */
export const pulse = z.union([fullPulse, z.object({ change: z.number(), now: z.optional(z.undefined()) })]);

/** Changes by others appear within five seconds. */
const POLL_INTERVAL_MS = 4_000;
/** What depends on the time of day (what is overdue) is read this often even without a change. */
const FULL_POLL_INTERVAL_MS = 60_000;

let latest: { pulse: Pulse; at: number } | undefined;
onClearUserData(() => {
  latest = undefined;
});

/** The counts beside the navigation, and a number that moves with every change; polled while the page is visible. */
export const pulseQuery = queryOptions({
  queryKey: queryKeys.crmChange(),
  queryFn: fetchPulse,
  refetchInterval: POLL_INTERVAL_MS,
  staleTime: 0,
});

async function fetchPulse(): Promise<Pulse> {
  const seen = latest && Date.now() - latest.at < FULL_POLL_INTERVAL_MS ? latest.pulse.change : undefined;
  let answer = await rpc("crm_pulse", { p_seen: seen }, pulse);
  if (answer.now === undefined && latest) return latest.pulse;
  // Signed out meanwhile: the counts that the short answer stands for are gone.
  if (answer.now === undefined) answer = await rpc("crm_pulse", {}, fullPulse);
  latest = { pulse: answer, at: Date.now() };
  setClocks(answer.now, answer.calendar);
  return answer;
}

/** Watches the change number while the page is visible; when it moves, everything in the CRM is read again. */
export function useCrmPolling(): void {
  const client = useQueryClient();
  const { data, dataUpdatedAt } = useQuery(pulseQuery);
  const lastChange = useRef<number | undefined>(undefined);
  const refetchAgain = useRef(false);
  const change = data?.change;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer counts, also one with the same number
  useEffect(() => {
    if (change === undefined) return;
    const moved = lastChange.current !== undefined && lastChange.current !== change;
    lastChange.current = change;
    // The number can move a moment before the change is visible: read once more after the next answer.
    if (moved || refetchAgain.current) void client.invalidateQueries({ queryKey: queryKeys.crm() });
    refetchAgain.current = moved;
  }, [change, dataUpdatedAt, client]);
}
