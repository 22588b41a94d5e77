import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { queryKeys } from "~/shared/query-keys.ts";
import { type Grouping, type LeadGroup, listGroupLeads, listLeadGroups } from "./list-lead-groups.ts";

/** Groups of leads, a page at a time; while one types, what was found before stays until the next answer. */
export function useLeadGroups(by: Grouping, query: string) {
  return useInfiniteQuery({
    queryKey: queryKeys.leadGroups(by, query),
    queryFn: ({ pageParam, signal }) => listLeadGroups(by, query, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: (last) => last.next,
    placeholderData: (previous, before) => (before?.queryKey[1] === by ? keepPreviousData(previous) : undefined),
  });
}

/** The leads of a group beyond the first five, fetched when somebody asks for them. */
export function useMoreLeads(by: Grouping, group: LeadGroup, query: string) {
  const filter = group.whole ? "" : query;
  return useInfiniteQuery({
    queryKey: queryKeys.groupLeads(by, group.key, filter),
    queryFn: ({ pageParam }) => (pageParam ? listGroupLeads(by, group.key, filter, pageParam) : []),
    initialPageParam: group.shown.at(-1),
    getNextPageParam: (last) => last.at(-1),
    enabled: false,
  });
}
