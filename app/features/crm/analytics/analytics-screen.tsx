import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { agencyToday } from "~/shared/agency-today.ts";
import { LoadError } from "~/shared/load-error.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { useSession } from "~/shared/use-session.ts";
import { useUrlState } from "~/shared/use-url-state.ts";
import { Card } from "~/ui/card.tsx";
import { cn } from "~/ui/cn.ts";
import { Skeleton } from "~/ui/skeleton.tsx";
import { teamQuery } from "../lib/api.ts";
import { AnalyticsToolbar } from "./analytics-toolbar.tsx";
import { type AnalyticsParams, arrivalsQuery, outcomesQuery, responsesQuery } from "./figures.ts";
import { FunnelCard } from "./funnel-card.tsx";
import { HistogramCard } from "./histogram-card.tsx";
import { HoursCard } from "./hours-card.tsx";
import { CampaignsCard, LostCard } from "./outcome-cards.tsx";
import { ParamsTextContext, paramsText } from "./params-text.ts";
import { PERIODS, type Period, periodDays } from "./period.ts";
import { PipelineCard } from "./pipeline-card.tsx";
import { RepsCard, SourceTimesCard } from "./reps-card.tsx";
import { ScopeNote } from "./scope-note.tsx";
import { SourcesCard } from "./sources-card.tsx";
import { Summary } from "./summary.tsx";

/** What leads, answers and deals add up to: the team's, or for reps their own and nobody's. */
export function AnalyticsScreen({ isAdmin }: { isAdmin: boolean }) {
  const { read, change } = useUrlState();
  const me = useSession().session?.user.id ?? "";
  const { data: today } = useQuery({ queryKey: [...queryKeys.agencyToday(), "analytics"], queryFn: agencyToday });
  const period: Period = PERIODS.find(({ value }) => value === read("period"))?.value ?? "12w";
  const days = today ? periodDays(period, today, read("from"), read("to")) : { from: "", to: "" };
  const owner = read("rep");
  // A link to a colleague's figures shows the team's.
  const isTeam = isAdmin || read("scope") === "team" || !["", "none", me].includes(owner);
  const params: AnalyticsParams = {
    ...days,
    scope: isTeam ? "team" : "mine",
    owner,
    source: read("source"),
    canOpenLeads: isAdmin || !isTeam,
  };
  const { data: team = [] } = useQuery(teamQuery);
  const texts = paramsText(params, today ?? "", (id) => team.find(({ user_id }) => user_id === id)?.name ?? "A rep");
  const arrivals = useQuery({ ...arrivalsQuery(params), placeholderData: keepPreviousData });
  const responses = useQuery({ ...responsesQuery(params), placeholderData: keepPreviousData });
  const outcomes = useQuery({ ...outcomesQuery(params), placeholderData: keepPreviousData });
  const failed = [arrivals, responses, outcomes].find(({ isError }) => isError);
  const outdated = arrivals.isPlaceholderData || responses.isPlaceholderData || outcomes.isPlaceholderData;
  const span =
    period === "custom" ? "as many days" : `the ${PERIODS.find(({ value }) => value === period)?.label.toLowerCase()}`;
  return (
    <>
      <AnalyticsToolbar period={period} params={params} isAdmin={isAdmin} me={me} onChange={change} />
      <div
        aria-busy={outdated || undefined}
        className={cn("grid gap-4 p-4 transition-opacity", outdated && "opacity-60")}
      >
        {!isAdmin && <ScopeNote scope={params.scope} />}
        <ParamsTextContext value={texts}>
          {failed ? (
            <LoadError
              text="The figures could not be loaded"
              error={failed.error}
              onRetry={() => void Promise.all([arrivals.refetch(), responses.refetch(), outcomes.refetch()])}
            />
          ) : (
            <>
              <Summary
                params={params}
                arrivals={arrivals.data}
                responses={responses.data}
                outcomes={outcomes.data}
                span={span}
              />
              <div className="grid gap-4 xl:grid-cols-[minmax(0,1.42fr)_minmax(0,1fr)]">
                <OrSkeleton ready={arrivals.data}>{(data) => <FunnelCard params={params} data={data} />}</OrSkeleton>
                <OrSkeleton ready={responses.data}>
                  {(data) => <HistogramCard params={params} data={data} />}
                </OrSkeleton>
                <OrSkeleton ready={arrivals.data}>{(data) => <SourcesCard params={params} data={data} />}</OrSkeleton>
                <div className="grid gap-4">
                  <OrSkeleton ready={responses.data}>{(data) => <RepsCard params={params} data={data} />}</OrSkeleton>
                  <OrSkeleton ready={responses.data}>
                    {(data) => <SourceTimesCard params={params} data={data} />}
                  </OrSkeleton>
                </div>
                <OrSkeleton ready={outcomes.data}>{(data) => <PipelineCard params={params} data={data} />}</OrSkeleton>
                <OrSkeleton ready={responses.data}>{(data) => <HoursCard params={params} data={data} />}</OrSkeleton>
                <OrSkeleton ready={arrivals.data}>{(data) => <CampaignsCard params={params} data={data} />}</OrSkeleton>
                <OrSkeleton ready={outcomes.data}>{(data) => <LostCard params={params} data={data} />}</OrSkeleton>
              </div>
            </>
          )}
        </ParamsTextContext>
      </div>
    </>
  );
}

/** The card, or its shape until the figures are there. */
function OrSkeleton<Data>({ ready, children }: { ready: Data | undefined; children: (data: Data) => ReactNode }) {
  if (ready !== undefined) return children(ready);
  return (
    <Card role="status" aria-label="Loading figures" className="grid h-72 content-start gap-4 p-4">
      <Skeleton className="h-4 w-40" />
      <Skeleton className="h-48 w-full" />
    </Card>
  );
}
