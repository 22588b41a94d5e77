import { useState } from "react";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { SegmentedControl } from "~/ui/segmented-control.tsx";
import { Table, TableBody, TableHead, TableHeader, TableRow } from "~/ui/table.tsx";
import { formatMoney } from "../../../../domain/money.ts";
import { FigureCell, FigureRow, NameCell } from "../lib/figure-table.tsx";
import { formatCount, formatShare } from "../lib/figures.ts";
import { useLandingWorkspace } from "../lib/landing-workspace.ts";
import { type LeadsOf, LeadsSheet } from "../lib/leads-sheet.tsx";
import type { FunnelRow, Visits } from "./api.ts";

const PARTS = [
  { value: "source", label: "By source" },
  { value: "version", label: "By version" },
] as const;
const STEPS = [
  ["people", "Sent a form"],
  ["qualified", "Qualified"],
  ["booked", "Booked a call"],
  ["won", "Won"],
] as const;
const MAX_ROWS = 12;

/** From visitors to won deals, for all, and by source or version. */
export function FunnelCard({ pageId, visits, live }: { pageId: string; visits: Visits; live: number }) {
  const [part, setPart] = useState<(typeof PARTS)[number]["value"]>("source");
  const [leadsOf, setLeadsOf] = useState<LeadsOf | null>(null);
  const total = visits.funnel.find(({ by }) => by === "total");
  const rows = visits.funnel.filter(({ by, visitors, people }) => by === part && visitors + people > 0);
  const nameOf = ({ by, key }: FunnelRow) => {
    if (by === "total") return "All visitors";
    if (by === "source") return key;
    return `Version ${key}${Number(key) === live ? " (live)" : ""}`;
  };
  const show = (row: FunnelRow) =>
    setLeadsOf({
      label: nameOf(row),
      filter: {
        page: pageId,
        from: visits.from,
        to: visits.to,
        source: row.by === "source" ? row.key : undefined,
        version: row.by === "version" ? Number(row.key) : undefined,
      },
    });
  const isEmpty = !total || total.visitors + total.people === 0;
  return (
    <Card className="overflow-hidden">
      <CardHeader>
        <CardTitle level={3}>From visitor to deal</CardTitle>
        {!isEmpty && (
          <SegmentedControl className="ml-auto" legend="Rows" options={PARTS} value={part} onChange={setPart} />
        )}
      </CardHeader>
      {isEmpty ? (
        <EmptyState title="No data" text="No visits in this period." />
      ) : (
        <Table aria-label="From visitor to deal" cards>
          <TableHeader>
            <TableRow>
              <TableHead>{part === "source" ? "Source" : "Version"}</TableHead>
              <TableHead numeric>Visitors</TableHead>
              {STEPS.map(([step, label]) => (
                <TableHead key={step} numeric>
                  {label}
                </TableHead>
              ))}
              <TableHead numeric>Won value</TableHead>
            </TableRow>
          </TableHeader>
          <TableBody>
            {[total, ...rows.slice(0, MAX_ROWS)].map((row) => (
              <Row key={`${row.by} ${row.key}`} row={row} name={nameOf(row)} onShow={() => show(row)} />
            ))}
          </TableBody>
        </Table>
      )}
      <p className="px-4 py-3 text-ink-3 text-xs">
        {rows.length > MAX_ROWS && `The ${MAX_ROWS} largest of ${formatCount(rows.length)} rows. `}
        Percentages are of visitors. A person counts once. Only new leads count as qualified, booked or won, and later
        progress still counts for the day of the form.
      </p>
      <LeadsSheet leadsOf={leadsOf} onClose={() => setLeadsOf(null)} />
    </Card>
  );
}

function Row({ row, name, onShow }: { row: FunnelRow; name: string; onShow: () => void }) {
  const currency = useLandingWorkspace()?.currency ?? "usd";
  return (
    <FigureRow className={row.by === "total" ? "font-medium" : undefined}>
      <NameCell>{name}</NameCell>
      <FigureCell label="Visitors">{formatCount(row.visitors)}</FigureCell>
      {STEPS.map(([step, label]) => (
        <FigureCell key={step} label={label}>
          {step === "people" && row.people > 0 ? (
            <button type="button" className="num underline underline-offset-2" onClick={onShow}>
              {formatCount(row.people)}
              <span className="sr-only"> people of {name}: show them</span>
            </button>
          ) : (
            formatCount(row[step])
          )}
          <span className="num block text-ink-3 text-xs">
            {row.visitors > 0 && row[step] > 0 ? formatShare(Math.min(1, row[step] / row.visitors)) : " "}
          </span>
        </FigureCell>
      ))}
      <FigureCell label="Won value">{row.won > 0 ? formatMoney({ amount: row.won_cents, currency }) : "–"}</FigureCell>
    </FigureRow>
  );
}
