import type { ReactNode } from "react";
import { SegmentedControl } from "~/ui/segmented-control.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "~/ui/table.tsx";
import { formatCount, formatDecimal, formatShare } from "../../../../domain/format-count.ts";
import type { FilterRule } from "../lib/lead-filter.ts";
import type { AnalyticsParams, CallCounts, CallFigures, CallGroup } from "./api.ts";
import { type Cells, ChartCard, NoData } from "./chart-card.tsx";
import { FigureLink } from "./figure-link.tsx";
import { isLargeEnough } from "./format.ts";
import { bookedCall, callCame, fromPage, fromSource, ofCallType, ofOwner, rowLinks } from "./row-links.ts";

/** How the card can split its figures. Each group's leads have one rule in common. */
const GROUPINGS = [
  {
    value: "sources",
    label: "Source",
    head: "Source",
    none: "Other",
    ruleOf: (key: string | null) => fromSource(key ?? ""),
  },
  { value: "pages", label: "Page", head: "Landing page", none: "No landing page", ruleOf: fromPage },
  { value: "reps", label: "Rep", head: "Rep", none: "Unowned", ruleOf: ofOwner },
  { value: "types", label: "Type", head: "Meeting type", none: "Deleted types", ruleOf: ofCallType },
] as const;
type Grouping = (typeof GROUPINGS)[number];

type Props = { params: AnalyticsParams; data: CallFigures; by: string; onBy: (by: string) => void };

/** How many new leads have a booked call, and how many of those calls take place. */
export function CallsCard({ params, data, by, onBy }: Props) {
  const grouping = GROUPINGS.find(({ value }) => value === by) ?? GROUPINGS[0];
  const links = rowLinks(params);
  const { all, before } = data;
  return (
    <ChartCard
      title="Booked calls"
      note={`${formatCount(all.booked)} with a booked call`}
      isTable
      table={callTable(data)}
    >
      {all.leads === 0 ? (
        <NoData>No new leads in this period.</NoData>
      ) : all.booked === 0 ? (
        <NoData>
          None of the {formatCount(all.leads)} new leads has a booked call. The funnel also counts leads that a rep only
          moved to Call Booked.
        </NoData>
      ) : (
        <div className="grid gap-4">
          <dl className="grid grid-cols-2 gap-4">
            <Rate
              label="Booking rate"
              part={all.booked}
              whole={all.leads}
              what="new leads"
              before={[before.booked, before.leads]}
              to={links.arrived(bookedCall)}
            />
            <Rate
              label="Show rate"
              part={all.held}
              whole={decided(all)}
              what="leads with an outcome"
              before={[before.held, decided(before)]}
              to={links.arrived(callCame("held", "no_show"))}
            />
          </dl>
          <p className="text-ink-3 text-xs">
            Counts new leads with a call that they or a rep booked. The funnel also counts leads that a rep only moved
            to Call Booked or a later stage.
          </p>
          <Undecided counts={all} linkTo={(rule) => links.arrived(rule)} />
          <SegmentedControl
            legend="Group booked calls by"
            options={GROUPINGS}
            value={grouping.value}
            onChange={(value) => onBy(value === "sources" ? "" : value)}
            className="phone:grid phone:w-full phone:grid-cols-4 phone:[&>label]:px-1"
          />
          <Groups params={params} grouping={grouping} groups={data[grouping.value]} />
        </div>
      )}
    </ChartCard>
  );
}

/** The calls that took place or were missed. */
const decided = ({ held, no_show }: CallCounts) => held + no_show;

const ofText = (part: number, whole: number) => `${formatCount(part)} of ${formatCount(whole)}`;

/** A percentage, only of a sample that is large enough for one. */
function Share({ part, whole }: { part: number; whole: number }) {
  return isLargeEnough(whole) ? <span className="text-ink-3">{formatShare(part, whole)}</span> : null;
}

type RateProps = {
  label: string;
  part: number;
  whole: number;
  what: string;
  before: [part: number, whole: number];
  to: string | null;
};

/** A share with both of its counts, or only the counts of a small sample. A change is shown if both samples are large enough to compare. */
function Rate({ label, part, whole, what, before: [partBefore, wholeBefore], to }: RateProps) {
  const change = part / whole - partBefore / wholeBefore;
  const comparable = isLargeEnough(whole) && isLargeEnough(wholeBefore);
  return (
    <div className="grid content-start gap-0.5">
      <dt className="font-medium text-13 text-ink-2">{label}</dt>
      <dd className="figure font-medium text-xl leading-7">
        <FigureLink to={whole > 0 ? to : null} className="hit rounded-xs text-ink no-underline hover:underline">
          {isLargeEnough(whole) || whole === 0 ? formatShare(part, whole) : ofText(part, whole)}
        </FigureLink>
      </dd>
      <dd className="text-ink-3 text-xs">
        {whole > 0 ? (
          <>
            {isLargeEnough(whole) && <span className="num">{ofText(part, whole)} </span>}
            {what}
            {wholeBefore > 0 && (
              <>
                ,{" "}
                {comparable
                  ? `${change < 0 ? "down" : "up"} ${formatDecimal(Math.abs(change) * 100, 1)} pts`
                  : `was ${ofText(partBefore, wholeBefore)}`}
              </>
            )}
          </>
        ) : (
          `no ${what} yet`
        )}
      </dd>
    </div>
  );
}

/** Booked calls that are in no show rate, so that both rates add up. */
function Undecided({ counts, linkTo }: { counts: CallCounts; linkTo: (rule: FilterRule) => string | null }) {
  const { ahead, cancelled } = counts;
  if (ahead + cancelled === 0) return null;
  const parts: ReactNode[] = [
    ahead > 0 && (
      <FigureLink key="ahead" to={linkTo(callCame("booked"))}>
        {formatCount(ahead)} upcoming or without an outcome
      </FigureLink>
    ),
    cancelled > 0 && (
      <FigureLink key="canceled" to={linkTo(callCame("cancelled"))}>
        {formatCount(cancelled)} canceled
      </FigureLink>
    ),
  ].filter(Boolean);
  return (
    <p className="text-ink-3 text-xs">
      Not in the show rate: {parts[0]}
      {parts[1] && <>, {parts[1]}</>}.
    </p>
  );
}

type GroupsProps = { params: AnalyticsParams; grouping: Grouping; groups: CallGroup[] };

function Groups({ params, grouping: { head, value, none, ruleOf }, groups }: GroupsProps) {
  const links = rowLinks(params);
  const isType = value === "types";
  return (
    <Table aria-label={`Booked calls by ${head.toLowerCase()}`} className="-mx-4 -mb-3">
      <TableHeader>
        <TableRow>
          <TableHead>{head}</TableHead>
          {/* A lead has a meeting type only once it has booked. */}
          {!isType && <TableHead numeric>Leads</TableHead>}
          <TableHead numeric>Booked</TableHead>
          <TableHead numeric>Held</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {groups.map((group) => {
          const { key, name, leads, booked, held } = group;
          const rules = [ruleOf(key), ...(isType ? [bookedCall] : [])];
          return (
            <TableRow key={key}>
              <TableCell className="min-w-28 wrap-anywhere">{name ?? none}</TableCell>
              {!isType && (
                <TableCell numeric>
                  <FigureLink to={links.arrived(...rules)}>{formatCount(leads)}</FigureLink>
                </TableCell>
              )}
              <TableCell numeric>
                {booked > 0 ? (
                  <FigureLink to={links.arrived(ruleOf(key), bookedCall)}>{formatCount(booked)}</FigureLink>
                ) : (
                  "0"
                )}{" "}
                {!isType && <Share part={booked} whole={leads} />}
              </TableCell>
              <TableCell numeric>
                {decided(group) > 0 ? (
                  <>
                    <FigureLink to={links.arrived(ruleOf(key), callCame("held", "no_show"))}>
                      {ofText(held, decided(group))}
                    </FigureLink>{" "}
                    <Share part={held} whole={decided(group)} />
                  </>
                ) : (
                  "–"
                )}
              </TableCell>
            </TableRow>
          );
        })}
      </TableBody>
    </Table>
  );
}

const countsOf = ({ leads, booked, held, no_show, ahead, cancelled }: CallCounts) => [
  leads,
  booked,
  held,
  no_show,
  ahead,
  cancelled,
];

/** All groupings as one table for the CSV file. */
function callTable(data: CallFigures): Cells[] {
  return [
    ["By", "Name", "Leads", "Booked", "Held", "No-show", "Upcoming", "Canceled"],
    ["All", "", ...countsOf(data.all)],
    ["Previous period", "", ...countsOf(data.before)],
    ...GROUPINGS.flatMap(({ value, head, none }) =>
      data[value].map((group) => [head, group.name ?? none, ...countsOf(group)]),
    ),
  ];
}
