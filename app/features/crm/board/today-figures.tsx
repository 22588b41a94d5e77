import { useQuery } from "@tanstack/react-query";
import { clockTime } from "../../../../domain/lead-clock.ts";
import { numberFormat } from "../lib/lead-row.ts";
import { todayFiguresQuery } from "./load-board.ts";

/** How fast today's leads were answered; a dash is no data. */
export function TodayFigures() {
  const { data } = useQuery(todayFiguresQuery);
  if (!data) return null;
  const time = (seconds: number | null) => (seconds === null ? "–" : clockTime(seconds));
  const share = data.decided ? `${Math.round((100 * data.within) / data.decided)} %` : "–";
  return (
    <dl className="flex gap-4 text-ink-3 text-xs max-xl:hidden [&>div]:flex [&>div]:gap-1 [&_dd]:text-ink">
      <div>
        <dt>Today</dt>
        <dd className="num">{numberFormat.format(data.leads)}</dd>
      </div>
      <div>
        <dt>Median</dt>
        <dd className="num">{time(data.median_seconds)}</dd>
      </div>
      <div>
        <dt>p90</dt>
        <dd className="num">{time(data.p90_seconds)}</dd>
      </div>
      <div>
        <dt>Within {data.target_seconds ? clockTime(data.target_seconds) : "target"}</dt>
        <dd className="num">
          {share}
          {data.decided > 0 && <span className="text-ink-3"> {`${data.within}/${data.decided}`}</span>}
        </dd>
      </div>
    </dl>
  );
}
