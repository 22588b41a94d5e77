import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { Table, TableBody, TableHead, TableHeader, TableRow } from "~/ui/table.tsx";
import { guardFigures, guardShares } from "../../../../domain/landing/tests/guardrails.ts";
import { FigureCell, FigureRow, NameCell } from "../lib/figure-table.tsx";
import { formatCount, formatShare, formatTableShare } from "../lib/figures.ts";
import type { VisitSums, Visits } from "./api.ts";

const WIDTHS: Record<string, string> = { phone: "Phone", tablet: "Tablet", desktop: "Computer" };
const share = (part: number, whole: number) => (whole > 0 ? Math.min(1, part / whole) : null);

/** How far visitors scroll, how many leave at once, and how fast the page is for them. */
export function ReadingCard({ visits: { sums }, live }: { visits: Visits; live: number }) {
  const total = sums.find(({ by }) => by === "total");
  const rows = sums.filter(({ by }) => by !== "total");
  const nameOf = ({ by, key }: VisitSums) =>
    by === "width" ? (WIDTHS[key] ?? key) : `Version ${key}${Number(key) === live ? " (live)" : ""}`;
  return (
    <Card className="overflow-hidden">
      <CardHeader>
        <CardTitle level={3}>Scroll depth</CardTitle>
      </CardHeader>
      {total ? (
        <div className="grid gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <Depths sums={total} />
          <Table aria-label="Scroll depth" cards>
            <TableHeader>
              <TableRow>
                <TableHead>Visitors</TableHead>
                <TableHead numeric>Visits</TableHead>
                <TableHead numeric>Left right away</TableHead>
                <TableHead numeric>Saw half</TableHead>
                <TableHead numeric>Saw the end</TableHead>
                <TableHead numeric>Fast</TableHead>
              </TableRow>
            </TableHeader>
            <TableBody>
              {[total, ...rows].map((row) => (
                <FigureRow key={`${row.by} ${row.key}`} className={row === total ? "font-medium" : undefined}>
                  <NameCell>{row === total ? "All" : nameOf(row)}</NameCell>
                  <FigureCell label="Visits">{formatCount(row.visits)}</FigureCell>
                  <FigureCell label="Left right away">
                    {formatTableShare(guardShares(guardFigures(row)).bounced)}
                  </FigureCell>
                  <FigureCell label="Saw half">{formatTableShare(share(row.depths[4] ?? 0, row.visits))}</FigureCell>
                  <FigureCell label="Saw the end">{formatTableShare(share(row.depths[9] ?? 0, row.visits))}</FigureCell>
                  <FigureCell label="Fast">{formatTableShare(guardShares(guardFigures(row)).fast)}</FigureCell>
                </FigureRow>
              ))}
            </TableBody>
          </Table>
        </div>
      ) : (
        <EmptyState title="No data" text="No visitor's browser has reported a visit in this period." />
      )}
      <p className="px-4 py-3 text-ink-3 text-xs">
        Browsers report a visit when it ends: once a day for each visitor, without cookies or content. Left right away:
        within ten seconds, without a click. Fast: the largest part of the first screen loaded within 2.5 seconds.
      </p>
    </Card>
  );
}

/** One bar for each tenth of the page. */
function Depths({ sums }: { sums: VisitSums }) {
  return (
    <ol aria-label="How much of the page visitors saw" className="grid content-start gap-1 p-4">
      {sums.depths.map((seen, at) => {
        const part = share(seen, sums.visits) ?? 0;
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: each place is a tenth of the page.
            key={at}
            className="grid grid-cols-[4.5ch_minmax(0,1fr)_5ch] items-center gap-2 text-xs"
          >
            <span className="num text-ink-3">{(at + 1) * 10}%</span>
            <span aria-hidden="true" className="h-3 rounded-[2px] bg-mute-bg">
              <span className="block h-full rounded-[2px] bg-c2" style={{ width: `${part * 100}%` }} />
            </span>
            <span className="num text-right">{formatShare(part)}</span>
          </li>
        );
      })}
    </ol>
  );
}
