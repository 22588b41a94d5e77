import { useRef, useState } from "react";
import { EmptyState } from "~/ui/empty-state.tsx";
import { formatAxisDay, formatDay, formatDayRange } from "../../../../domain/format-date.ts";
import { counted, formatCount, formatTableShare } from "../lib/figures.ts";
import type { Figures } from "./api.ts";

const SERIES = [
  { name: "Visitors", color: "var(--c2)", height: 132, of: ({ visitors }: Figures) => visitors },
  { name: "Submissions", color: "var(--c1)", height: 64, of: ({ submissions }: Figures) => submissions },
] as const;
/** Room above the bars for the highest label. */
const TOP = 8;

/**
 * Visitors and submissions by day, each on its own scale, because one is a small part of the other. Positions are percentages
 * of the width, so that text keeps its size. Screen readers get a table.
 */
export function ViewsChart({ days }: { days: readonly Figures[] }) {
  const [at, setAt] = useState<number | null>(null);
  const area = useRef<HTMLDivElement>(null);
  const highest = SERIES.map(({ of }) => Math.max(0, ...days.map(of)));
  if (Math.max(...highest) === 0) return <EmptyState title="No data" text="No visits in this period." />;
  const roofs = highest.map(niceMaximum);
  const day = at === null ? undefined : days[at];
  const pick = (clientX: number) => {
    const { left, width } = area.current?.getBoundingClientRect() ?? { left: 0, width: 1 };
    setAt(Math.min(days.length - 1, Math.max(0, Math.floor(((clientX - left) / width) * days.length))));
  };
  const [first, middle, last] = [0, Math.floor((days.length - 1) / 2), days.length - 1];
  const key = (place: number) => days[place]?.key ?? "";
  return (
    <figure className="grid gap-2 p-4">
      <figcaption className="min-h-5 text-ink-2 text-xs tabular-nums phone:min-h-10">
        {day
          ? [
              `${formatDay(day.key)}: ${counted(day.views, "view")}`,
              counted(day.visitors, "visitor"),
              counted(day.submissions, "submission"),
              formatTableShare(day.conversion),
            ].join(", ")
          : formatDayRange(key(first), key(last))}
      </figcaption>
      <div
        aria-hidden="true"
        className="text-ink-3 text-xs"
        style={{ paddingInlineStart: `${Math.max(...roofs.map((roof) => formatCount(roof).length)) + 1}ch` }}
      >
        <div
          ref={area}
          className="grid gap-3"
          onPointerMove={(event) => pick(event.clientX)}
          onPointerDown={(event) => pick(event.clientX)}
          onPointerLeave={() => setAt(null)}
        >
          {SERIES.map((series, number) => (
            <Bars key={series.name} {...series} days={days} roof={roofs[number] ?? 1} at={at} />
          ))}
        </div>
        <div className="relative h-6">
          <span className="absolute bottom-0 left-0">{formatAxisDay(key(first))}</span>
          <span
            className="absolute bottom-0 -translate-x-1/2"
            style={{ left: `${((middle + 0.5) / days.length) * 100}%` }}
          >
            {formatAxisDay(key(middle))}
          </span>
          <span className="absolute right-0 bottom-0">{formatAxisDay(key(last))}</span>
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

type BarsProps = (typeof SERIES)[number] & { days: readonly Figures[]; roof: number; at: number | null };

/** One figure of all days. The scale is to the left of the bars. */
function Bars({ name, color, height, of, days, roof, at }: BarsProps) {
  const step = 100 / days.length;
  const y = (value: number) => height - ((height - TOP) * value) / roof;
  const lines = height > 100 ? [roof, roof / 2] : [roof];
  return (
    <div>
      <p className="mb-1 flex items-center gap-1.5 text-ink-2">
        <span className="size-2.5 rounded-[2px]" style={{ background: color }} /> {name}
      </p>
      <div className="relative">
        {lines.map((line) => (
          <span key={line} className="num absolute right-full mr-[1ch] -translate-y-1/2" style={{ top: y(line) }}>
            {formatCount(line)}
          </span>
        ))}
        <svg aria-hidden="true" width="100%" height={height} className="block overflow-visible">
          {at !== null && (
            <rect x={`${at * step}%`} width={`${step}%`} y={TOP} height={height - TOP} fill="var(--hover)" />
          )}
          {lines.map((line) => (
            <line key={line} x1="0" x2="100%" y1={y(line)} y2={y(line)} stroke="var(--grid)" />
          ))}
          <line x1="0" x2="100%" y1={height} y2={height} stroke="var(--line-strong)" />
          {days.map((day, place) => (
            <rect
              key={day.key}
              x={`${place * step + step * 0.16}%`}
              width={`${step * 0.68}%`}
              y={y(of(day))}
              height={height - y(of(day))}
              fill={color}
              opacity={at === null || at === place ? 1 : 0.55}
            />
          ))}
        </svg>
      </div>
    </div>
  );
}

/** The next higher round number. It is even, so that half of it is a whole number too. */
function niceMaximum(maximum: number): number {
  const size = 10 ** Math.floor(Math.log10(Math.max(maximum, 1)));
  return Math.max(2, [1, 2, 4, 6, 8, 10].map((times) => times * size).find((roof) => roof >= maximum) ?? maximum);
}
