import { Link } from "react-router";
import { crmPath } from "~/shared/workspace.ts";
import { useIsReadOnly } from "~/shared/workspace-context.ts";
import { Skeleton } from "~/ui/skeleton.tsx";
import { formatCount, formatShare } from "../../../../domain/format-count.ts";
import { clockTime } from "../../../../domain/lead-clock.ts";
import type { QueueLead } from "../lib/lead-types.ts";
import { SECTIONS, type Today } from "./api.ts";
import { HostedCalls } from "./hosted-calls.tsx";
import { QueueRow } from "./queue-row.tsx";
import type { QueueRow as Row } from "./use-queue.ts";

type Props = {
  day: Today;
  rows: Row[];
  current: string | undefined;
  checked: ReadonlySet<string>;
  labelOf: (stage: string) => string;
  onSelect: (key: string) => void;
  onOpen: (lead: QueueLead, twice: boolean) => void;
  onCheck: (leadId: string, checked: boolean) => void;
};

/** The sections that have leads. Calls with leads of colleagues are before what is due today. */
export function Queue({ day, rows, current, checked, labelOf, onSelect, onOpen, onCheck }: Props) {
  // On the free plan, no one can add a next step.
  const isReadOnly = useIsReadOnly();
  // The most urgent lead, and the first one that anyone can claim.
  const waiting = rows.filter(({ section }) => section === "unanswered");
  const urgent = new Set([waiting[0]?.key, waiting.find(({ lead }) => !lead.owner_id)?.key]);
  const section = ({ key, title, order }: (typeof SECTIONS)[number]) => (
    <section key={key} aria-labelledby={`today-${key}`}>
      <div className="sticky top-0 z-2 flex h-8 items-center gap-2 border-line-soft border-y bg-sunken px-4 text-xs phone:top-14 phone:h-9">
        <h2 id={`today-${key}`} className="scroll-mt-14 font-semibold phone:scroll-mt-0">
          {title}
        </h2>
        <span className="font-medium font-mono text-2xs text-ink-3">{formatCount(day[key].total)}</span>
        {!(isReadOnly && key === "no_next_step") && <span className="min-w-0 truncate text-ink-3">{order}</span>}
        {key === "unanswered" && <Response day={day} />}
      </div>
      <ul>
        {rows
          .filter(({ section }) => section === key)
          .map((row) => (
            <QueueRow
              key={row.key}
              row={row}
              current={row.key === current}
              checked={checked.has(row.lead.id)}
              stageLabel={labelOf(row.lead.stage)}
              opensActions={urgent.has(row.key)}
              onSelect={onSelect}
              onOpen={onOpen}
              onCheck={onCheck}
            />
          ))}
      </ul>
      {day[key].total > day[key].rows.length && (
        <p className="border-line-soft border-b px-4 py-2.5 text-ink-3 text-xs">
          Showing the first {day[key].rows.length} of {formatCount(day[key].total)}.{" "}
          <Link to={crmPath("/leads")} className="font-medium text-ink underline">
            View all leads
          </Link>
        </p>
      )}
    </section>
  );
  const filled = SECTIONS.filter(({ key }) => day[key].rows.length > 0);
  const isLate = (one: (typeof SECTIONS)[number]) => one.key === "unanswered" || one.key === "overdue";
  return (
    <>
      {filled.filter(isLate).map(section)}
      {day.calls.length > 0 && <HostedCalls day={day} />}
      {filled.filter((one) => !isLate(one)).map(section)}
    </>
  );
}

/** The team's response times today. */
function Response({ day: { response, target_seconds } }: { day: Today }) {
  const { median_seconds: median, within, decided } = response;
  return (
    <span className="ml-auto shrink-0 text-ink-3 @max-[519px]/queue:hidden">
      {median === null ? (
        "no responses today"
      ) : (
        <>
          median today <b className="num font-medium text-ink-2">{clockTime(median)}</b>
          {decided > 0 && (
            <>
              {" "}
              · <b className="num font-medium text-ink-2">{formatShare(within, decided)}</b> answered within{" "}
              {clockTime(target_seconds)}
            </>
          )}
        </>
      )}
    </span>
  );
}

const FIRST = [1, 2, 3, 4, 5];
const SECOND = [1, 2, 3, 4];

export function QueueSkeleton() {
  return (
    <div role="status" aria-label="Loading your day">
      {[FIRST, SECOND].map((rows) => (
        <div key={rows.length}>
          <div className="flex h-8 items-center border-line-soft border-y bg-sunken px-4">
            <Skeleton className="w-32" />
          </div>
          {rows.map((row) => (
            <div
              key={row}
              className="flex h-10 items-center gap-7 border-line-soft border-b px-4 pl-11 phone:h-24 phone:pl-4"
            >
              <Skeleton className="h-5 w-16 phone:hidden" />
              <Skeleton className="w-28 phone:hidden" />
              <Skeleton className="w-40" />
              <Skeleton className="ml-auto w-16" />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
