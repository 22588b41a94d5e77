import { useQuery } from "@tanstack/react-query";
import { queryKeys } from "~/shared/query-keys.ts";
import { listPeople } from "./list-people.ts";

/** Everybody with their roles; looked at again every minute, because sign-ups arrive while the page is open. */
export function usePeople() {
  return useQuery({ queryKey: queryKeys.people(), queryFn: listPeople, refetchInterval: 60_000 });
}
