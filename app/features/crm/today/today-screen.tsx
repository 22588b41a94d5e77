import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { LoadError } from "~/shared/load-error.tsx";
import { useUrlState } from "~/shared/use-url-state.ts";
import { crmPath } from "~/shared/workspace.ts";
import { useIsReadOnly } from "~/shared/workspace-context.ts";
import { Button } from "~/ui/button.tsx";
import { cn } from "~/ui/cn.ts";
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from "~/ui/dropdown-menu.tsx";
import { Kbd } from "~/ui/kbd.tsx";
import { SegmentedControl } from "~/ui/segmented-control.tsx";
import { StageIcon } from "~/ui/stage-icon.tsx";
import { formatCount } from "../../../../domain/format-count.ts";
import { useStages } from "../lib/api.ts";
import { useLeadActions } from "../lib/lead-actions.ts";
import type { LeadRef, QueueLead } from "../lib/lead-types.ts";
import { saveLeadList, useOpenLead, useProvideFocusedLead } from "../lib/open-lead.ts";
import { SECTIONS, type Today, todayQuery } from "./api.ts";
import { EmptyDay } from "./empty-day.tsx";
import { enterText } from "./enter-text.ts";
import { LeadPreview } from "./lead-preview.tsx";
import { Queue, QueueSkeleton } from "./queue.tsx";
import { useQueue } from "./use-queue.ts";
import { useTodayShortcuts } from "./use-today-shortcuts.ts";

/** The day's work as one queue, with the most urgent leads first. */
export function TodayScreen({ seesAll }: { seesAll: boolean }) {
  const { read } = useUrlState();
  // Admins see everyone's leads by default, because they handle escalations.
  const scope = seesAll && read("scope") !== "mine" ? "all" : "mine";
  const day = useQuery({ ...todayQuery(scope), placeholderData: keepPreviousData });
  const { stages, labelOf } = useStages();
  const { leadId, open } = useOpenLead();
  const { rows, row, at, goTo, select } = useQueue(day.data);
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set());
  const isEmpty = rows.length === 0 && day.data?.calls.length === 0;
  const preview = useRef<HTMLElement>(null);
  const chosen = rows.filter(
    (one, index) => checked.has(one.lead.id) && rows.findIndex(({ lead }) => lead.id === one.lead.id) === index,
  );
  const leads = chosen.length > 0 ? chosen.map(({ lead }) => lead) : row ? [row.lead] : [];
  const check = (id: string, on: boolean) =>
    setChecked((before) => new Set(on ? [...before, id] : [...before].filter((one) => one !== id)));
  const openLead = ({ id, account }: QueueLead) => {
    // The lead's page is in its account, and so are the ones before and after it.
    const ids = rows.filter(({ lead }) => lead.account?.id === account?.id).map(({ lead }) => lead.id);
    saveLeadList({ name: "Today", path: crmPath(), ids });
    open(id, account);
  };
  const logging = useTodayShortcuts({
    lead: row?.lead,
    selectedLeads: leads,
    selectedCount: chosen.length,
    stages,
    at,
    enabled: leadId === "",
    goTo,
    toggle: (id) => check(id, !checked.has(id)),
    clearSelection: () => setChecked(new Set()),
    open: openLead,
  });
  useProvideFocusedLead(row?.lead);
  /** A click shows the lead in the preview, or in the drawer if there is no room for the preview. */
  const clickRow = (lead: QueueLead, twice: boolean) => {
    if (twice || !preview.current?.offsetParent) openLead(lead);
  };
  if (day.isError && !day.data)
    return (
      <div className="p-4">
        <LoadError text="Couldn't load your day" error={day.error} onRetry={() => void day.refetch()} />
      </div>
    );
  return (
    <div className="@container/today flex h-[calc(100dvh-3rem-var(--notices,0px))] min-h-0 flex-col phone:h-auto">
      <TodayBar day={day.data} seesAll={seesAll} scope={scope} />
      <div className="grid min-h-0 flex-1 @min-[960px]/today:grid-cols-[minmax(0,1fr)_408px] phone:block">
        <div className="@container/queue min-h-0 overflow-y-auto phone:overflow-visible">
          {!day.data && <QueueSkeleton />}
          {day.data && isEmpty && <EmptyDay />}
          {day.data && !isEmpty && (
            <Queue
              day={day.data}
              rows={rows}
              current={row?.key}
              checked={checked}
              labelOf={labelOf}
              onSelect={select}
              onOpen={clickRow}
              onCheck={check}
            />
          )}
        </div>
        <aside
          ref={preview}
          aria-label="Selected lead"
          className="hidden min-h-0 flex-col overflow-y-auto border-line border-l bg-surface @min-[960px]/today:flex phone:hidden"
        >
          {row && day.data && (
            <LeadPreview
              // What runs or has the focus there belongs to one lead.
              key={row.lead.id}
              lead={row.lead}
              stageLabel={labelOf(row.lead.stage)}
              currency={currencyOf(day.data, row.lead)}
              isLogging={logging}
              onOpen={() => openLead(row.lead)}
            />
          )}
          <ShortcutHints lead={row?.lead} />
        </aside>
      </div>
      <SelectionBar leads={chosen.map(({ lead }) => lead)} onClear={() => setChecked(new Set())} />
    </div>
  );
}

const currencyOf = ({ accounts, currency }: Today, { account_id }: QueueLead) =>
  accounts.find(({ id }) => id === account_id)?.currency ?? currency;

function ShortcutHints({ lead }: { lead: QueueLead | undefined }) {
  const isReadOnly = useIsReadOnly();
  return (
    <p
      data-toast-floor
      className="sticky bottom-0 mt-auto flex flex-wrap gap-x-3.5 gap-y-1.5 border-line border-t bg-surface px-5 py-2.5 text-ink-3 text-xs touch:hidden [&>span]:flex [&>span]:items-center [&>span]:gap-1.5"
    >
      <span>
        <Kbd>J</Kbd>
        <Kbd>K</Kbd> move
      </span>
      {!isReadOnly && (
        <>
          {lead && (
            <span>
              <Kbd>↵</Kbd> {enterText(lead)}
            </span>
          )}
          <span>
            <Kbd>L</Kbd> log
          </span>
          <span>
            <Kbd>T</Kbd> task
          </span>
        </>
      )}
      <span>
        <Kbd>?</Kbd> all shortcuts
      </span>
    </p>
  );
}

type Props = { day: Today | undefined; seesAll: boolean; scope: "mine" | "all" };

/** The scope, and counts that scroll to their sections. */
function TodayBar({ day, seesAll, scope }: Props) {
  const { change } = useUrlState();
  return (
    <div className="flex min-h-11 shrink-0 items-center gap-3 border-line border-b px-4 phone:h-auto phone:flex-wrap phone:gap-y-0">
      <nav
        aria-label="Sections"
        className="flex min-w-0 overflow-x-auto [scrollbar-width:none] phone:-mx-4 phone:w-[calc(100%+2rem)] phone:px-4"
      >
        {SECTIONS.map(({ key, short }) => (
          <a
            key={key}
            href={`#today-${key}`}
            className="flex h-7 items-center gap-[7px] whitespace-nowrap border-line border-r px-3.5 font-medium text-13 text-ink-2 first:pl-0 last:border-r-0 hover:text-ink focus-visible:-outline-offset-2 phone:h-11 touch:h-11"
            onClick={(event) => {
              event.preventDefault();
              document.querySelector(`#today-${key}`)?.closest("section")?.scrollIntoView({ block: "start" });
            }}
          >
            {short}
            <span
              className={cn("num font-semibold text-ink", key === "unanswered" && day?.[key].total && "text-bad-fg")}
            >
              {day ? formatCount(day[key].total) : "–"}
            </span>
          </a>
        ))}
      </nav>
      {seesAll && (
        <SegmentedControl
          legend="Scope"
          className="ml-auto phone:mb-2 phone:ml-0"
          options={[
            { value: "mine", label: "Mine and unowned" },
            { value: "all", label: "Everyone" },
          ]}
          value={scope}
          onChange={(next) => change({ scope: next === "all" ? "" : "mine", at: "" })}
        />
      )}
    </div>
  );
}

function SelectionBar({ leads, onClear }: { leads: LeadRef[]; onClear: () => void }) {
  const { assign, move } = useLeadActions();
  const { stages } = useStages();
  if (leads.length === 0) return null;
  return (
    <section
      aria-label="Selection"
      className="on-raised fixed bottom-4 left-1/2 z-30 flex -translate-x-1/2 items-center gap-2 rounded-card bg-raised p-2 pl-4 text-13 shadow-pop phone:bottom-20"
    >
      <span role="status" className="whitespace-nowrap font-medium">
        {leads.length} selected
      </span>
      <Button size="sm" onClick={() => assign(leads, onClear)}>
        Assign <Kbd>A</Kbd>
      </Button>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button size="sm">Stage</Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="center" side="top">
          {stages.map(({ key, label }) => (
            <DropdownMenuItem key={key} onSelect={() => move(leads, key, onClear)}>
              <StageIcon stage={key} /> {label}
            </DropdownMenuItem>
          ))}
        </DropdownMenuContent>
      </DropdownMenu>
      <Button size="sm" variant="ghost" onClick={onClear}>
        Clear <Kbd>esc</Kbd>
      </Button>
    </section>
  );
}
