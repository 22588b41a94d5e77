import { ArrowDown, ArrowUp } from "lucide-react";
import { cn } from "~/ui/cn.ts";
import { Stat, StatGroup } from "~/ui/stat-group.tsx";
import { formatCount, formatDecimal, formatShare } from "../../../../domain/format-count.ts";
import { formatEstimate, formatWholeMoney } from "../../../../domain/money.ts";
import type { AnalyticsParams, Arrivals, Outcomes, Responses } from "./api.ts";
import { FigureLink } from "./figure-link.tsx";
import { changeText, formatMinutes, isComparable, isLargeEnough } from "./format.ts";
import { answered, rowLinks } from "./row-links.ts";

type Props = {
  params: AnalyticsParams;
  arrivals: Arrivals | undefined;
  responses: Responses | undefined;
  outcomes: Outcomes | undefined;
  span: string;
};

export function Summary({ params, arrivals, responses, outcomes, span }: Props) {
  const links = rowLinks(params);
  return (
    <StatGroup>
      <Stat
        label="New leads"
        value={arrivals && <Figure to={links.arrived()}>{formatCount(arrivals.new)}</Figure>}
        note={arrivals && <NewNote arrivals={arrivals} span={span} />}
      />
      <Stat
        label="Median first response"
        value={responses && <Figure to={links.arrived(answered)}>{formatMinutes(responses.all.median)}</Figure>}
        note={responses && <MedianNote responses={responses} />}
      />
      <Stat
        label="Win rate"
        value={outcomes && <Figure to={links.closed(["won", "lost"])}>{rateText(outcomes.won, outcomes.lost)}</Figure>}
        note={outcomes && <RateNote outcomes={outcomes} />}
      />
      {outcomes?.has_money === false ? (
        <OpenStat params={params} outcomes={outcomes} />
      ) : (
        <Stat
          label="Won value (first year)"
          value={
            outcomes && (
              <Figure to={links.closed(["won"])}>
                {outcomes.won_cents === null
                  ? "–"
                  : formatWholeMoney({ amount: outcomes.won_cents, currency: outcomes.currency })}
              </Figure>
            )
          }
          note={outcomes && <ForecastNote outcomes={outcomes} />}
        />
      )}
    </StatGroup>
  );
}

/** Replaces money for users who may not see it. */
function OpenStat({ params, outcomes }: { params: AnalyticsParams; outcomes: Outcomes }) {
  const total = (pick: (stage: Outcomes["open"][number]) => number) =>
    outcomes.open.reduce((sum, stage) => sum + pick(stage), 0);
  return (
    <Stat
      label="Open leads"
      value={<Figure to={rowLinks(params).open(...outcomes.open)}>{formatCount(total(({ leads }) => leads))}</Figure>}
      note={`${formatCount(total(({ stalled }) => stalled))} stalled`}
    />
  );
}

function Figure({ to, children }: { to: string | null; children: React.ReactNode }) {
  return (
    <FigureLink to={to} className="rounded-xs text-ink no-underline hover:underline">
      {children}
    </FigureLink>
  );
}

function NewNote({ arrivals, span }: { arrivals: Arrivals; span: string }) {
  const { new: now, new_before: before } = arrivals;
  if (before === 0) return `none in the ${span}`;
  const text = changeText(now, before);
  const isShare = isComparable(now, before);
  return (
    <>
      <ChangeText down={now < before} good={now >= before} text={text} isCounts={!isShare} />{" "}
      {isShare ? `vs. ${span}` : `in the ${span}`}
    </>
  );
}

function MedianNote({ responses: { all, median_before: before, answered_before: many } }: { responses: Responses }) {
  if (all.median === null) return "no data for this period";
  const down = before !== null && all.median <= before;
  return (
    <>
      {before !== null && isLargeEnough(many) && isLargeEnough(all.answered) && (
        <>
          <ChangeText down={down} good={down} text={formatMinutes(Math.abs(all.median - before))} />,{" "}
        </>
      )}
      90% within <span className="num">{formatMinutes(all.p90)}</span>
    </>
  );
}

const rate = (won: number, lost: number) => (won + lost > 0 ? (won / (won + lost)) * 100 : null);
const rateText = (won: number, lost: number) => formatShare(won, won + lost);

function RateNote({ outcomes }: { outcomes: Outcomes }) {
  const { won, lost, won_before, lost_before } = outcomes;
  const [now, before] = [rate(won, lost), rate(won_before, lost_before)];
  const bothLarge = isLargeEnough(won + lost) && isLargeEnough(won_before + lost_before);
  return (
    <>
      <span className="num">
        {formatCount(won)} of {formatCount(won + lost)}
      </span>{" "}
      closed
      {now !== null && before !== null && (
        <>
          ,{" "}
          {bothLarge ? (
            <ChangeText
              down={now < before}
              good={now >= before}
              text={`${formatDecimal(Math.abs(now - before), 1)} pts`}
            />
          ) : (
            `was ${formatCount(won_before)} of ${formatCount(won_before + lost_before)}`
          )}
        </>
      )}
    </>
  );
}

function ForecastNote({ outcomes }: { outcomes: Outcomes }) {
  const known = outcomes.open.flatMap(({ forecast_cents }) => (forecast_cents === null ? [] : [forecast_cents]));
  if (known.length === 0) return "no forecast yet";
  return (
    <>
      forecast about{" "}
      <span className="num whitespace-nowrap">
        {formatEstimate({ amount: known.reduce((sum, cents) => sum + cents, 0), currency: outcomes.currency })}
      </span>{" "}
      from open
    </>
  );
}

type ChangeTextProps = {
  down: boolean;
  good: boolean;
  text: string;
  /** The text is both counts, not the difference. */
  isCounts?: boolean;
};

/** An arrow and a color. Screen readers get a word. */
function ChangeText({ down, good, text, isCounts }: ChangeTextProps) {
  const Arrow = down ? ArrowDown : ArrowUp;
  return (
    <span className={cn("num whitespace-nowrap", good ? "text-ok-fg" : "text-bad-fg")}>
      <Arrow aria-hidden="true" className="mb-0.5 inline size-3" />
      <span className="sr-only">{`${down ? "down" : "up"}${isCounts ? ":" : " by"}`}</span> {text}
    </span>
  );
}
