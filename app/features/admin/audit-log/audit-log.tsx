import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Download, ScrollText } from "lucide-react";
import { lastDayError } from "~/shared/day-range.ts";
import { LoadError } from "~/shared/load-error.tsx";
import { TableSkeleton } from "~/shared/table-skeleton.tsx";
import { useAction } from "~/shared/use-action.ts";
import { useUrlState } from "~/shared/use-url-state.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { isDay } from "../../../../domain/calendar-day.ts";
import { zoneText } from "../../../../domain/format-booking.ts";
import { formatDay, formatDayOfWeek, formatExactMoment, formatTime } from "../../../../domain/format-date.ts";
import { localZone } from "../../../../domain/zoned-time.ts";
import { ADMIN_TEXTS } from "../lib/admin-messages.ts";
import { stagesQuery } from "../settings/api.ts";
import { type AuditFilter, auditLogQuery, NO_FILTER } from "./api.ts";
import { GroupItem } from "./audit-entry.tsx";
import { AuditToolbar } from "./audit-toolbar.tsx";
import { exportAuditLog } from "./export-audit-log.ts";
import { type AuditGroup, groupEntries } from "./group-entries.ts";
import type { KeyNames } from "./phrase.ts";

/** The names in the URL: other tabs of the page have filters of their own. */
const NAMES: Record<Exclude<keyof AuditFilter, "subject" | "accounts">, string> = {
  query: "text",
  table: "type",
  action: "action",
  actor: "by",
  from: "from",
  to: "to",
};

/** Changes, newest first, by day. The URL has the filter. */
export function AuditLog() {
  const { read, change } = useUrlState();
  const filter: AuditFilter = { ...NO_FILTER };
  for (const [field, name] of Object.entries(NAMES)) filter[field as keyof typeof NAMES] = read(name);
  if (!isDay(filter.from)) filter.from = "";
  if (!isDay(filter.to)) filter.to = "";
  const query = useInfiniteQuery(auditLogQuery(filter));
  const { data: stages = [] } = useQuery(stagesQuery());
  const names: KeyNames = { stage: Object.fromEntries(stages.map(({ key, label }) => [key, label])) };
  const isFiltered = Object.values(filter).some(Boolean);
  const groups = groupEntries(query.data?.pages.flatMap((page) => page.entries) ?? []);
  const clear = () => change(Object.fromEntries(Object.values(NAMES).map((name) => [name, ""])));
  const download = useAction({
    action: () => exportAuditLog(filter, names),
    isRead: true,
    successMessage: ({ count, isComplete }) =>
      isComplete
        ? `${count} ${count === 1 ? "entry" : "entries"} exported`
        : `The newest ${count} entries were exported. Narrow the dates to export older ones.`,
    errorMessage: "Couldn't export the audit log",
  });
  return (
    <Card className="overflow-hidden">
      <AuditToolbar
        filter={filter}
        onChange={(changes) =>
          change(
            Object.fromEntries(
              Object.entries(changes).map(([field, value]) => [NAMES[field as keyof typeof NAMES], String(value)]),
            ),
          )
        }
        onClear={isFiltered ? clear : undefined}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-b px-4 py-1.5">
        <p className="text-ink-3 text-xs">Times are in {zoneText(localZone())}.</p>
        <Button
          size="sm"
          variant="ghost"
          disabled={groups.length === 0}
          loading={download.busy}
          onClick={() => void download.run()}
        >
          <Download aria-hidden="true" />
          <span>Export CSV</span>
        </Button>
      </div>
      {query.isPending && <TableSkeleton label="Loading the audit log" />}
      {query.isError && (
        <LoadError text={ADMIN_TEXTS.loadFailed} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isSuccess && groups.length === 0 && (
        <EmptyState
          icon={<ScrollText />}
          title={isFiltered ? "No matching entries" : "No entries yet"}
          text={isFiltered ? noMatchText(filter) : "Every change by an admin and every role change appears here."}
        >
          {isFiltered && <Button onClick={clear}>{filter.query ? "Clear search and filters" : "Clear filters"}</Button>}
        </EmptyState>
      )}
      {groupByDay(groups).map(([day, list], at) => (
        <section key={day} aria-label={day}>
          <h2 className="border-line-soft border-b bg-sunken px-4 py-1.5 font-medium text-ink-2 text-xs">{day}</h2>
          <ul aria-label={at === 0 ? "Audit log" : `Audit log, ${day}`}>
            {list.map((group) => (
              <GroupItem
                key={group.id}
                group={group}
                names={names}
                query={filter.query}
                time={(moment) => <TimeOfDay at={moment} />}
              />
            ))}
          </ul>
        </section>
      ))}
      {query.hasNextPage && (
        <div className="border-line-soft border-t px-4 py-2.5">
          <Button size="sm" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            <span>Show more</span>
          </Button>
        </div>
      )}
    </Card>
  );
}

const noMatchText = ({ query, from, to }: AuditFilter) =>
  lastDayError(from, to)
    ? "The first day is after the last one."
    : query
      ? "No entry matches your search and filters. Try a name, an email, an invoice number or a value."
      : "No entry matches your filters.";

/** The groups by the reader's own day: 'Today', 'Thursday, November 12', and with the year when it is another one. */
function groupByDay(groups: AuditGroup[]): [string, AuditGroup[]][] {
  const today = new Date();
  const heading = (at: Date) => {
    return formatDay(at) === formatDay(today) ? "Today" : formatDayOfWeek(at);
  };
  return [...Map.groupBy(groups, ({ told }) => heading(new Date(told[0]?.happened_at ?? today)))];
}

function TimeOfDay({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatExactMoment(at)} className="tabular-nums">
      {formatTime(at)}
    </time>
  );
}
