import { sourceText } from "~/ui/source-icon.tsx";
import { ChartCard, NoData } from "./chart-card.tsx";
import type { AnalyticsParams, Responses } from "./figures.ts";
import { answered, answeredBy, fromSource, rowLinks } from "./row-links.ts";
import { TimingLegend, type TimingLine, TimingLines, timingTable } from "./timing-lines.tsx";

type Props = { params: AnalyticsParams; data: Responses };

/** How fast each rep answered; a rep without an answer has no data, which is not the same as zero. */
export function RepsCard({ params, data: { reps, target_seconds } }: Props) {
  const links = rowLinks(params);
  const lines: TimingLine[] = reps.map((rep) => ({ ...rep, key: rep.id, to: links.arrived(answeredBy(rep.id)) }));
  return (
    <ChartCard title="Response by rep" table={timingTable("Rep", lines)} legend={<TimingLegend />}>
      {lines.length === 0 ? (
        <NoData>There is no active rep.</NoData>
      ) : (
        <TimingLines lines={lines} target={target_seconds} />
      )}
    </ChartCard>
  );
}

/** How fast those of each source were answered. */
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
        <NoData>Nobody wrote in this period.</NoData>
      ) : (
        <TimingLines lines={lines} target={target_seconds} />
      )}
    </ChartCard>
  );
}
