import { useId } from "react";
import { ChartFrame, HatchPattern, MarkLink } from "~/ui/charts/mark-links.tsx";
import { niceTicks } from "~/ui/charts/scale.ts";
import { useWidth } from "~/ui/charts/use-width.ts";
import { ChartCard, NoData } from "./chart-card.tsx";
import type { Asked, Responses } from "./figures.ts";
import { answeredIn, rowLinks } from "./row-links.ts";
import { many, minutes, share } from "./words.ts";

/** Where each bar begins, in seconds; the last has no end. */
const EDGES = [0, 60, 120, 180, 240, 300, 360, 420, 480, 540, 600, 900, 1800];
const HEIGHT = 236;
const TOP = 48;
const BOTTOM = 212;
const LEFT = 34;

/** How long the first response took, in working minutes, with the target, the median and the 90th percentile on the axis. */
export function HistogramCard({ asked, data }: { asked: Asked; data: Responses }) {
  const hatch = useId();
  const [ref, width] = useWidth(430);
  const { all, target_seconds: target, histogram } = data;
  const ticks = niceTicks(Math.max(...histogram), 3);
  const top = ticks.at(-1) ?? 1;
  const gap = width < 380 ? 6 : 12;
  const step = (width - LEFT - gap) / EDGES.length;
  const xOf = (at: number) => LEFT + at * step + (at > 9 ? gap : 0);
  // Within the first ten minutes the axis is even; beyond, a moment lies within its bar.
  const xAt = (seconds: number) => {
    const bar = EDGES.findLastIndex((edge) => edge <= seconds);
    const end = EDGES[bar + 1] ?? (EDGES[bar] ?? 0) * 2;
    const part = (seconds - (EDGES[bar] ?? 0)) / (end - (EDGES[bar] ?? 0));
    return xOf(bar) + Math.min(part, 1) * step;
  };
  const yOf = (count: number) => BOTTOM - (count / top) * (BOTTOM - TOP);
  const label = (at: number) => (at < 10 ? String(at) : (["10–15", "15–30", "30+"][at - 10] ?? ""));
  const rangeText = (at: number) =>
    at < 10 ? `${at} to ${at + 1} minutes` : at === 12 ? "30 minutes and more" : `${label(at)} minutes`;
  const links = rowLinks(asked);
  const waiting = all.leads - all.answered;
  const atTarget = xAt(Math.min(target, 1800));
  return (
    <ChartCard
      title="First response, minutes"
      note={`n ${many(all.answered)}`}
      table={[["Minutes", "Leads"], ...histogram.map((count, at) => [rangeText(at), count])]}
    >
      {all.answered === 0 ? (
        <NoData>No first response in this period yet.</NoData>
      ) : (
        <div ref={ref}>
          <ChartFrame label="First responses by minutes" width={width} height={HEIGHT}>
            <defs>
              <HatchPattern id={hatch} colour="var(--c2)" />
            </defs>
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
                <MarkLink
                  key={from}
                  first={at === 0}
                  to={links.arrived(...answeredIn(from, EDGES[at + 1] ?? null))}
                  label={`${rangeText(at)}: ${many(count)} leads`}
                >
                  <rect x={xOf(at)} y={TOP} width={step} height={BOTTOM - TOP} fill="transparent" />
                  <rect
                    x={xOf(at) + 0.75}
                    y={yOf(count)}
                    width={Math.max(step - 1.5, 1)}
                    height={BOTTOM - yOf(count)}
                    rx={2}
                    fill={out ? `url(#${hatch})` : "var(--c1)"}
                  />
                </MarkLink>
              );
            })}
            <line x1={LEFT} x2={width} y1={BOTTOM} y2={BOTTOM} stroke="var(--line-strong)" />
            {EDGES.map((edge, at) => (
              <text
                key={edge}
                x={at < 10 ? xOf(at) : xOf(at) + step / 2}
                y={BOTTOM + 17}
                textAnchor="middle"
                className="num fill-ink-3 text-xs"
              >
                {at < 10 || step > 40 ? label(at) : (["10", "15", "30+"][at - 10] ?? "")}
              </text>
            ))}
            <line x1={atTarget} x2={atTarget} y1={6} y2={BOTTOM} stroke="var(--ink)" strokeDasharray="3 3" />
            <text x={atTarget + 6} y={14} className="fill-ink font-medium text-xs">
              target {minutes(target)}
            </text>
            <text x={atTarget + 6} y={30} className="num fill-ink-2 text-xs">
              {share(all.within, all.answered)} within, {many(all.within)} of {many(all.answered)}
            </text>
            {all.median !== null && (
              <Pointer
                x={xAt(all.median)}
                y={TOP - 2}
                text={`median ${minutes(all.median)}`}
                width={width}
                before={all.median < target}
                limit={atTarget}
              />
            )}
            {all.p90 !== null && (
              <Pointer
                x={xAt(all.p90)}
                y={Math.min(
                  yOf(histogram[EDGES.findLastIndex((edge) => edge <= (all.p90 ?? 0))] ?? 0) - 6,
                  BOTTOM - 24,
                )}
                text={`p90 ${minutes(all.p90)}`}
                width={width}
                before={false}
                limit={atTarget}
              />
            )}
          </ChartFrame>
        </div>
      )}
      <p className="mt-3 border-line-soft border-t pt-3 text-ink-3 text-xs">
        Working hours only.{" "}
        {waiting > 0
          ? `${many(waiting)} ${waiting === 1 ? "lead has" : "leads have"} no response yet and ${waiting === 1 ? "is" : "are"} not counted.`
          : all.leads > 0
            ? "Everybody was answered."
            : "Nobody asked to be answered."}
      </p>
    </ChartCard>
  );
}

type PointerProps = { x: number; y: number; text: string; width: number; before: boolean; limit: number };

/** Where on the axis a figure lies; its words stay inside the drawing and clear of the target's. */
function Pointer({ x, y, text, width, before, limit }: PointerProps) {
  const half = text.length * 3.6;
  const most = before ? limit - half - 6 : width - half;
  const at = Math.min(Math.max(x, half), Math.max(most, half));
  return (
    <g className="fill-ink">
      <path d={`M${x - 4} ${y - 6} h8 l-4 5 z`} />
      <text
        x={at}
        y={y - 10}
        textAnchor="middle"
        className="num text-xs"
        stroke="var(--surface)"
        strokeWidth={3}
        paintOrder="stroke"
      >
        {text}
      </text>
    </g>
  );
}
