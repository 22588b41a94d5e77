import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { queryKeys } from "~/shared/query-keys.ts";
import { type PeopleFilter, searchPeople } from "./search-people.ts";

const PAGE_SIZE = 50;

/** The people that match, a page at a time; looked at again every minute, because sign-ups arrive while the page is open. */
export function usePeople(filter: PeopleFilter) {
  return useInfiniteQuery({
    queryKey: [...queryKeys.people(), filter],
    queryFn: ({ pageParam }) => searchPeople(filter, pageParam, PAGE_SIZE),
    initialPageParam: 0,
    getNextPageParam: ({ offset, people, total }) => (offset + people.length < total ? offset + PAGE_SIZE : undefined),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
}
