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
import { teamQuery } from "../lib/list-team.ts";
import { AnalyticsToolbar } from "./analytics-toolbar.tsx";
import { AskedContext, askedWords } from "./asked-words.ts";
import { type Asked, arrivalsQuery, outcomesQuery, responsesQuery } from "./figures.ts";
import { FunnelCard } from "./funnel-card.tsx";
import { HistogramCard } from "./histogram-card.tsx";
import { HoursCard } from "./hours-card.tsx";
import { CampaignsCard, LostCard } from "./outcome-cards.tsx";
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
  const asked: Asked = {
    ...days,
    scope: isTeam ? "team" : "mine",
    owner,
    source: read("source"),
    opens: isAdmin || !isTeam,
  };
  const { data: team = [] } = useQuery(teamQuery);
  const words = askedWords(asked, today ?? "", (id) => team.find(({ user_id }) => user_id === id)?.name ?? "A rep");
  const arrivals = useQuery({ ...arrivalsQuery(asked), placeholderData: keepPreviousData });
  const responses = useQuery({ ...responsesQuery(asked), placeholderData: keepPreviousData });
  const outcomes = useQuery({ ...outcomesQuery(asked), placeholderData: keepPreviousData });
  const failed = [arrivals, responses, outcomes].find(({ isError }) => isError);
  const outdated = arrivals.isPlaceholderData || responses.isPlaceholderData || outcomes.isPlaceholderData;
  const span =
    period === "custom" ? "as many days" : `the ${PERIODS.find(({ value }) => value === period)?.label.toLowerCase()}`;
  return (
    <>
      <AnalyticsToolbar period={period} asked={asked} isAdmin={isAdmin} me={me} onChange={change} />
      <div
        aria-busy={outdated || undefined}
        className={cn("grid gap-4 p-4 transition-opacity", outdated && "opacity-60")}
      >
        {!isAdmin && <ScopeNote scope={asked.scope} />}
        <AskedContext value={words}>
          {failed ? (
            <LoadError
              text="The figures could not be loaded"
              error={failed.error}
              onRetry={() => void Promise.all([arrivals.refetch(), responses.refetch(), outcomes.refetch()])}
            />
          ) : (
            <>
              <Summary
                asked={asked}
                arrivals={arrivals.data}
                responses={responses.data}
                outcomes={outcomes.data}
                span={span}
              />
              <div className="grid gap-4 xl:grid-cols-[minmax(0,1.42fr)_minmax(0,1fr)]">
                <Shape ready={arrivals.data}>{(data) => <FunnelCard asked={asked} data={data} />}</Shape>
                <Shape ready={responses.data}>{(data) => <HistogramCard asked={asked} data={data} />}</Shape>
                <Shape ready={arrivals.data}>{(data) => <SourcesCard asked={asked} data={data} />}</Shape>
                <div className="grid gap-4">
                  <Shape ready={responses.data}>{(data) => <RepsCard asked={asked} data={data} />}</Shape>
                  <Shape ready={responses.data}>{(data) => <SourceTimesCard asked={asked} data={data} />}</Shape>
                </div>
                <Shape ready={outcomes.data}>{(data) => <PipelineCard asked={asked} data={data} />}</Shape>
                <Shape ready={responses.data}>{(data) => <HoursCard asked={asked} data={data} />}</Shape>
                <Shape ready={arrivals.data}>{(data) => <CampaignsCard asked={asked} data={data} />}</Shape>
                <Shape ready={outcomes.data}>{(data) => <LostCard asked={asked} data={data} />}</Shape>
              </div>
            </>
          )}
        </AskedContext>
      </div>
    </>
  );
}

/** The card, or its shape until the figures are there. */
function Shape<Data>({ ready, children }: { ready: Data | undefined; children: (data: Data) => ReactNode }) {
  if (ready !== undefined) return children(ready);
  return (
    <Card role="status" aria-label="Loading figures" className="grid h-72 content-start gap-4 p-4">
      <Skeleton className="h-4 w-40" />
      <Skeleton className="h-48 w-full" />
    </Card>
  );
}
