import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { queryKeys } from "~/shared/query-keys.ts";
import { getRecentLeads } from "~/shared/recent-leads.ts";
import { useThrottledValue } from "~/shared/use-throttled-value.ts";
import { searchLeads } from "../lib/search-leads.ts";

export type FoundLead = {
  id: string;
  name: string | null;
  company: string | null;
  stage: string;
  email: string | null;
  owner_name: string | null;
};

/** Leads that fit what is being typed, once it settles; those opened last while nothing is. */
export function useFoundLeads(query: string) {
  const asked = useThrottledValue(query.trim());
  const found = useQuery({
    queryKey: queryKeys.crmSearch(asked),
    queryFn: () => searchLeads(asked),
    enabled: asked !== "",
    placeholderData: keepPreviousData,
  });
  const leads: FoundLead[] = query.trim()
    ? (found.data ?? [])
    : getRecentLeads().map((recent) => ({ ...recent, owner_name: null, email: null }));
  // What is shown may still be of an earlier word: Enter must not take that.
  const pending = query.trim() !== "" && !found.isError && (asked !== query.trim() || found.isFetching);
  return { asked, leads, pending, failed: found.isError, none: !pending && found.data?.length === 0 };
}
