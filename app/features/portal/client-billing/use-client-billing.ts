import { useQuery } from "@tanstack/react-query";
import { queryKeys } from "~/shared/query-keys.ts";
import { listUpcomingCharges } from "./list-upcoming-charges.ts";
import { loadClientFigures } from "./load-client-figures.ts";

/** What was paid a moment ago must show in the figures. */
const STALE_TIME_MS = 5_000;

/** The signed-in client's figures and coming charges. */
export function useClientBilling(userId: string) {
  const figures = useQuery({
    queryKey: queryKeys.figures(userId),
    queryFn: loadClientFigures,
    staleTime: STALE_TIME_MS,
  });
  const charges = useQuery({ queryKey: queryKeys.upcomingCharges(userId), queryFn: listUpcomingCharges });
  return { figures, charges };
}
