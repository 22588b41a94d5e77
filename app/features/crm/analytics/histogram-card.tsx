import { ChartFrame, ChartMark } from "~/ui/charts/chart-frame.tsx";
import { niceTicks } from "~/ui/charts/scale.ts";
import { useWidth } from "~/ui/charts/use-width.ts";
import { cn } from "~/ui/cn.ts";
import { formatCount, formatShare } from "../../../../domain/format-count.ts";
import { AnswerSentence } from "./answer-sentence.tsx";
import type { AnalyticsParams, Responses } from "./api.ts";
import { ChartCard, NoData, TargetLegend } from "./chart-card.tsx";
import { formatMinutes } from "./format.ts";
import { answeredIn, rowLinks } from "./row-links.ts";

/** Where each bar begins, in seconds. The last bar is open-ended. */
const EDGES = [0, 60, 120, 180, 240, 300, 360, 420, 480, 540, 600, 900, 1800];
const HEIGHT = 250;
/** Height of one line of labels for target, median and 90th percentile. */
const LANE = 17;
const TOP = 3 * LANE + 8;
const BOTTOM = 226;
const LEFT = 34;

/** First response times in working minutes, with the target, median and 90th percentile on the axis. */
export function HistogramCard({ params, data }: { params: AnalyticsParams; data: Responses }) {
  const [ref, width] = useWidth(430);
  const { all, target_seconds: target, histogram } = data;
  const ticks = niceTicks(Math.max(...histogram), 3);
  const top = ticks.at(-1) ?? 1;
  const gap = width < 380 ? 6 : 12;
  const step = (width - LEFT - gap) / EDGES.length;
  const xOf = (at: number) => LEFT + at * step + (at > 9 ? gap : 0);
  // Bars after ten minutes cover more time, so the position within the bar is interpolated.
  const xAt = (seconds: number) => {
    const bar = EDGES.findLastIndex((edge) => edge <= seconds);
    const end = EDGES[bar + 1] ?? (EDGES[bar] ?? 0) * 2;
    const part = (seconds - (EDGES[bar] ?? 0)) / (end - (EDGES[bar] ?? 0));
    return xOf(bar) + Math.min(part, 1) * step;
  };
  const yOf = (count: number) => BOTTOM - (count / top) * (BOTTOM - TOP);
  const rangeText = (at: number) => {
    const end = EDGES[at + 1];
    return end ? `${(EDGES[at] ?? 0) / 60} to ${end / 60} minutes` : `${(EDGES[at] ?? 0) / 60} minutes or more`;
  };
  const links = rowLinks(params);
  const moments = [
    { name: "90% within", at: all.p90, isTarget: false },
    { name: "median", at: all.median, isTarget: false },
    { name: "target", at: target, isTarget: true },
  ]
    .flatMap(({ at, ...rest }) => (at === null ? [] : [{ ...rest, at, text: formatMinutes(at) }]))
    // The leftmost label is on top, so that no line crosses it.
    .toSorted((one, other) => one.at - other.at);
  return (
    <ChartCard
      title="First response time (minutes)"
      note={`${formatCount(all.answered)} answered`}
      legend={all.answered > 0 && <TargetLegend />}
      table={[["Minutes", "Leads"], ...histogram.map((count, at) => [rangeText(at), count])]}
    >
      {all.answered === 0 ? (
        <NoData>No first responses in this period yet.</NoData>
      ) : (
        <div ref={ref}>
          <ChartFrame label="First responses by minute" width={width} height={HEIGHT}>
            {ticks.map((tick) => (
              <g key={tick}>
                <line x1={LEFT} x2={width} y1={yOf(tick)} y2={yOf(tick)} stroke="var(--grid)" />
                <text x={LEFT - 8} y={yOf(tick) + 4} textAnchor="end" className="num fill-ink-3 text-xs">
                  {tick}
                </text>
              </g>
            ))}
            {histogram.map((count, at) => {
              const from = EDGES[at] ?? 0;
              const out = from >= target;
              return (
                <ChartMark
                  key={from}
                  first={at === 0}
                  to={links.arrived(...answeredIn(from, EDGES[at + 1] ?? null))}
                  label={`${rangeText(at)}: ${formatCount(count)} ${count === 1 ? "lead" : "leads"}`}
                >
                  <rect x={xOf(at)} y={TOP} width={step} height={BOTTOM - TOP} fill="transparent" />
                  <rect
                    x={xOf(at) + 0.75}
                    y={yOf(count)}
                    width={Math.max(step - 1.5, 1)}
                    height={BOTTOM - yOf(count)}
                    rx={2}
                    fill={out ? "var(--c2)" : "var(--c1)"}
                  />
                </ChartMark>
              );
            })}
            <line x1={LEFT} x2={width} y1={BOTTOM} y2={BOTTOM} stroke="var(--line-strong)" />
            {EDGES.map((edge, at) => (
              // Narrow bars have every second label, so that labels do not touch.
              <text
                key={edge}
                x={xOf(at)}
                y={BOTTOM + 17}
                textAnchor="middle"
                className={cn("num fill-ink-3 text-xs", at % 2 === 1 && step < (at < 10 ? 24 : 20) && "hidden")}
              >
                {edge / 60}
                {at === EDGES.length - 1 && "+"}
              </text>
            ))}
            {moments.map(({ name, text, at, isTarget }, lane) => (
              <Moment key={name} x={xAt(at)} lane={lane} name={name} text={text} width={width} isTarget={isTarget} />
            ))}
          </ChartFrame>
        </div>
      )}
      <p className="mt-3 border-line-soft border-t pt-3 text-ink-3 text-xs">
        {all.answered > 0 && (
          <>
            <span className="text-ink">
              {formatShare(all.within, all.answered)} of answers within target: {formatCount(all.within)} of{" "}
              {formatCount(all.answered)}.
            </span>{" "}
          </>
        )}
        Working hours only. <AnswerSentence params={params} data={data} />
      </p>
    </ChartCard>
  );
}

type MomentProps = { x: number; lane: number; name: string; text: string; width: number; isTarget: boolean };

/** A vertical line with a label. Each label has its own lane, so that labels do not overlap. */
function Moment({ x, lane, name, text, width, isTarget }: MomentProps) {
  const y = 12 + lane * LANE;
  const room = (name.length + text.length + 1) * 6.9 + 8;
  // The label is to the right of the line, or to the left if there is no room.
  const isLeft = x + room > width && x - room > 0;
  return (
    <g>
      <line
        x1={x}
        x2={x}
        y1={y - 8}
        y2={BOTTOM}
        stroke={isTarget ? "var(--ink)" : "var(--ink-2)"}
        strokeDasharray={isTarget ? "3 3" : undefined}
      />
      <text
        x={isLeft ? x - 6 : Math.min(x + 6, width - room)}
        y={y}
        textAnchor={isLeft ? "end" : "start"}
        className="fill-ink-2 text-xs"
        stroke="var(--surface)"
        strokeWidth={4}
        paintOrder="stroke"
      >
        {name} <tspan className="num fill-ink font-medium">{text}</tspan>
      </text>
    </g>
  );
}
