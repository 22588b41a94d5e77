import { keepPreviousData, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { rpc } from "~/shared/api.ts";
import { onClearUserData } from "~/shared/clear-user-data.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { setClocks } from "~/ui/clock-ticker.ts";
import { countLeads, countQuery } from "./api.ts";
import { countKey } from "./lead-counts.ts";
import type { FilterGroup, Scope } from "./lead-filter.ts";
import { leadAccount, workingCalendar } from "./lead-types.ts";

const teamMember = z.object({
  user_id: z.string(),
  name: z.string(),
  answered: z.number(),
  median_seconds: z.nullable(z.number()),
  on_shift: z.boolean(),
  away_until: z.nullable(z.string()),
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
      /** The account that the user is lent to, if the lead is one of its. */
      account: z.nullable(leadAccount),
    }),
  ),
  team: z.array(teamMember),
  target_seconds: z.number(),
  calendar: z.nullable(workingCalendar),
});
type Count = { leads: number; value_cents: number };
/** The counts of the lists on the screen come with the pulse, so that they never disagree with those in the navigation. */
export type Pulse = z.infer<typeof fullPulse> & { counts: Record<string, Count> };

/** The response has only the change number if that is the number that the caller sent. */
export const pulse = z.union([fullPulse, z.object({ change: z.number(), now: z.optional(z.undefined()) })]);

/** With this interval, changes by others appear within five seconds. */
const POLL_INTERVAL_MS = 4_000;
/** Some counts depend on the time, such as overdue tasks. A full poll updates them even without a change. */
const FULL_POLL_INTERVAL_MS = 60_000;

let latest: { pulse: Pulse; at: number } | undefined;
onClearUserData(() => {
  latest = undefined;
});

/**
 * The counts in the navigation, and a number that increases with every change. Polled while the page is visible. Its key starts
 * like those of the lists, so that a change refetches the counts and the lists together.
 */
export const pulseQuery = queryOptions({
  queryKey: queryKeys.crmChange(),
  queryFn: fetchPulse,
  refetchInterval: POLL_INTERVAL_MS,
  staleTime: 0,
});

async function fetchPulse(): Promise<Pulse> {
  const seen = latest && Date.now() - latest.at < FULL_POLL_INTERVAL_MS ? latest.pulse.change : undefined;
  const lists = [...countedLists.values()].map(({ list }) => list);
  const missing = lists.some((list) => !latest?.pulse.counts[countKey(list)]);
  let answer = await rpc("crm_pulse", { p_seen: missing ? undefined : seen }, pulse);
  if (answer.now === undefined && latest) return latest.pulse;
  // The user signed out during the request, so the cached counts for this short response are gone.
  if (answer.now === undefined) answer = await rpc("crm_pulse", {}, fullPulse);
  // Read after the pulse, so that a change between both comes with the next pulse.
  const counts = await Promise.all(lists.map(countList));
  const full = { ...answer, counts: Object.fromEntries(counts.filter((count) => count !== null)) };
  latest = { pulse: full, at: Date.now() };
  setClocks(full.now, full.calendar);
  return full;
}

/** A list with an invalid filter has no count. The navigation still has its own. */
async function countList(list: CountedList): Promise<readonly [string, Count] | null> {
  return countLeads(list).then(
    (count) => [countKey(list), count] as const,
    () => null,
  );
}

type CountedList = { scope: Scope; filter: FilterGroup };
const countedLists = new Map<string, { list: CountedList; users: number }>();

/**
 * The number of leads of a list. Without a filter it is the number in the navigation. Else it comes with the same answers, and
 * the first time from a query of its own.
 */
export function useLeadCount({ scope, filter }: CountedList): number | undefined {
  const isEverything = scope === "all" && filter.rules.length === 0;
  const key = countKey({ scope, filter });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the list
  useEffect(() => {
    if (isEverything) return;
    const known = countedLists.get(key) ?? { list: { scope, filter }, users: 0 };
    countedLists.set(key, { ...known, users: known.users + 1 });
    return () => {
      const left = (countedLists.get(key)?.users ?? 1) - 1;
      if (left > 0) countedLists.set(key, { ...known, users: left });
      else countedLists.delete(key);
    };
  }, [key, isEverything]);
  const { data } = useQuery(pulseQuery);
  const counted = data?.counts[key];
  const { data: first } = useQuery({
    ...countQuery({ scope, filter }),
    placeholderData: keepPreviousData,
    enabled: !isEverything && !counted,
  });
  return isEverything ? data?.leads : (counted ?? first)?.leads;
}

/** Refetches all CRM queries when the change number increases. Polls while the page is visible. */
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
    // The number can increase shortly before the change is visible, so the next response causes another refetch.
    // The pulse itself is current: it just arrived.
    const isOther = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[1] !== queryKeys.crmChange()[1];
    if (moved || refetchAgain.current) void client.invalidateQueries({ queryKey: queryKeys.crm(), predicate: isOther });
    refetchAgain.current = moved;
  }, [change, dataUpdatedAt, client]);
}
