import { ChartFrame, ChartMark } from "~/ui/charts/chart-frame.tsx";
import { niceTicks } from "~/ui/charts/scale.ts";
import { useWidth } from "~/ui/charts/use-width.ts";
import { sourceText } from "~/ui/source-icon.tsx";
import { formatCount } from "../../../../domain/format-count.ts";
import { formatAxisDay } from "../../../../domain/format-date.ts";
import type { AnalyticsParams, Arrivals } from "./api.ts";
import { ChartCard, NoData } from "./chart-card.tsx";
import { SOURCES } from "./format.ts";
import { dayText } from "./period.ts";
import { fromSource, rowLinks } from "./row-links.ts";

const HEIGHT = 226;
const TOP = 22;
const BOTTOM = 200;
const LEFT = 34;
const COLOURS = ["var(--c1)", "var(--c2)", "var(--c3)", "var(--c4)", "var(--c5)"];

/** New leads by week, stacked by source. The last week's parts are labeled. */
export function SourcesCard({ params, data }: { params: AnalyticsParams; data: Arrivals }) {
  const [ref, width] = useWidth(600);
  const counts = new Map(data.sources.map(({ week, source, leads }) => [`${week} ${source}`, leads]));
  const of = (week: string, source: string) => counts.get(`${week} ${source}`) ?? 0;
  const totals = data.weeks.map((week) => SOURCES.reduce((sum, source) => sum + of(week, source), 0));
  const ticks = niceTicks(Math.max(...totals), 3);
  const yOf = (count: number) => BOTTOM - (count / (ticks.at(-1) ?? 1)) * (BOTTOM - TOP);
  const right = 142;
  const step = (width - LEFT - right) / data.weeks.length;
  const bar = Math.min(Math.max(step - (step > 12 ? 8 : 1.5), 1.5), 44);
  const every = Math.ceil(46 / step);
  const links = rowLinks(params);
  const last = data.weeks.at(-1) ?? "";
  let before = "";
  let first = true;
  const labels = spreadLabels(
    SOURCES.map((source, at) => {
      const below = SOURCES.slice(0, at).reduce((sum, one) => sum + of(last, one), 0);
      return { source, y: yOf(below + of(last, source) / 2) };
    }),
  );
  return (
    <ChartCard
      title="Leads by source"
      note="per week"
      table={[
        ["Week of", ...SOURCES.map((source) => sourceText(source)), "Total"],
        ...data.weeks.map((week, at) => [week, ...SOURCES.map((source) => of(week, source)), totals[at] ?? 0]),
      ]}
    >
      {data.new === 0 ? (
        <NoData>No new leads in this period.</NoData>
      ) : (
        <div ref={ref}>
          <ChartFrame label="Leads by source and week" width={width} height={HEIGHT}>
            {ticks.map((tick) => (
              <g key={tick}>
                <line x1={LEFT} x2={width - right} y1={yOf(tick)} y2={yOf(tick)} stroke="var(--grid)" />
                <text x={LEFT - 8} y={yOf(tick) + 4} textAnchor="end" className="num fill-ink-3 text-xs">
                  {tick}
                </text>
              </g>
            ))}
            {data.weeks.map((week, at) => {
              let below = 0;
              const x = LEFT + at * step + (step - bar) / 2;
              const [month = "", number = ""] = formatAxisDay(week).split(" ");
              const name = month === before ? number : `${month} ${number}`;
              const shown = (data.weeks.length - 1 - at) % every === 0;
              if (shown) before = month;
              return (
                <g key={week}>
                  {SOURCES.map((source, place) => {
                    const leads = of(week, source);
                    if (leads === 0) return null;
                    const y = yOf(below + leads);
                    const height = yOf(below) - y;
                    below += leads;
                    const isFirst = first;
                    first = false;
                    return (
                      <ChartMark
                        key={source}
                        first={isFirst}
                        to={links.week(week, fromSource(source))}
                        label={`Week of ${dayText(week)}, ${sourceText(source)}: ${formatCount(leads)}`}
                      >
                        <rect
                          x={x}
                          y={y}
                          width={bar}
                          height={Math.max(height - 1.5, 0.75)}
                          rx={Math.min(2, bar / 4)}
                          fill={COLOURS[place]}
                        />
                      </ChartMark>
                    );
                  })}
                  {shown && (
                    <text x={x + bar / 2} y={BOTTOM + 18} textAnchor="middle" className="num fill-ink-3 text-xs">
                      {name}
                    </text>
                  )}
                </g>
              );
            })}
            <text
              x={LEFT + (data.weeks.length - 0.5) * step}
              y={yOf(totals.at(-1) ?? 0) - 7}
              textAnchor="middle"
              className="num fill-ink text-xs"
            >
              {formatCount(totals.at(-1) ?? 0)}
            </text>
            {labels.map(({ source, y, from }) => (
              <g key={source}>
                <path
                  d={`M${width - right - 2} ${from} L${width - right + 10} ${y}`}
                  stroke="var(--line-strong)"
                  fill="none"
                />
                <rect
                  x={width - right + 14}
                  y={y - 4}
                  width={8}
                  height={8}
                  rx={2}
                  fill={COLOURS[SOURCES.indexOf(source)]}
                />
                <text x={width - right + 27} y={y + 4} className="fill-ink-2 text-xs">
                  {sourceText(source)}
                </text>
                <text x={width} y={y + 4} textAnchor="end" className="num fill-ink text-xs">
                  {formatCount(of(last, source))}
                </text>
              </g>
            ))}
          </ChartFrame>
        </div>
      )}
    </ChartCard>
  );
}

/** Places labels next to their parts, at least 16 px apart. */
function spreadLabels<Label extends { y: number }>(labels: Label[]): (Label & { from: number })[] {
  let lowest = BOTTOM + 14;
  return labels.map((label) => {
    const y = Math.min(label.y, lowest - 16);
    lowest = y;
    return { ...label, from: label.y, y };
  });
}
