import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { queryKeys } from "~/shared/query-keys.ts";
import { type DashboardSearch, searchDashboards } from "./search-dashboards.ts";

/** A page of dashboards; the one before stays until the next has been answered. */
export function useDashboards(search: DashboardSearch) {
  return useQuery({
    queryKey: queryKeys.clientDashboardSearch(search.query, search.sort, search.page),
    queryFn: ({ signal }) => searchDashboards(search, signal),
    placeholderData: keepPreviousData,
  });
}
