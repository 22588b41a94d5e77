import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { queryKeys } from "~/shared/query-keys.ts";
import { getRecentLeads } from "~/shared/recent-leads.ts";
import { useThrottledValue } from "~/shared/use-throttled-value.ts";
import { searchLeads } from "../lib/api.ts";

export type LeadSearchResult = {
  id: string;
  name: string | null;
  company: string | null;
  stage: string;
  email: string | null;
  owner_name: string | null;
};

/** Leads that fit what is being typed, once it settles; those opened last while nothing is. */
export function useLeadSearch(query: string) {
  const searchedQuery = useThrottledValue(query.trim());
  const found = useQuery({
    queryKey: queryKeys.crmSearch(searchedQuery),
    queryFn: () => searchLeads(searchedQuery),
    enabled: searchedQuery !== "",
    placeholderData: keepPreviousData,
  });
  const leads: LeadSearchResult[] = query.trim()
    ? (found.data ?? [])
    : getRecentLeads().map((recent) => ({ ...recent, owner_name: null, email: null }));
  // What is shown may still be of an earlier word: Enter must not take that.
  const pending = query.trim() !== "" && !found.isError && (searchedQuery !== query.trim() || found.isFetching);
  return { searchedQuery, leads, pending, failed: found.isError, none: !pending && found.data?.length === 0 };
}
