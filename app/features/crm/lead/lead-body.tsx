import { useQuery } from "@tanstack/react-query";
import { CalendarClock, CalendarPlus } from "lucide-react";
import type { ReactNode } from "react";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { addRecentLead, removeRecentLeads } from "~/shared/recent-leads.ts";
import { crmPath } from "~/shared/workspace.ts";
import { useIsReadOnly, useWorkspace } from "~/shared/workspace-context.ts";
import { Button } from "~/ui/button.tsx";
import { Chip } from "~/ui/chip.tsx";
import { clockNow } from "~/ui/clock-ticker.ts";
import { cn } from "~/ui/cn.ts";
import { Kbd } from "~/ui/kbd.tsx";
import { leadName } from "../../../../domain/lead-name.ts";
import { isLeadNotFound, leadQuery } from "../lib/api.ts";
import { CallOutcomePanel } from "../lib/call-outcome.tsx";
import { isUnderway } from "../lib/call-types.ts";
import { callSearch, hostsOfTask, inOrder, isCallAhead, withHosts } from "../lib/calls.ts";
import { dueText, kindText, taskTimeText } from "../lib/crm-format.ts";
import { useLeadActions } from "../lib/lead-actions.ts";
import type { LeadDetail } from "../lib/lead-types.ts";
import { isToday } from "../lib/next-step.tsx";
import { useLeadList, useProvideFocusedLead } from "../lib/open-lead.ts";
import { KindIcon } from "../lib/outcome-icon.tsx";
import { TaskMenu } from "../lib/task-menu.tsx";
import { Composer, useComposer } from "./composer.tsx";
import { Consent } from "./consent.tsx";
import { FactsCard } from "./facts-card.tsx";
import { LeadClock } from "./lead-clock.tsx";
import { Attribution, StageHistory } from "./lead-histories.tsx";
import { MergedLeads } from "./merge-parts.tsx";
import { LeadSection } from "./section.tsx";
import { Timeline } from "./timeline.tsx";
import { useLeadShortcuts } from "./use-lead-shortcuts.ts";

/** The state that the page and the drawer of a lead share: the lead, its position in the list, its composer and shortcuts. */
export function useLeadView(leadId: string, goTo: (leadId: string | undefined) => void) {
  const { data, error, refetch, dataUpdatedAt } = useQuery(leadQuery(leadId));
  // The cache keeps what was read before the lead left the user's sight.
  const gone = data && isLeadNotFound(error) ? { lead: data, readAt: dataUpdatedAt } : null;
  const lead = gone ? undefined : data;
  const list = useLeadList(leadId);
  const composer = useComposer(leadId);
  useProvideFocusedLead(lead?.merged_into || lead?.erased_at ? undefined : lead);
  const { openTab } = composer;
  const leave = useLeadShortcuts({ lead, openTab, goTo, next: list?.next, previous: list?.previous });
  const goneId = gone?.lead.id;
  useEffect(() => {
    if (goneId) removeRecentLeads([goneId]);
  }, [goneId]);
  const id = lead?.id;
  const name = lead && leadName(lead);
  const isGone = Boolean(lead?.erased_at || lead?.archived_at || lead?.is_spam);
  const { company = null, stage = "" } = lead ?? {};
  // Not with each reload of the lead, because the list is in the order of opening, and another tab may have opened one since.
  useEffect(() => {
    if (!id) return;
    if (isGone) removeRecentLeads([id]);
    else addRecentLead({ id, name: name ?? "", company, stage });
  }, [id, name, company, stage, isGone]);
  return { lead, gone, error, retry: () => void refetch(), list, composer, leave };
}

type Props = {
  lead: LeadDetail;
  composer: ReturnType<typeof useComposer>;
  /** Leads that may be the same person. */
  duplicates?: ReactNode;
};

/**
 * The parts of a lead for its page and its drawer. A wide container has three columns. A middle one has two: the conversation,
 * and beside it the rest, whose rows are as high as their parts because the last row takes what is left. A narrow one has a
 * single column with the most important parts first.
 */
export function LeadBody({ lead, composer, duplicates }: Props) {
  // A lead that was merged into another one is read-only, and so are all leads of a free plan.
  const isReadOnly = useIsReadOnly();
  const live = lead.merged_into === null && !isReadOnly;
  // When the plan ends while someone writes, what they typed stays.
  const [wasReadOnly] = useState(isReadOnly);
  return (
    <div
      className={cn(
        "flex flex-col @min-[680px]/lead:grid @min-[680px]/lead:min-h-full @min-[680px]/lead:grid-cols-[272px_minmax(0,1fr)] @min-[680px]/lead:grid-rows-[repeat(12,auto)_1fr]",
        "@min-[900px]/lead:grid-cols-[296px_minmax(0,1fr)_256px] @min-[900px]/lead:grid-rows-none @min-[1120px]/lead:grid-cols-[300px_minmax(0,1fr)_320px]",
      )}
    >
      <div className="contents border-line @min-[680px]/lead:*:col-start-1 @min-[900px]/lead:order-1 @min-[900px]/lead:block @min-[900px]/lead:border-r">
        {lead.merged_into === null && <NextStep lead={lead} className="order-1" />}
        {lead.calls.length > 0 && <Calls lead={lead} className="order-1" />}
        <FactsCard lead={lead} className="order-5" />
        <Consent lead={lead} className="order-9" />
      </div>
      <div className="contents min-w-0 border-line @min-[680px]/lead:col-start-2 @min-[680px]/lead:row-[1/-1] @min-[680px]/lead:block @min-[680px]/lead:border-l @min-[900px]/lead:order-2 @min-[900px]/lead:col-auto @min-[900px]/lead:row-auto @min-[900px]/lead:border-l-0">
        {lead.merged_into === null && !wasReadOnly && (
          <div ref={composer.place} className="order-3 border-line-soft border-b px-5 py-3.5 phone:px-4">
            <Composer lead={lead} tab={composer.tab} onTab={composer.openTab} />
          </div>
        )}
        <Timeline lead={lead} className="order-6" />
      </div>
      <div className="contents border-line @min-[680px]/lead:*:col-start-1 @min-[900px]/lead:order-3 @min-[900px]/lead:block @min-[900px]/lead:border-l">
        {/* A clock that has stopped is history. */}
        <LeadClock lead={lead} className={isWaiting(lead) ? "order-2" : "order-7"} />
        {live && duplicates && <div className="order-4">{duplicates}</div>}
        <MergedLeads lead={lead} className="order-4" />
        <Attribution lead={lead} className="order-7 border-t border-t-line-soft @min-[900px]/lead:border-t-0" />
        <StageHistory lead={lead} className="order-8" />
      </div>
    </div>
  );
}

const isWaiting = ({ clock }: LeadDetail) => clock !== null && !clock.answered_at && clock.state !== "dropped";

/** The calls that the lead booked. */
function Calls({ lead, className }: { lead: LeadDetail; className?: string }) {
  const workspace = useWorkspace();
  return (
    <LeadSection title="Calls" className={className}>
      <ul className="grid gap-3.5">
        {inOrder(lead.calls).map((call) => (
          <li key={call.id}>
            <CallOutcomePanel
              call={call}
              leadPhone={lead.phone}
              disabled={workspace !== null && !workspace.may_write}
            />
          </li>
        ))}
      </ul>
    </LeadSection>
  );
}

/** The open tasks. Done opens the dialog for the next task. */
function NextStep({ lead, className }: { lead: LeadDetail; className?: string }) {
  const { addTask, bookCall, finishTask } = useLeadActions();
  const isReadOnly = useIsReadOnly();
  const closed = lead.stage === "won" || lead.stage === "lost";
  const waits = isWaiting(lead);
  const now = clockNow();
  return (
    <LeadSection title="Next step" className={className}>
      {lead.tasks.length === 0 && (
        <p className={closed || waits || isReadOnly ? "text-13 text-ink-3" : "text-13 text-warn-fg"}>
          {isReadOnly
            ? "No tasks. With Premium, you can add a next step."
            : waits
              ? "Reply first. You can add a next step when you log the reply."
              : closed
                ? "No tasks."
                : "No next step. Add one or close the lead."}
        </p>
      )}
      <ul className="grid gap-2.5">
        {lead.tasks.map((task, index) => {
          const isCallNow = isUnderway(
            lead.calls.find(({ id }) => id === task.call_id),
            now,
          );
          const late = Date.parse(task.due_at) < now && !isCallNow;
          const who = withHosts(hostsOfTask(task, lead.calls, lead.owner_id));
          return (
            <li key={task.id} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2.5 gap-y-1 text-13">
              <Chip
                tone={late ? "bad" : isToday(task.due_at, now) ? "warn" : "neutral"}
                icon={<KindIcon kind={task.kind} />}
                className="row-start-1 justify-self-start font-mono tabular-nums"
              >
                {isCallNow ? "now" : dueText(task.due_at, now)}
              </Chip>
              <div className="col-span-2 row-start-2 min-w-0">
                <p className="wrap-anywhere font-medium">{task.title}</p>
                <p className="text-ink-3 text-xs">
                  {kindText(task.kind)}, <time dateTime={task.due_at}>{taskTimeText(task.due_at, now)}</time>
                  {who ? `, ${who}` : lead.owner_name && `, ${lead.owner_name.split(" ")[0]}`}
                </p>
              </div>
              {!isReadOnly && (
                <div className="row-start-1 flex items-center gap-1">
                  {isCallAhead(task, now) ? (
                    <Button size="sm" asChild>
                      <Link to={crmPath(`/calls${callSearch({ id: task.call_id ?? "", starts_at: task.due_at })}`)}>
                        Open call
                      </Link>
                    </Button>
                  ) : (
                    <Button size="sm" onClick={() => finishTask(lead, task)}>
                      Done {index === 0 && <Kbd>D</Kbd>}
                    </Button>
                  )}
                  <TaskMenu lead={lead} task={task} hasKey={index === 0} />
                </div>
              )}
            </li>
          );
        })}
      </ul>
      {!isReadOnly && (
        <div className="-mx-2 mt-2 flex flex-wrap gap-1">
          <Button size="sm" variant="ghost" onClick={() => addTask(lead)}>
            <CalendarPlus aria-hidden="true" /> Add task
          </Button>
          <Button size="sm" variant="ghost" disabled={lead.archived_at !== null} onClick={() => bookCall(lead)}>
            <CalendarClock aria-hidden="true" /> Book a call
          </Button>
        </div>
      )}
    </LeadSection>
  );
}
