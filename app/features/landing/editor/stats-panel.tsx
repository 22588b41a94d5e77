import { useQuery } from "@tanstack/react-query";
import { ChartColumn } from "lucide-react";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { useUrlState } from "~/shared/use-url-state.ts";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { SegmentedControl } from "~/ui/segmented-control.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { Stat, StatGroup } from "~/ui/stat-group.tsx";
import { Table, TableBody, TableHead, TableHeader, TableRow } from "~/ui/table.tsx";
import { FigureCell, FigureRow, NameCell } from "../lib/figure-table.tsx";
import { counted, formatCount, formatTableShare } from "../lib/figures.ts";
import { VisitsSection } from "../visits/visits-section.tsx";
import { type Figures, type LoadedPage, type Stats, statsQuery } from "./api.ts";
import { ViewsChart } from "./views-chart.tsx";

const RANGES = [
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
] as const;

/** The page's figures by day, source and version. */
export function StatsPanel({ page }: { page: LoadedPage }) {
  const { read, change } = useUrlState();
  const range = RANGES.find(({ value }) => value === read("days"))?.value ?? "30";
  const stats = useQuery(statsQuery(page.id, Number(range)));
  if (page.version === 0)
    return (
      <Card>
        <EmptyState
          icon={<ChartColumn />}
          title="No statistics yet"
          text="Publish the page to start counting views, visitors, and submissions, without cookies."
        />
      </Card>
    );
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SegmentedControl
          legend="Time range"
          options={RANGES}
          value={range}
          onChange={(days) => change({ days: days === "30" ? "" : days })}
        />
        <p className="text-ink-3 text-xs">
          Days are in the agency's time zone. Bots, prefetches, and previews aren't counted.
        </p>
      </div>
      <QueryBoundary query={stats} errorMessage="Couldn't load statistics" skeleton={<StatsSkeleton />}>
        {(data) => <StatsContent stats={data} live={page.version} />}
      </QueryBoundary>
      <VisitsSection pageId={page.id} version={page.version} days={Number(range)} />
    </div>
  );
}

function StatsContent({ stats: { total, days, sources, versions }, live }: { stats: Stats; live: number }) {
  const measured = total.views > 0 || total.submissions > 0;
  const figure = (value: number) => (measured ? formatCount(value) : "–");
  return (
    <>
      <StatGroup>
        <Stat label="Views" value={figure(total.views)} note={measured ? "Page loads" : "No visits yet"} />
        <Stat label="Visitors" value={figure(total.visitors)} note="Unique per day" />
        <Stat label="Submissions" value={figure(total.submissions)} note="Spam excluded" />
        <Stat
          label="Conversion"
          value={formatTableShare(total.conversion)}
          note={
            total.visitors > 0
              ? `${counted(total.submissions, "submission")} from ${counted(total.visitors, "visitor")}`
              : "No visitors yet"
          }
        />
      </StatGroup>
      <Card>
        <CardHeader>
          <CardTitle level={3}>By day</CardTitle>
        </CardHeader>
        <ViewsChart days={days} />
      </Card>
      <div className="grid gap-5 lg:grid-cols-2">
        <Breakdown title="By source" first="Source" rows={sources} name={(key) => key} />
        <Breakdown
          title="By version"
          first="Version"
          rows={versions}
          name={(key) => `Version ${key}${Number(key) === live ? " (live)" : ""}`}
        />
      </div>
    </>
  );
}

type BreakdownProps = { title: string; first: string; rows: readonly Figures[]; name: (key: string) => string };

function Breakdown({ title, first, rows, name }: BreakdownProps) {
  return (
    <Card className="overflow-hidden">
      <CardHeader>
        <CardTitle level={3}>{title}</CardTitle>
      </CardHeader>
      {rows.length === 0 ? (
        <EmptyState title="No data" text="No visits in this period." />
      ) : (
        <Table aria-label={title} cards>
          <TableHeader>
            <TableRow>
              <TableHead>{first}</TableHead>
              <TableHead numeric>Views</TableHead>
              <TableHead numeric>Visitors</TableHead>
              <TableHead numeric>Submissions</TableHead>
              <TableHead numeric>Conversion</TableHead>
            </TableRow>
          </TableHeader>
          <TableBody>
            {rows.map((row) => (
              <FigureRow key={row.key} className="phone:grid-cols-4">
                <NameCell>{name(row.key)}</NameCell>
                <FigureCell label="Views">{formatCount(row.views)}</FigureCell>
                <FigureCell label="Visitors">{formatCount(row.visitors)}</FigureCell>
                <FigureCell label="Submissions">{formatCount(row.submissions)}</FigureCell>
                <FigureCell label="Conversion">{formatTableShare(row.conversion)}</FigureCell>
              </FigureRow>
            ))}
          </TableBody>
        </Table>
      )}
    </Card>
  );
}

function StatsSkeleton() {
  return (
    <div role="status" aria-label="Loading statistics" className="grid gap-5">
      <Skeleton className="h-[92px] rounded-card" />
      <Skeleton className="h-56 rounded-card" />
      <Skeleton className="h-40 rounded-card" />
    </div>
  );
}
