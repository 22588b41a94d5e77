import { useWidth } from "~/ui/charts/use-width.ts";
import { sourceText } from "~/ui/source-icon.tsx";
import { formatCount, formatShare } from "../../../../domain/format-count.ts";
import type { AnalyticsParams, Responses, Timing } from "./api.ts";
import { ChartCard, NoData } from "./chart-card.tsx";
import { FigureLink } from "./figure-link.tsx";
import { formatMinutes } from "./format.ts";
import { answered, answeredBy, fromSource, rowLinks } from "./row-links.ts";

type Props = { params: AnalyticsParams; data: Responses };

export function RepsCard({ params, data: { reps, target_seconds } }: Props) {
  const links = rowLinks(params);
  const lines: TimingLine[] = reps.map((rep) => ({ ...rep, key: rep.id, to: links.arrived(answeredBy(rep.id)) }));
  return (
    <ChartCard title="Response by rep" table={timingTable("Rep", lines)} legend={<TimingLegend />}>
      {lines.length === 0 ? <NoData>No active reps.</NoData> : <TimingLines lines={lines} target={target_seconds} />}
    </ChartCard>
  );
}

export function SourceTimesCard({ params, data: { sources, target_seconds } }: Props) {
  const links = rowLinks({ ...params, source: "" });
  const lines: TimingLine[] = sources.map((one) => ({
    ...one,
    key: one.source,
    name: sourceText(one.source),
    to: links.arrived(fromSource(one.source), answered),
  }));
  return (
    <ChartCard title="Response by source" table={timingTable("Source", lines)} legend={<TimingLegend />}>
      {lines.length === 0 ? (
        <NoData>No new leads in this period.</NoData>
      ) : (
        <TimingLines lines={lines} target={target_seconds} />
      )}
    </ChartCard>
  );
}

/** `to` is the URL of the leads that the figures count. */
type TimingLine = Timing & { key: string; name: string; to: string | null };

/** The width of a figure on the axis, and the least space between two labels, in pixels. */
const CHARACTER = 7.2;
const GAP = 8;

/** A line for each owner or source. The axis ends at twice the target. An arrow shows that p90 is beyond it. */
function TimingLines({ lines, target }: { lines: TimingLine[]; target: number }) {
  const end = target * 2;
  const at = (seconds: number) => `${Math.min(seconds / end, 1) * 100}%`;
  const [axis, width] = useWidth(160);
  const [first, middle, last] = [formatMinutes(0), formatMinutes(target), formatMinutes(end)];
  // The target is in the middle and always has its label. A label that would touch it is left out.
  const fits = (text: string) => (text.length + middle.length / 2) * CHARACTER + GAP <= width / 2;
  return (
    <div className="@container/lines">
      <div aria-hidden="true" className={`${LINE} num mb-1 items-end! text-ink-3 text-xs`}>
        <span className="phone:hidden" />
        <span ref={axis} className="relative h-4">
          {fits(first) && <span className="absolute left-0">{first}</span>}
          <span className="-translate-x-1/2 absolute left-1/2">{middle}</span>
          {fits(last) && <span className="absolute right-0">{last}</span>}
        </span>
        <span className={`${ANSWERED} text-right font-sans [word-spacing:normal]`}>answered</span>
        <span className="text-right font-sans [word-spacing:normal]">answers on target</span>
      </div>
      <ul className="grid">
        {lines.map((line) => (
          <li key={line.key}>
            <FigureLink
              to={line.to}
              aria-label={`${line.name}: ${line.median === null ? "no data for this period" : `median ${formatMinutes(line.median)}, 90% within ${formatMinutes(line.p90)}, ${formatShare(line.within, line.answered)} of answers within target, ${formatCount(line.answered)} answered`}`}
              className={`${LINE} min-h-8 rounded-xs text-13 no-underline hover:bg-hover phone:min-h-13 phone:py-1`}
            >
              <span className="wrap-anywhere phone:col-span-2 phone:font-medium">{line.name}</span>
              <span className="relative h-4">
                {line.median === null || line.p90 === null ? (
                  <span className="whitespace-nowrap text-ink-3 text-xs">no data for this period</span>
                ) : (
                  <>
                    <span className="absolute inset-y-[-8px] left-1/2 border-ink border-l border-dashed phone:inset-y-0" />
                    <span
                      className="absolute top-1/2 h-[3px] -translate-y-1/2 bg-c2 opacity-45"
                      style={{ left: at(line.median), right: `calc(100% - ${at(line.p90)})` }}
                    />
                    <span
                      className="-translate-x-1/2 -translate-y-1/2 absolute top-1/2 size-2.5 rounded-full bg-c1"
                      style={{ left: at(line.median) }}
                    />
                    {line.p90 > end ? (
                      <span className="-translate-y-1/2 absolute top-1/2 right-[-2px] border-y-4 border-y-transparent border-l-6 border-l-c2" />
                    ) : (
                      <span
                        className="-translate-x-1/2 absolute inset-y-0.5 w-[3px] bg-c2"
                        style={{ left: at(line.p90) }}
                      />
                    )}
                  </>
                )}
              </span>
              <span className={`${ANSWERED} num text-right text-ink-3 text-xs`}>
                {line.answered > 0 ? formatCount(line.answered) : ""}
              </span>
              <span className="num text-right font-medium">{formatShare(line.within, line.answered)}</span>
            </FigureLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

function TimingLegend() {
  return (
    <span className="flex items-center gap-3">
      <span className="flex items-center gap-1.5">
        <span aria-hidden="true" className="size-2 rounded-full bg-c1" /> median
      </span>
      <span className="flex items-center gap-1.5">
        <span aria-hidden="true" className="h-3 w-[3px] bg-c2" /> 90% within
      </span>
    </span>
  );
}

/** The same figures for the table and the CSV. */
const timingTable = (what: string, lines: TimingLine[]) => [
  [what, "Leads", "Answered", "Median seconds", "90% within (seconds)", "Answers within target"],
  ...lines.map(({ name, leads, answered, median, p90, within }) => [
    name,
    leads,
    answered,
    median,
    p90,
    answered > 0 ? within : null,
  ]),
];

const LINE =
  "grid grid-cols-[112px_minmax(0,1fr)_56px_56px] items-center gap-3 @max-[23rem]/lines:grid-cols-[112px_minmax(0,1fr)_56px] phone:grid-cols-[minmax(0,1fr)_64px]";
/** A narrow card leaves this column out, so that the axis keeps its width. */
const ANSWERED = "@max-[23rem]/lines:hidden phone:hidden";
