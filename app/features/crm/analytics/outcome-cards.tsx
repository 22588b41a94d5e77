import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "~/ui/table.tsx";
import { formatCount, formatShare } from "../../../../domain/format-count.ts";
import type { AnalyticsParams, Arrivals, Outcomes } from "./api.ts";
import { ChartCard, NoData } from "./chart-card.tsx";
import { FigureLink } from "./figure-link.tsx";

import { lostFor, ofCampaign, rowLinks } from "./row-links.ts";

export function LostCard({ params, data }: { params: AnalyticsParams; data: Outcomes }) {
  const links = rowLinks(params);
  const maximum = Math.max(1, ...data.lost_reasons.map(({ leads }) => leads));
  return (
    <ChartCard
      title="Lost reasons"
      note={`${formatCount(data.lost)} lost`}
      table={[["Reason", "Leads"], ...data.lost_reasons.map(({ label, leads }) => [label, leads])]}
    >
      {data.lost === 0 ? (
        <NoData>No leads were lost in this period.</NoData>
      ) : (
        <ul className="grid gap-1">
          {data.lost_reasons.map(({ id, label, leads }) => (
            <li key={label}>
              <FigureLink
                to={links.closed(["lost"], lostFor(id))}
                className="grid min-h-8 grid-cols-[minmax(0,11rem)_minmax(3rem,1fr)_5.25rem] items-center gap-3 rounded-xs py-1 text-13 no-underline hover:bg-hover phone:min-h-11 phone:grid-cols-[minmax(0,8rem)_minmax(3rem,1fr)_5.25rem]"
              >
                <span className="wrap-anywhere">{label}</span>
                <span className="h-3 rounded-xs bg-c1" style={{ width: `${(leads / maximum) * 100}%` }} />
                <span className="num text-right">
                  {formatCount(leads)} <span className="text-ink-3">{formatShare(leads, data.lost)}</span>
                </span>
              </FigureLink>
            </li>
          ))}
        </ul>
      )}
    </ChartCard>
  );
}

export function CampaignsCard({ params, data }: { params: AnalyticsParams; data: Arrivals }) {
  const links = rowLinks(params);
  const table = [
    ["Campaign", "Leads", "Won", "Closed"],
    ...data.campaigns.map(({ name, leads, won, closed }) => [name, leads, won, closed]),
  ];
  return (
    <ChartCard title="Campaigns" note="first touch" isTable table={table}>
      {data.campaigns.length === 0 ? (
        <NoData>No leads in this period came from a named campaign (utm_campaign).</NoData>
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
                <TableCell className="min-w-32 wrap-anywhere">
                  <FigureLink to={links.arrived(ofCampaign(name))} className="inline-block min-w-6">
                    {name}
                  </FigureLink>
                </TableCell>
                <TableCell numeric>{formatCount(leads)}</TableCell>
                <TableCell numeric>
                  {formatShare(won, closed)} <span className="text-ink-3">{closed > 0 && `${won} of ${closed}`}</span>
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
    </ChartCard>
  );
}
