import { cn } from "~/ui/cn.ts";
import { formatCount, formatShare } from "../../../../domain/format-count.ts";
import type { AnalyticsParams, Arrivals } from "./api.ts";
import { ChartCard, NoData } from "./chart-card.tsx";
import { FigureLink } from "./figure-link.tsx";

import { dayText } from "./period.ts";
import { reached as reachedRule, rowLinks } from "./row-links.ts";

const HATCH = "bg-[repeating-linear-gradient(135deg,var(--c2)_0_2px,transparent_2px_4px)]";
/** Contact attempts by the agency are not progress of the lead. */
const HIDDEN_STAGES = new Set(["new", "attempting"]);

/** The CSV has every week. */
const VISIBLE_COHORTS = 8;
/** Keyboard users must be able to focus a scroll area. */
const SCROLL_REGION_PROPS = { tabIndex: 0, role: "region", "aria-label": "Cohorts, scrollable" };

type Row = {
  key: string;
  label: string;
  week: string | null;
  entered: number;
  cells: Record<string, { reached: number; moving: number }>;
};

/** The stages that each week's leads reached. Hatched bars may still grow. */
export function FunnelCard({ params, data }: { params: AnalyticsParams; data: Arrivals }) {
  const stages = data.stages.filter(({ key }) => !HIDDEN_STAGES.has(key));
  const weeks: Row[] = data.cohorts.map(({ week, stages: cells }) => ({
    key: week,
    label: `Week of ${dayText(week)}`,
    week,
    entered: cells.new?.reached ?? 0,
    cells,
  }));
  const all: Row = {
    key: "all",
    label: "All cohorts",
    week: null,
    entered: data.new,
    cells: Object.fromEntries(
      stages.map(({ key }) => [
        key,
        {
          reached: weeks.reduce((sum, { cells }) => sum + (cells[key]?.reached ?? 0), 0),
          moving: weeks.reduce((sum, { cells }) => sum + (cells[key]?.moving ?? 0), 0),
        },
      ]),
    ),
  };
  const links = rowLinks(params);
  const to = (row: Row, position: number) =>
    row.week ? links.week(row.week, reachedRule(position)) : links.arrived(reachedRule(position));
  const table = [
    ["Cohort (week of)", "Entered", ...stages.flatMap(({ label }) => [label, `${label}: may still grow by up to`])],
    ...[all, ...weeks].map((row) => [
      row.week ?? row.label,
      row.entered,
      ...stages.flatMap(({ key }) => [row.cells[key]?.reached ?? 0, row.cells[key]?.moving ?? 0]),
    ]),
  ];
  return (
    <ChartCard
      title="Funnel by entry cohort"
      note={weeks.length > VISIBLE_COHORTS ? `latest ${VISIBLE_COHORTS} of ${weeks.length} weeks` : undefined}
      isTable
      table={table}
      legend={
        <span className="flex items-center gap-1.5">
          <span aria-hidden="true" className={cn("h-2.5 w-5 rounded-xs", HATCH)} /> may still grow
        </span>
      }
    >
      {data.new === 0 ? (
        <NoData>No new leads in this period.</NoData>
      ) : (
        <>
          <div className="-mx-4 overflow-x-auto px-4" {...SCROLL_REGION_PROPS}>
            <table className="w-full min-w-[34rem] border-separate border-spacing-x-2.5 border-spacing-y-0 text-13">
              <thead>
                <tr className="text-left text-xs">
                  <th scope="col" className="sticky left-0 bg-surface font-medium">
                    <span className="sr-only">Cohort</span>
                  </th>
                  <th scope="col" className="h-7 whitespace-nowrap font-medium">
                    Entered
                  </th>
                  {stages.map(({ key, label }) => (
                    <th key={key} scope="col" className="whitespace-nowrap font-medium">
                      {label}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {[all, ...weeks.slice(-VISIBLE_COHORTS)].map((row) => (
                  <tr key={row.key} className={cn(!row.week && "font-medium [&>*]:border-line-soft [&>*]:border-b")}>
                    <th
                      scope="row"
                      className={cn(
                        "sticky left-0 z-1 whitespace-nowrap bg-surface pr-1 text-left text-xs",
                        row.week ? "font-normal text-ink-2" : "font-medium",
                      )}
                    >
                      {row.label}
                    </th>
                    <Bar
                      to={row.week ? links.week(row.week) : links.arrived()}
                      name={`${row.label}: ${row.entered} entered`}
                      left={formatCount(row.entered)}
                      filled={1}
                      strong={!row.week}
                    />
                    {stages.map(({ key, label, position }) => {
                      const { reached = 0, moving = 0 } = row.cells[key] ?? {};
                      const isMoving = moving >= row.entered * 0.1 && row.week !== null;
                      const name = `${row.label}: ${reached} of ${row.entered} reached ${label}${isMoving ? ", may still grow" : ""}`;
                      return (
                        <Bar
                          key={key}
                          to={to(row, position)}
                          name={name}
                          left={formatShare(reached, row.entered)}
                          right={formatCount(reached)}
                          filled={row.entered ? reached / row.entered : 0}
                          strong={!row.week}
                          hatched={isMoving}
                        />
                      );
                    })}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <p className="mt-3 text-ink-3 text-xs">
            A stage counts every lead that reached it or a later one, no matter who moved it.
          </p>
        </>
      )}
    </ChartCard>
  );
}

type BarProps = {
  to: string | null;
  name: string;
  left: string;
  right?: string;
  filled: number;
  strong: boolean;
  hatched?: boolean;
};

function Bar({ to, name, left, right, filled, strong, hatched }: BarProps) {
  return (
    <td className="min-w-16 py-1">
      <FigureLink to={to} aria-label={name} className="grid gap-1 rounded-xs py-0.5 no-underline hover:opacity-75">
        <span className="num flex justify-between gap-2">
          <span>{left}</span>
          {right && <span className="font-normal text-ink-3">{right}</span>}
        </span>
        <span className={cn("block overflow-hidden rounded-full bg-mute-bg", strong ? "h-1.5" : "h-1")}>
          <span
            className={cn("block h-full rounded-full", hatched ? HATCH : strong ? "bg-c1" : "bg-c2")}
            style={{ width: `${Math.max(filled * 100, filled > 0 ? 2 : 0)}%` }}
          />
        </span>
      </FigureLink>
    </td>
  );
}
