import type { ReactNode } from "react";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "~/ui/table.tsx";
import { formatCount, formatShare } from "../../../../domain/format-count.ts";
import { type Money as Amount, formatEstimate, formatInputAmount, formatWholeMoney } from "../../../../domain/money.ts";
import type { AnalyticsParams, OpenStage, Outcomes } from "./api.ts";
import { ChartCard } from "./chart-card.tsx";
import { FigureLink } from "./figure-link.tsx";

import { rowLinks } from "./row-links.ts";

type Props = { params: AnalyticsParams; data: Outcomes };

/** Open and stalled leads by stage. Users who may see money also get values and a forecast. */
export function PipelineCard({ params, data }: Props) {
  const links = rowLinks(params);
  const { currency, open, has_money: hasMoney } = data;
  const total = (pick: (stage: OpenStage) => number | null) => open.reduce((sum, stage) => sum + (pick(stage) ?? 0), 0);
  const money = (cents: number | null, isKnown = true) =>
    cents === null || !isKnown ? null : { amount: cents, currency };
  return (
    <ChartCard title={hasMoney ? "Open pipeline and forecast" : "Open pipeline"} isTable isNow table={cells(data)}>
      <Table aria-label="Open pipeline by stage" className="-mx-4 -mt-3">
        <TableHeader>
          <TableRow>
            <TableHead className="sticky left-0 z-11">Stage</TableHead>
            <TableHead numeric>Open</TableHead>
            {hasMoney && (
              <TableHead numeric className={WIDE}>
                Value
              </TableHead>
            )}
            <TableHead numeric>Stalled</TableHead>
            {hasMoney && (
              <TableHead numeric className={WIDE}>
                Stalled value
              </TableHead>
            )}
            <TableHead numeric>Conversion</TableHead>
            {hasMoney && (
              <TableHead numeric className={WIDE}>
                Forecast
              </TableHead>
            )}
          </TableRow>
        </TableHeader>
        <TableBody>
          {open.map((one) => {
            const isValued = (one.valued ?? 0) > 0;
            return (
              <TableRow key={one.stage}>
                <TableCell className="sticky left-0 bg-surface phone:align-top md:whitespace-nowrap">
                  {one.label}
                </TableCell>
                <Figure hasMoney={hasMoney} amount={money(one.value_cents, isValued)}>
                  <FigureLink to={links.open(one)} aria-label={`${one.label}: ${one.leads} open`}>
                    {formatCount(one.leads)}
                  </FigureLink>
                </Figure>
                <Figure hasMoney={hasMoney} amount={money(one.stalled_cents, isValued)}>
                  {one.rots_after_days === null ? (
                    "–"
                  ) : (
                    <FigureLink
                      to={links.stalled(one)}
                      aria-label={`${one.label}: ${one.stalled} stalled for ${one.rots_after_days} ${one.rots_after_days === 1 ? "day" : "days"}`}
                    >
                      {formatCount(one.stalled)}
                    </FigureLink>
                  )}
                </Figure>
                <Figure hasMoney={hasMoney} amount={money(one.forecast_cents, isValued)} isEstimate>
                  {one.closed === 0 ? (
                    formatShare(one.won, one.closed)
                  ) : (
                    <FigureLink
                      to={links.decided(one.position)}
                      aria-label={`${one.label}: ${one.won} of ${one.closed} closed leads that reached this stage were won`}
                    >
                      {formatShare(one.won, one.closed)}{" "}
                      <span className="text-ink-3">of {formatCount(one.closed)}</span>
                    </FigureLink>
                  )}
                </Figure>
              </TableRow>
            );
          })}
          <TableRow className="font-medium">
            <TableCell className="sticky left-0 bg-surface phone:align-top">All</TableCell>
            <Figure hasMoney={hasMoney} amount={money(total(({ value_cents }) => value_cents))}>
              {formatCount(total(({ leads }) => leads))}
            </Figure>
            <Figure hasMoney={hasMoney} amount={money(total(({ stalled_cents }) => stalled_cents))}>
              {formatCount(total(({ stalled }) => stalled))}
            </Figure>
            <Figure hasMoney={hasMoney} amount={money(total(({ forecast_cents }) => forecast_cents))} isEstimate />
          </TableRow>
        </TableBody>
      </Table>
      <p className="mt-3 text-ink-3 text-xs">
        Stalled: no activity for longer than the stage allows. Conversion: of the leads that reached this stage and
        closed in the last year, the share that was won.
        {hasMoney && (
          <>
            {" "}
            Forecast: open value × conversion
            <span className="hidden phone:inline">; values appear below counts, the forecast below the rate</span>.
          </>
        )}
      </p>
    </ChartCard>
  );
}

const WIDE = "phone:hidden";

type FigureProps = { hasMoney: boolean; amount: Amount | null; isEstimate?: boolean; children?: ReactNode };

/** A count and its value in two columns, or on two lines of one column on a phone. */
function Figure({ hasMoney, amount, isEstimate, children }: FigureProps) {
  const format = isEstimate ? formatEstimate : formatWholeMoney;
  const text = amount ? format(amount) : "–";
  return (
    <>
      <TableCell numeric className="phone:align-top">
        {children}
        {hasMoney && <span className="num hidden text-ink-3 text-xs phone:block">{text}</span>}
      </TableCell>
      {hasMoney && (
        <TableCell numeric className={WIDE}>
          {text}
        </TableCell>
      )}
    </>
  );
}

function cells({ open, has_money: hasMoney, currency }: Outcomes) {
  // Plain numbers for spreadsheets. The heading names the currency.
  const amount = (cents: number | null) => (cents === null ? null : formatInputAmount({ amount: cents, currency }));
  const unit = currency.toUpperCase();

  const moneyless = (one: OpenStage) => [one.label, one.leads, one.stalled, one.won, one.closed];
  const head = ["Stage", "Open", "Stalled", "Reached and won", "Reached and closed"];
  if (!hasMoney) return [head, ...open.map(moneyless)];
  return [
    [...head, `Value (${unit})`, `Stalled value (${unit})`, `Forecast (${unit})`],
    ...open.map((one) => [
      ...moneyless(one),
      amount(one.value_cents),
      amount(one.stalled_cents),
      amount(one.forecast_cents),
    ]),
  ];
}
