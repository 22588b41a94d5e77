import { useQuery } from "@tanstack/react-query";
import { ChartColumn } from "lucide-react";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { useUrlState } from "~/shared/use-url-state.ts";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { SegmentedControl } from "~/ui/segmented-control.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { Stat, StatGroup } from "~/ui/stat-group.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "~/ui/table.tsx";
import { formatCount, formatShare } from "../lib/figures.ts";
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
          title="Nothing to measure yet"
          text="From the moment the page is published, its views, visitors and submissions are counted, without cookies."
        />
      </Card>
    );
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SegmentedControl
          legend="Which days"
          options={RANGES}
          value={range}
          onChange={(days) => change({ days: days === "30" ? "" : days })}
        />
        <p className="text-ink-3 text-xs">Days in UTC. Programs, prefetches and previews are not counted.</p>
      </div>
      <QueryBoundary query={stats} errorMessage="The figures could not be loaded" skeleton={<StatsSkeleton />}>
        {(data) => <StatsContent stats={data} live={page.version} />}
      </QueryBoundary>
    </div>
  );
}

function StatsContent({ stats: { total, days, sources, versions }, live }: { stats: Stats; live: number }) {
  const measured = total.views > 0 || total.submissions > 0;
  const figure = (value: number) => (measured ? formatCount(value) : "–");
  return (
    <>
      <StatGroup>
        <Stat label="Views" value={figure(total.views)} note={measured ? "Pages shown" : "Nobody came yet"} />
        <Stat label="Visitors" value={figure(total.visitors)} note="Each once a day" />
        <Stat label="Submissions" value={figure(total.submissions)} note="Without what looks like spam" />
        <Stat
          label="Conversion"
          value={formatShare(total.conversion)}
          note={
            total.visitors > 0
              ? `${formatCount(total.submissions)} of ${formatCount(total.visitors)} visitors`
              : "No visitors to divide by"
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
          name={(key) => (Number(key) === live ? `${key} (live)` : key)}
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
        <EmptyState title="No data" text="Nobody came in these days." />
      ) : (
        <Table aria-label={title}>
          <TableHeader>
            <TableRow>
              <TableHead>{first}</TableHead>
              <TableHead numeric>Views</TableHead>
              <TableHead numeric>Visitors</TableHead>
              <TableHead numeric>Sent</TableHead>
              <TableHead numeric>Rate</TableHead>
            </TableRow>
          </TableHeader>
          <TableBody>
            {rows.map((row) => (
              <TableRow key={row.key}>
                <TableCell className="wrap-anywhere min-w-24">{name(row.key)}</TableCell>
                <TableCell numeric>{formatCount(row.views)}</TableCell>
                <TableCell numeric>{formatCount(row.visitors)}</TableCell>
                <TableCell numeric>{formatCount(row.submissions)}</TableCell>
                <TableCell numeric>{formatShare(row.conversion)}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
    </Card>
  );
}

function StatsSkeleton() {
  return (
    <div role="status" aria-label="Loading the figures" className="grid gap-5">
      <Skeleton className="h-[92px] rounded-card" />
      <Skeleton className="h-56 rounded-card" />
      <Skeleton className="h-40 rounded-card" />
    </div>
  );
}
