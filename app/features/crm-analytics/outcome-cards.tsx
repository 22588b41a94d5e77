import { Link } from "react-router";
import { Money } from "~/ui/money.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "~/ui/table.tsx";
import { ChartCard, NoData } from "./chart-card.tsx";
import type { Arrivals, Asked, Outcomes } from "./figures.ts";
import { lostFor, ofCampaign, rowLinks } from "./row-links.ts";
import { many, share } from "./words.ts";

/** Why leads were lost, most frequent first, with the share of all that were lost. */
export function LostCard({ asked, data }: { asked: Asked; data: Outcomes }) {
  const links = rowLinks(asked);
  const most = Math.max(1, ...data.lost_reasons.map(({ leads }) => leads));
  return (
    <ChartCard
      title="Lost reasons"
      note={`n ${many(data.lost)}`}
      table={[["Reason", "Leads"], ...data.lost_reasons.map(({ label, leads }) => [label, leads])]}
    >
      {data.lost === 0 ? (
        <NoData>Nobody was lost in this period.</NoData>
      ) : (
        <ul className="grid gap-1">
          {data.lost_reasons.map(({ id, label, leads }) => (
            <li key={label}>
              <Link
                to={links.closed("lost", lostFor(id))}
                className="grid min-h-8 grid-cols-[minmax(0,130px)_minmax(0,1fr)_84px] items-center gap-3 rounded-xs text-13 no-underline hover:bg-hover phone:min-h-11"
              >
                <span className="truncate">{label}</span>
                <span className="h-3 rounded-xs bg-c1" style={{ width: `${(leads / most) * 100}%` }} />
                <span className="num text-right">
                  {many(leads)} <span className="text-ink-3">{share(leads, data.lost)}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </ChartCard>
  );
}

/** Where leads came from by campaign, and what became of them. */
export function CampaignsCard({ asked, data }: { asked: Asked; data: Arrivals }) {
  const links = rowLinks(asked);
  const table = [
    ["Campaign", "Leads", "Won", "Closed"],
    ...data.campaigns.map(({ name, leads, won, closed }) => [name, leads, won, closed]),
  ];
  return (
    <ChartCard title="Campaigns" note="first touch" isTable table={table}>
      {data.campaigns.length === 0 ? (
        <NoData>Nobody in this period came by a named campaign (utm_campaign).</NoData>
      ) : (
        <Table aria-label="Campaigns" className="-mx-4 -my-3">
          <TableHeader>
            <TableRow>
              <TableHead>Campaign</TableHead>
              <TableHead numeric>Leads</TableHead>
              <TableHead numeric>Win rate</TableHead>
            </TableRow>
          </TableHeader>
          <TableBody>
            {data.campaigns.map(({ name, leads, won, closed }) => (
              <TableRow key={name}>
                <TableCell className="max-w-40 truncate">
                  <Link to={links.arrived(ofCampaign(name))}>{name}</Link>
                </TableCell>
                <TableCell numeric>{many(leads)}</TableCell>
                <TableCell numeric>
                  {share(won, closed)} <span className="text-ink-3">{closed > 0 && `${won} of ${closed}`}</span>
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
    </ChartCard>
  );
}

/** What is open now, what of it nobody touched for too long, and what of it history says will be won. */
export function PipelineCard({ asked, data }: { asked: Asked; data: Outcomes }) {
  const links = rowLinks(asked);
  const { currency } = data;
  const total = (pick: (stage: Outcomes["open"][number]) => number) =>
    data.open.reduce((sum, stage) => sum + pick(stage), 0);
  const whose = data.money === "own" ? " (money: your leads)" : "";
  return (
    <ChartCard
      title="Open now, stalled and forecast"
      isTable
      table={[
        [
          "Stage",
          "Open",
          "Value in cents",
          "Stalled",
          "Stalled value in cents",
          "Won of those who came so far",
          "Closed",
          "Forecast in cents",
        ],
        ...data.open.map((one) => [
          one.label,
          one.leads,
          one.value_cents,
          one.stalled,
          one.stalled_cents,
          one.won,
          one.closed,
          one.forecast_cents,
        ]),
      ]}
    >
      <Table aria-label="Open pipeline by stage" className="-mx-4 -mt-3">
        <TableHeader>
          <TableRow>
            <TableHead className="sticky left-0 z-2">Stage</TableHead>
            <TableHead numeric>Open</TableHead>
            <TableHead numeric>Value</TableHead>
            <TableHead numeric>Stalled</TableHead>
            <TableHead numeric>Stalled value</TableHead>
            <TableHead numeric>Conversion</TableHead>
            <TableHead numeric>Forecast</TableHead>
          </TableRow>
        </TableHeader>
        <TableBody>
          {data.open.map((one) => (
            <TableRow key={one.stage}>
              <TableCell className="sticky left-0 whitespace-nowrap bg-surface">{one.label}</TableCell>
              <TableCell numeric>
                <Link to={links.open(one)} aria-label={`${one.label}: ${one.leads} open`}>
                  {many(one.leads)}
                </Link>
              </TableCell>
              <TableCell numeric>
                {one.valued > 0 ? <Money cents={one.value_cents} currency={currency} /> : "–"}
              </TableCell>
              <TableCell numeric>
                {one.rots_after_days === null ? (
                  "–"
                ) : (
                  <Link
                    to={links.stalled(one)}
                    aria-label={`${one.label}: ${one.stalled} stalled for ${one.rots_after_days} days`}
                  >
                    {many(one.stalled)}
                  </Link>
                )}
              </TableCell>
              <TableCell numeric>
                {one.valued > 0 ? <Money cents={one.stalled_cents} currency={currency} /> : "–"}
              </TableCell>
              <TableCell numeric>
                {share(one.won, one.closed)}{" "}
                <span className="text-ink-3">{one.closed > 0 && `n ${many(one.closed)}`}</span>
              </TableCell>
              <TableCell numeric>
                {one.forecast_cents === null || one.valued === 0 ? (
                  "–"
                ) : (
                  <Money cents={one.forecast_cents} currency={currency} />
                )}
              </TableCell>
            </TableRow>
          ))}
          <TableRow className="font-medium">
            <TableCell className="sticky left-0 bg-surface">All</TableCell>
            <TableCell numeric>{many(total(({ leads }) => leads))}</TableCell>
            <TableCell numeric>
              <Money cents={total(({ value_cents }) => value_cents)} currency={currency} />
            </TableCell>
            <TableCell numeric>{many(total(({ stalled }) => stalled))}</TableCell>
            <TableCell numeric>
              <Money cents={total(({ stalled_cents }) => stalled_cents)} currency={currency} />
            </TableCell>
            <TableCell />
            <TableCell numeric>
              <Money cents={total(({ forecast_cents }) => forecast_cents ?? 0)} currency={currency} />
            </TableCell>
          </TableRow>
        </TableBody>
      </Table>
      <p className="mt-3 text-ink-3 text-xs">
        Stalled: nobody did anything for as long as the stage allows. Forecast: open value times the share won of
        everybody who came so far and was decided within a year{whose}.
      </p>
    </ChartCard>
  );
}
