import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { rpc, runQuery } from "~/shared/api.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";

/** Spec §2 Leads: by the owner, or by the lead's company. */
export type Grouping = "owner" | "company";

export const groupLead = z.object({
  id: z.string(),
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  company: z.nullable(z.string()),
  source: z.string(),
  created_at: z.string(),
  /** The owner's name, or Unassigned. */
  owner: z.string(),
});
export type Lead = z.infer<typeof groupLead>;

const groupLeads = z.array(groupLead);
const PAGE_SIZE = 10;
const MORE_PAGE_SIZE = 25;

/** Groups of leads, largest first, each with its newest leads. While the user types, the previous groups stay visible. */
export const leadGroupsQuery = (by: Grouping, query: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.leadGroups(by, query),
    queryFn: ({ pageParam, signal }) => listLeadGroups(by, query, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: (last) => last.next,
    placeholderData: (previous, before) => (before?.queryKey[1] === by ? keepPreviousData(previous) : undefined),
  });

async function listLeadGroups(by: Grouping, query: string, from: number, signal: AbortSignal) {
  const found = await runQuery((db) =>
    db.rpc("list_lead_groups", { p_by: by, p_query: query, p_limit: PAGE_SIZE, p_offset: from }).abortSignal(signal),
  );
  const total = found[0]?.total_groups ?? 0;
  const groups = found.map(({ shown, ...group }) => ({ ...group, shown: z.parse(groupLeads, shown) }));
  const next = from + groups.length;
  return { groups, total, next: next < total && groups.length > 0 ? next : null };
}

/**
 * `leads` counts all leads, or only the matches during a search. A `whole` group matches by its own name, so all its leads count.
 */
export type LeadGroup = Awaited<ReturnType<typeof listLeadGroups>>["groups"][number];

/** The older leads of a group, after those on its page. They load on demand. */
export function moreLeadsQuery(by: Grouping, group: LeadGroup, query: string) {
  const filter = group.whole ? "" : query;
  return infiniteQueryOptions({
    queryKey: queryKeys.groupLeads(by, group.key, filter),
    queryFn: ({ pageParam }) => (pageParam ? listGroupLeads(by, group.key, filter, pageParam) : []),
    initialPageParam: group.shown.at(-1),
    getNextPageParam: (last) => last.at(-1),
    enabled: false,
  });
}

async function listGroupLeads(by: Grouping, key: string, query: string, last: Lead): Promise<Lead[]> {
  const found = await rpc("list_group_leads", {
    p_by: by,
    p_key: key,
    p_query: query,
    p_before: last.created_at,
    p_before_id: last.id,
    p_limit: MORE_PAGE_SIZE,
  });
  return z.parse(groupLeads, found);
}
