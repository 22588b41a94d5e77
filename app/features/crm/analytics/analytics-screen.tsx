import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { UserRound, UsersRound } from "lucide-react";
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
import {
  type AnalyticsParams,
  type AnalyticsScope,
  arrivalsQuery,
  callFiguresQuery,
  outcomesQuery,
  responsesQuery,
} from "./api.ts";
import { CallsCard } from "./calls-card.tsx";
import { ParamsTextContext, paramsText } from "./chart-card.tsx";
import { FunnelCard } from "./funnel-card.tsx";
import { HistogramCard } from "./histogram-card.tsx";
import { HoursCard } from "./hours-card.tsx";
import { CampaignsCard, LostCard } from "./outcome-cards.tsx";
import { PERIODS, type Period, periodDays, spanProblem } from "./period.ts";
import { PipelineCard } from "./pipeline-card.tsx";
import { RepsCard, SourceTimesCard } from "./response-cards.tsx";
import { SourcesCard } from "./sources-card.tsx";
import { Summary } from "./summary.tsx";

/** Admins see the team's figures. Reps choose between the figures of their own and unowned leads and those of the team. */
export function AnalyticsScreen({ seesAll }: { seesAll: boolean }) {
  const { read, change } = useUrlState();
  const me = useSession().session?.user.id ?? "";
  const { data: today } = useQuery({ queryKey: [...queryKeys.agencyToday(), "analytics"], queryFn: agencyToday });
  const period: Period = PERIODS.find(({ value }) => value === read("period"))?.value ?? "12w";
  const [from, to] = [read("from"), read("to")];
  const days = today ? periodDays(period, today, from, to) : { from: "", to: "" };
  const wrongDates = period === "custom" && (from !== "" || to !== "") && spanProblem({ from, to }) !== null;
  const owner = read("rep");
  // A link to another rep's figures opens in the team scope.
  const isTeam = seesAll || read("scope") === "team" || !["", "none", me].includes(owner);
  const params: AnalyticsParams = {
    ...days,
    scope: isTeam ? "team" : "mine",
    owner,
    source: read("source"),
    canOpenLeads: seesAll || !isTeam,
  };
  const { data: team = [] } = useQuery(teamQuery);
  const texts = paramsText(params, today ?? "", (id) => team.find(({ user_id }) => user_id === id)?.name ?? "A rep");
  const arrivals = useQuery({ ...arrivalsQuery(params), placeholderData: keepPreviousData });
  const responses = useQuery({ ...responsesQuery(params), placeholderData: keepPreviousData });
  const outcomes = useQuery({ ...outcomesQuery(params), placeholderData: keepPreviousData });
  const calls = useQuery({ ...callFiguresQuery(params), placeholderData: keepPreviousData });
  const all = [arrivals, responses, outcomes, calls];
  const failed = all.find(({ isError }) => isError);
  const outdated = all.some(({ isPlaceholderData }) => isPlaceholderData);
  const span =
    period === "custom"
      ? "previous period"
      : `previous ${PERIODS.find(({ value }) => value === period)?.label.toLowerCase()}`;
  return (
    <>
      <AnalyticsToolbar
        period={period}
        params={params}
        wrongDates={wrongDates}
        seesAll={seesAll}
        me={me}
        onChange={change}
      />
      <div
        aria-busy={outdated || undefined}
        className={cn("@container/analytics grid gap-4 p-4 transition-opacity", outdated && "opacity-60")}
      >
        {!seesAll && <ScopeNote scope={params.scope} />}
        <ParamsTextContext value={texts}>
          {failed ? (
            <LoadError
              text="Couldn't load analytics"
              error={failed.error}
              onRetry={() => void Promise.all(all.map(({ refetch }) => refetch()))}
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
              {/*
               * Each column stacks its cards, so that no card has empty space below its chart. The first column is wide enough
               * for its tables.
               */}
              <div className="grid items-start gap-4 @min-[61rem]/analytics:grid-cols-[minmax(37rem,1.42fr)_minmax(0,1fr)]">
                <div className="grid min-w-0 gap-4">
                  <OrSkeleton ready={arrivals.data}>{(data) => <FunnelCard params={params} data={data} />}</OrSkeleton>
                  <OrSkeleton ready={arrivals.data}>{(data) => <SourcesCard params={params} data={data} />}</OrSkeleton>
                  <OrSkeleton ready={outcomes.data}>
                    {(data) => <PipelineCard params={params} data={data} />}
                  </OrSkeleton>
                  <OrSkeleton ready={calls.data}>
                    {(data) => (
                      <CallsCard params={params} data={data} by={read("calls")} onBy={(by) => change({ calls: by })} />
                    )}
                  </OrSkeleton>
                  <OrSkeleton ready={arrivals.data}>
                    {(data) => <CampaignsCard params={params} data={data} />}
                  </OrSkeleton>
                </div>
                <div className="grid min-w-0 gap-4">
                  <OrSkeleton ready={responses.data}>
                    {(data) => <HistogramCard params={params} data={data} />}
                  </OrSkeleton>
                  <OrSkeleton ready={responses.data}>{(data) => <RepsCard params={params} data={data} />}</OrSkeleton>
                  <OrSkeleton ready={responses.data}>
                    {(data) => <SourceTimesCard params={params} data={data} />}
                  </OrSkeleton>
                  <OrSkeleton ready={responses.data}>{(data) => <HoursCard params={params} data={data} />}</OrSkeleton>
                  <OrSkeleton ready={outcomes.data}>{(data) => <LostCard params={params} data={data} />}</OrSkeleton>
                </div>
              </div>
            </>
          )}
        </ParamsTextContext>
      </div>
    </>
  );
}

function OrSkeleton<Data>({ ready, children }: { ready: Data | undefined; children: (data: Data) => ReactNode }) {
  if (ready !== undefined) return children(ready);
  return (
    <Card role="status" aria-label="Loading analytics" className="grid h-72 content-start gap-4 p-4">
      <Skeleton className="h-4 w-40" />
      <Skeleton className="h-48 w-full" />
    </Card>
  );
}

/** Tells reps whose figures these are, and why the team's figures are not links. */
function ScopeNote({ scope }: { scope: AnalyticsScope }) {
  const Icon = scope === "mine" ? UserRound : UsersRound;
  return (
    <p className="flex items-start gap-2 text-13 text-ink-2">
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {scope === "mine" ? (
        <span>
          <strong className="font-medium text-ink">Your leads and unowned leads.</strong> Click a number to see its
          leads.
        </span>
      ) : (
        <span>
          <strong className="font-medium text-ink">The whole team.</strong> Counts and response times for everyone. Only
          owners can see deal values and individual leads, so these numbers aren't links.
        </span>
      )}
    </p>
  );
}
