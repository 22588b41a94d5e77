import { ChartFrame, ChartMark } from "~/ui/charts/chart-frame.tsx";
import { useWidth } from "~/ui/charts/use-width.ts";
import { formatCount, formatShare } from "../../../../domain/format-count.ts";
import { formatHour } from "../../../../domain/format-date.ts";
import type { AnalyticsParams, Responses } from "./api.ts";
import { ChartCard, NoData, TargetLegend } from "./chart-card.tsx";
import { formatMinutes } from "./format.ts";
import { answeredAtHour, rowLinks } from "./row-links.ts";

const TOP = 22;
const BOTTOM = 212;
const HEIGHT = 236;
const LEFT = 40;

/** The median by hour of arrival, in the agency's time zone. An hour without data has no bar, because its median is not zero. */
export function HoursCard({ params, data }: { params: AnalyticsParams; data: Responses }) {
  const [ref, width] = useWidth(430);
  const { hours, target_seconds: target } = data;
  const known = new Map(hours.map((one) => [one.hour, one]));
  const answered = hours.flatMap(({ median }) => (median === null ? [] : [median]));
  const top = Math.max(target * 1.25, Math.min(Math.max(0, ...answered), target * 3));
  const yOf = (seconds: number) => BOTTOM - (Math.min(seconds, top) / top) * (BOTTOM - TOP);
  const step = (width - LEFT) / 24;
  const links = rowLinks(params);
  const first = hours.find(({ median }) => median !== null)?.hour;
  return (
    <ChartCard
      title="Median response by hour of arrival"
      legend={answered.length > 0 && <TargetLegend />}
      table={[
        ["Hour", "Leads", "Answered", "Median seconds", "90% within (seconds)", "Answers within target"],
        ...hours.map((one) => [
          formatHour(one.hour),
          one.leads,
          one.answered,
          one.median,
          one.p90,
          one.answered > 0 ? one.within : null,
        ]),
      ]}
    >
      {answered.length === 0 ? (
        <NoData>No first responses in this period yet.</NoData>
      ) : (
        <div ref={ref}>
          <ChartFrame label="Median response by hour of arrival" width={width} height={HEIGHT}>
            {Array.from({ length: 24 }, (_, hour) => {
              const one = known.get(hour);
              const x = LEFT + hour * step;
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: an hour is its own key
                <g key={hour}>
                  {one?.median != null && (
                    <ChartMark
                      first={hour === first}
                      to={links.arrived(...answeredAtHour(hour))}
                      label={`${formatHour(hour)}: median ${formatMinutes(one.median)}, 90% within ${formatMinutes(one.p90 ?? 0)}, ${formatShare(one.within, one.answered)} of answers within target, n ${formatCount(one.answered)}`}
                    >
                      <rect x={x} y={TOP} width={step} height={BOTTOM - TOP} fill="transparent" />
                      <rect
                        x={x + 1}
                        y={yOf(one.median)}
                        width={Math.max(step - 2, 2)}
                        height={Math.max(BOTTOM - yOf(one.median), 1)}
                        rx={2}
                        fill={one.median > target ? "var(--c2)" : "var(--c1)"}
                      />
                      {one.median > top && (
                        // An arrow shows that the bar is cut off at the top.
                        <path d={`M${x + step / 2 - 4} ${TOP - 3} h8 l-4 -6 z`} fill="var(--c2)" />
                      )}
                    </ChartMark>
                  )}
                  {hour % (width < 380 ? 6 : 3) === 0 && (
                    <text x={x + step / 2} y={BOTTOM + 17} textAnchor="middle" className="num fill-ink-3 text-xs">
                      {formatHour(hour)}
                    </text>
                  )}
                </g>
              );
            })}
            <line x1={LEFT} x2={width} y1={BOTTOM} y2={BOTTOM} stroke="var(--line-strong)" />
            <line x1={LEFT} x2={width} y1={yOf(target)} y2={yOf(target)} stroke="var(--ink)" strokeDasharray="3 3" />
            <text x={LEFT - 6} y={yOf(target) + 4} textAnchor="end" className="num fill-ink text-xs">
              {formatMinutes(target)}
            </text>
            {top > target * 1.5 && (
              <text x={LEFT - 6} y={TOP + 4} textAnchor="end" className="num fill-ink-3 text-xs">
                {formatMinutes(top)}
              </text>
            )}
            <text x={LEFT - 6} y={BOTTOM + 4} textAnchor="end" className="num fill-ink-3 text-xs">
              0:00
            </text>
          </ChartFrame>
        </div>
      )}
    </ChartCard>
  );
}
