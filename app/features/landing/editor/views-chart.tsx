import { useRef, useState } from "react";
import { EmptyState } from "~/ui/empty-state.tsx";
import { formatDay, formatMonthDay } from "../../../../domain/format-date.ts";
import { formatCount, formatShare } from "../lib/figures.ts";
import type { Figures } from "./api.ts";

const HEIGHT = 168;
const BASE = 140;
const TOP = 8;
const MIN_TOP = 4;

/**
 * Visitors per day as bars, with submissions as a darker part. Positions are percentages of the width, so that text keeps its
 * size. Screen readers get a table.
 */
export function ViewsChart({ days }: { days: readonly Figures[] }) {
  const [at, setAt] = useState<number | null>(null);
  const area = useRef<HTMLDivElement>(null);
  const maximum = Math.max(0, ...days.map(({ visitors, submissions }) => Math.max(visitors, submissions)));
  if (maximum === 0) return <EmptyState title="No data" text="No visits in this period." />;
  const roof = niceMaximum(maximum);
  const y = (value: number) => BASE - ((BASE - TOP) * value) / roof;
  const step = 100 / days.length;
  const day = at === null ? undefined : days[at];
  const pick = (clientX: number) => {
    const { left, width } = area.current?.getBoundingClientRect() ?? { left: 0, width: 1 };
    setAt(Math.min(days.length - 1, Math.max(0, Math.floor(((clientX - left) / width) * days.length))));
  };
  return (
    <figure className="grid gap-1 p-4">
      <figcaption className="flex min-h-5 flex-wrap items-center gap-x-4 gap-y-1 text-ink-2 text-xs">
        {day ? (
          <span className="num">
            {formatDay(day.key)}: {formatCount(day.views)} views, {formatCount(day.visitors)} visitors,{" "}
            {formatCount(day.submissions)} submissions, {formatShare(day.conversion)}
          </span>
        ) : (
          <>
            <span className="inline-flex items-center gap-1.5">
              <span aria-hidden="true" className="size-2.5 rounded-[2px] bg-c2" /> Visitors
            </span>
            <span className="inline-flex items-center gap-1.5">
              <span aria-hidden="true" className="h-2.5 w-1 rounded-[1px] bg-c1" /> Submissions
            </span>
          </>
        )}
      </figcaption>
      <div
        aria-hidden="true"
        className="relative text-ink-3 text-xs"
        style={{ paddingInlineStart: `${formatCount(roof).length + 1}ch` }}
      >
        {[roof, roof / 2].map((line) => (
          <span key={line} className="num absolute left-0 -translate-y-1/2" style={{ top: y(line) }}>
            {formatCount(line)}
          </span>
        ))}
        <div
          ref={area}
          onPointerMove={(event) => pick(event.clientX)}
          onPointerDown={(event) => pick(event.clientX)}
          onPointerLeave={() => setAt(null)}
        >
          <svg aria-hidden="true" width="100%" height={HEIGHT} className="block overflow-visible">
            {[roof, roof / 2].map((line) => (
              <line key={line} x1="0" x2="100%" y1={y(line)} y2={y(line)} stroke="var(--grid)" />
            ))}
            <line x1="0" x2="100%" y1={BASE} y2={BASE} stroke="var(--line-strong)" />
            {days.map(({ key, visitors, submissions }, place) => (
              <g key={key} opacity={at === null || at === place ? 1 : 0.55}>
                <rect
                  x={`${place * step + step * 0.16}%`}
                  width={`${step * 0.68}%`}
                  y={y(visitors)}
                  height={BASE - y(visitors)}
                  fill="var(--c2)"
                />
                {submissions > 0 && (
                  <rect
                    x={`${place * step + step * 0.36}%`}
                    width={`${step * 0.28}%`}
                    // One submission among hundreds of visitors must stay visible.
                    y={Math.min(y(submissions), BASE - MIN_TOP)}
                    height={Math.max(BASE - y(submissions), MIN_TOP)}
                    fill="var(--c1)"
                    stroke="var(--surface)"
                    strokeWidth={1}
                  />
                )}
              </g>
            ))}
            {[0, Math.floor((days.length - 1) / 2), days.length - 1].map((place, label) => (
              <text
                // biome-ignore lint/suspicious/noArrayIndexKey: three labels, in place
                key={label}
                x={`${label === 0 ? 0 : label === 1 ? (place + 0.5) * step : 100}%`}
                y={HEIGHT - 8}
                textAnchor={label === 0 ? "start" : label === 1 ? "middle" : "end"}
                className="fill-ink-3 text-xs"
              >
                {shortDay(days[place]?.key ?? "")}
              </text>
            ))}
          </svg>
        </div>
      </div>
      <table className="sr-only">
        <caption>Statistics by day</caption>
        <thead>
          <tr>
            <th>Day</th>
            <th>Views</th>
            <th>Visitors</th>
            <th>Submissions</th>
          </tr>
        </thead>
        <tbody>
          {days.map((row) => (
            <tr key={row.key}>
              <th scope="row">{formatDay(row.key)}</th>
              <td>{row.views}</td>
              <td>{row.visitors}</td>
              <td>{row.submissions}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

/** '12 Nov' */
const shortDay = (key: string) => formatMonthDay(key);

/** The next higher round number. It is even, so that half of it is a whole number too. */
function niceMaximum(maximum: number): number {
  const size = 10 ** Math.floor(Math.log10(maximum));
  return Math.max(2, [1, 2, 4, 6, 8, 10].map((times) => times * size).find((roof) => roof >= maximum) ?? maximum);
}
