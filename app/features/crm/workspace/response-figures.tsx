import { queryOptions, useQuery } from "@tanstack/react-query";
import { rpc } from "~/shared/api.ts";
import { LoadError } from "~/shared/load-error.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { Stat, StatGroup } from "~/ui/stat-group.tsx";
import { formatCount } from "../../../../domain/format-count.ts";
import { clockTime } from "../../../../domain/lead-clock.ts";

const DAYS = 30;

const recentQuery = queryOptions({
  queryKey: queryKeys.crmRecentResponses(),
  queryFn: async () => {
    const from = new Date(Date.now() - DAYS * 86_400_000).toISOString();
    return (await rpc("response_stats", { p_from: from }))[0] ?? null;
  },
  staleTime: 60_000,
});

/** How fast the leads of the last 30 days were answered: what a free account sees of the analytics. */
export function ResponseFigures() {
  const { data, isPending, error, refetch } = useQuery(recentQuery);
  if (error) return <LoadError text="Couldn't load your figures" error={error} onRetry={() => void refetch()} />;
  const figure = (value: (stats: NonNullable<typeof data>) => string) =>
    isPending ? undefined : data ? value(data) : "–";
  return (
    <section aria-label={`The last ${DAYS} days`} className="mx-auto grid w-full max-w-xl gap-2">
      <h2 className="font-medium text-13 text-ink-3">The last {DAYS} days</h2>
      <StatGroup>
        <Stat label="Leads to answer" value={figure(({ leads }) => formatCount(leads))} />
        <Stat label="Answered" value={figure(({ answered }) => formatCount(answered))} />
        <Stat
          label="Median first response"
          value={figure(({ median_seconds: median }) => (median === null ? "–" : clockTime(median)))}
        />
      </StatGroup>
    </section>
  );
}
