import { Money } from "~/ui/money.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "~/ui/table.tsx";
import { plainAmount } from "../../../domain/money.ts";
import { ChartCard } from "./chart-card.tsx";
import { FigureLink } from "./figure-link.tsx";
import type { Asked, OpenStage, Outcomes } from "./figures.ts";
import { rowLinks } from "./row-links.ts";
import { many, share } from "./words.ts";

type Props = { asked: Asked; data: Outcomes };

/** What is open now, what of it nobody touched for too long, and, for who may see money, what of it history says will be won. */
export function PipelineCard({ asked, data }: Props) {
  const links = rowLinks(asked);
  const { currency, open, has_money: hasMoney } = data;
  const total = (pick: (stage: OpenStage) => number | null) => open.reduce((sum, stage) => sum + (pick(stage) ?? 0), 0);
  const money = (cents: number | null, isKnown = true) =>
    cents === null || !isKnown ? "–" : <Money cents={cents} currency={currency} />;
  return (
    <ChartCard
      title={hasMoney ? "Open now, stalled and forecast" : "Open now and stalled"}
      isTable
      isNow
      table={cells(data)}
    >
      <Table aria-label="Open pipeline by stage" className="-mx-4 -mt-3">
        <TableHeader>
          <TableRow>
            <TableHead className="sticky left-0 z-20">Stage</TableHead>
            <TableHead numeric>Open</TableHead>
            {hasMoney && <TableHead numeric>Value</TableHead>}
            <TableHead numeric>Stalled</TableHead>
            {hasMoney && <TableHead numeric>Stalled value</TableHead>}
            <TableHead numeric>Conversion</TableHead>
            {hasMoney && <TableHead numeric>Forecast</TableHead>}
          </TableRow>
        </TableHeader>
        <TableBody>
          {open.map((one) => {
            const isValued = (one.valued ?? 0) > 0;
            return (
              <TableRow key={one.stage}>
                <TableCell className="sticky left-0 whitespace-nowrap bg-surface">{one.label}</TableCell>
                <TableCell numeric>
                  <FigureLink to={links.open(one)} aria-label={`${one.label}: ${one.leads} open`}>
                    {many(one.leads)}
                  </FigureLink>
                </TableCell>
                {hasMoney && <TableCell numeric>{money(one.value_cents, isValued)}</TableCell>}
                <TableCell numeric>
                  {one.rots_after_days === null ? (
                    "–"
                  ) : (
                    <FigureLink
                      to={links.stalled(one)}
                      aria-label={`${one.label}: ${one.stalled} stalled for ${one.rots_after_days} ${one.rots_after_days === 1 ? "day" : "days"}`}
                    >
                      {many(one.stalled)}
                    </FigureLink>
                  )}
                </TableCell>
                {hasMoney && <TableCell numeric>{money(one.stalled_cents, isValued)}</TableCell>}
                <TableCell numeric>
                  {one.closed === 0 ? (
                    share(one.won, one.closed)
                  ) : (
                    <FigureLink
                      to={links.decided(one.position)}
                      aria-label={`${one.label}: ${one.won} of ${one.closed} who came so far were won`}
                    >
                      {share(one.won, one.closed)} <span className="text-ink-3">n {many(one.closed)}</span>
                    </FigureLink>
                  )}
                </TableCell>
                {hasMoney && <TableCell numeric>{money(one.forecast_cents, isValued)}</TableCell>}
              </TableRow>
            );
          })}
          <TableRow className="font-medium">
            <TableCell className="sticky left-0 bg-surface">All</TableCell>
            <TableCell numeric>{many(total(({ leads }) => leads))}</TableCell>
            {hasMoney && <TableCell numeric>{money(total(({ value_cents }) => value_cents))}</TableCell>}
            <TableCell numeric>{many(total(({ stalled }) => stalled))}</TableCell>
            {hasMoney && <TableCell numeric>{money(total(({ stalled_cents }) => stalled_cents))}</TableCell>}
            <TableCell />
            {hasMoney && <TableCell numeric>{money(total(({ forecast_cents }) => forecast_cents))}</TableCell>}
          </TableRow>
        </TableBody>
      </Table>
      <p className="mt-3 text-ink-3 text-xs">
        Stalled: nobody did anything for as long as the stage allows. Conversion: the share won of those who came so far
        and were decided within a year.{hasMoney && " Forecast: open value times conversion."}
      </p>
    </ChartCard>
  );
}

function cells({ open, has_money: hasMoney, currency }: Outcomes) {
  // Numbers for a spreadsheet: the currency stands above them.
  const amount = (cents: number | null) => (cents === null ? null : plainAmount({ amount: cents, currency }));
  const unit = currency.toUpperCase();

  const moneyless = (one: OpenStage) => [one.label, one.leads, one.stalled, one.won, one.closed];
  const head = ["Stage", "Open", "Stalled", "Won of those who came so far", "Decided of those who came so far"];
  if (!hasMoney) return [head, ...open.map(moneyless)];
  return [
    [...head, `Value in ${unit}`, `Stalled value in ${unit}`, `Forecast in ${unit}`],
    ...open.map((one) => [
      ...moneyless(one),
      amount(one.value_cents),
      amount(one.stalled_cents),
      amount(one.forecast_cents),
    ]),
  ];
}
