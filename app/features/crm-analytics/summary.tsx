import { ArrowDown, ArrowUp } from "lucide-react";
import { Link } from "react-router";
import { cn } from "~/ui/cn.ts";
import { Money } from "~/ui/money.tsx";
import { Stat, StatGroup } from "~/ui/stat-group.tsx";
import type { Arrivals, Asked, Outcomes, Responses } from "./figures.ts";
import { answeredIn, rowLinks } from "./row-links.ts";
import { many, minutes } from "./words.ts";

type Props = {
  asked: Asked;
  arrivals: Arrivals | undefined;
  responses: Responses | undefined;
  outcomes: Outcomes | undefined;
  span: string;
};

/** The four figures that everything below explains. */
export function Summary({ asked, arrivals, responses, outcomes, span }: Props) {
  const links = rowLinks(asked);
  const rate = (won: number, lost: number) => (won + lost > 0 ? (won / (won + lost)) * 100 : null);
  const now = outcomes && rate(outcomes.won, outcomes.lost);
  const before = outcomes && rate(outcomes.won_before, outcomes.lost_before);
  const forecast = outcomes?.open.reduce((sum, { forecast_cents }) => sum + (forecast_cents ?? 0), 0) ?? 0;
  return (
    <StatGroup>
      <Stat
        label="New leads"
        value={arrivals && <Figure to={links.arrived()}>{many(arrivals.new)}</Figure>}
        note={
          arrivals &&
          (arrivals.new_before > 0 ? (
            <>
              <Change by={(arrivals.new / arrivals.new_before - 1) * 100} unit="%" /> on {span} before
            </>
          ) : (
            `nobody in ${span} before`
          ))
        }
      />
      <Stat
        label="Median first response"
        value={responses && <Figure to={links.arrived(...answeredIn(0, null))}>{minutes(responses.all.median)}</Figure>}
        note={
          responses &&
          (responses.all.median === null ? (
            "no data in this range"
          ) : (
            <>
              {responses.median_before !== null && (
                <ChangeText
                  down={responses.all.median <= responses.median_before}
                  good={responses.all.median <= responses.median_before}
                  text={minutes(Math.abs(responses.all.median - responses.median_before))}
                />
              )}{" "}
              p90 <span className="num">{minutes(responses.all.p90)}</span>
            </>
          ))
        }
      />
      <Stat
        label="Win rate"
        value={
          outcomes && (
            <Figure to={links.closed("won")}>{now === null || now === undefined ? "–" : `${now.toFixed(1)} %`}</Figure>
          )
        }
        note={
          outcomes && (
            <>
              <span className="num">
                {many(outcomes.won)} of {many(outcomes.won + outcomes.lost)}
              </span>{" "}
              closed {now != null && before != null && <Change by={now - before} unit="pt" />}
            </>
          )
        }
      />
      <Stat
        label={outcomes?.money === "own" ? "Won by you, first year" : "Won, first year"}
        value={
          outcomes && (
            <Figure to={links.closed("won")}>
              {outcomes.won_cents === null ? (
                "–"
              ) : (
                <Money cents={outcomes.won_cents} currency={outcomes.currency} className="font-[inherit]" />
              )}
            </Figure>
          )
        }
        note={
          outcomes && (
            <>
              forecast <Money cents={forecast} currency={outcomes.currency} /> from open
            </>
          )
        }
      />
    </StatGroup>
  );
}

function Figure({ to, children }: { to: string; children: React.ReactNode }) {
  return (
    <Link to={to} className="rounded-xs text-ink no-underline hover:underline">
      {children}
    </Link>
  );
}

function Change({ by, unit }: { by: number; unit: string }) {
  const text = `${unit === "%" ? Math.abs(Math.round(by)) : Math.abs(by).toFixed(1)} ${unit}`;
  return <ChangeText down={by < 0} good={by >= 0} text={text} />;
}

/** Up or down, and whether that is good: an arrow, a colour, and words for who sees neither. */
function ChangeText({ down, good, text }: { down: boolean; good: boolean; text: string }) {
  const Arrow = down ? ArrowDown : ArrowUp;
  return (
    <span className={cn("num whitespace-nowrap", good ? "text-ok-fg" : "text-bad-fg")}>
      <Arrow aria-hidden="true" className="mb-0.5 inline size-3" />
      <span className="sr-only">{down ? "down by" : "up by"}</span> {text}
    </span>
  );
}
