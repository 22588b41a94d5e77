import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { queryKeys } from "~/shared/query-keys.ts";
import { useThrottledValue } from "~/shared/use-throttled-value.ts";
import { searchLeads } from "./api.ts";

/**
 * The leads that match what is typed, best match first. `found.data` may still belong to the text before: then `isPending` is true, and
 * Enter must not use it. `searched` is the text that was sent.
 */
export function useFoundLeads(typed: string) {
  const wanted = typed.trim();
  const searched = useThrottledValue(wanted);
  const found = useQuery({
    queryKey: queryKeys.crmSearch(searched),
    queryFn: () => searchLeads(searched),
    enabled: searched !== "",
    placeholderData: keepPreviousData,
  });
  const isPending = wanted !== "" && !found.isError && (searched !== wanted || found.isFetching);
  return { found, searched, isPending };
}
