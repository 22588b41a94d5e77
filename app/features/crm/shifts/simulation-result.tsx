import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { crmPath } from "~/shared/workspace.ts";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { sourceText } from "~/ui/source-icon.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "~/ui/table.tsx";
import { formatDayTime } from "../../../../domain/format-date.ts";
import type { Simulation } from "./api.ts";
import { trialTitle } from "./trial-title.ts";

/** Where the last leads would have gone: a bar for each person, and a row for each lead. */
export function SimulationResult({ result: { rows, totals } }: { result: Simulation }) {
  const card = useRef<HTMLDivElement>(null);
  // A trial opens below the rules, often below the edge of the screen.
  useEffect(() => {
    card.current?.focus({ preventScroll: true });
    card.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const most = Math.max(1, ...totals.map(({ leads }) => leads));
  return (
    <Card ref={card} role="region" aria-label="Trial" tabIndex={-1} className="scroll-my-4 overflow-hidden">
      <CardHeader>
        <CardTitle>{trialTitle(rows.length)}</CardTitle>
      </CardHeader>
      {rows.length === 0 ? (
        <EmptyState title="No leads yet" text="Leads that come in through a form appear here." />
      ) : (
        <>
          <ul aria-label="Leads per person" className="grid gap-2 px-4 py-3">
            {totals.map(({ person, name, leads }) => (
              <li key={person} className="grid grid-cols-[minmax(0,10rem)_1fr_3ch] items-center gap-3 text-13">
                <span className="truncate">{name ?? "No one"}</span>
                <span aria-hidden="true" className="h-2 rounded-full bg-surface-2">
                  <span
                    className={`block h-full rounded-full ${person ? "bg-accent" : "bg-ink-3"}`}
                    style={{ width: `${(leads / most) * 100}%` }}
                  />
                </span>
                <span className="text-right font-mono tabular-nums">{leads}</span>
              </li>
            ))}
          </ul>
          <Table aria-label="Leads under these rules" cards className="max-h-120">
            <TableHeader>
              <TableRow>
                <TableHead>Lead</TableHead>
                <TableHead>Arrived</TableHead>
                <TableHead>Source</TableHead>
                <TableHead>Rule</TableHead>
                <TableHead>Goes to</TableHead>
              </TableRow>
            </TableHeader>
            <TableBody>
              {rows.map((row) => (
                <TableRow key={row.lead_id}>
                  <TableCell>
                    <Link to={crmPath(`/leads/${row.lead_id}`)} className="font-medium hover:underline">
                      {row.lead}
                    </Link>
                  </TableCell>
                  <TableCell>{formatDayTime(row.arrived_at)}</TableCell>
                  <TableCell hideOnPhone>{sourceText(row.source)}</TableCell>
                  <TableCell hideOnPhone>
                    {row.rule === null ? "None" : `${row.rule}${row.pool ? `, ${row.pool}` : ""}`}
                  </TableCell>
                  <TableCell>{row.person_name ?? "No one"}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </>
      )}
    </Card>
  );
}
