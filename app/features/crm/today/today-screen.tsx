import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Coffee } from "lucide-react";
import { useRef, useState } from "react";
import { LoadError } from "~/shared/load-error.tsx";
import { useUrlState } from "~/shared/use-url-state.ts";
import { EmptyState } from "~/ui/empty-state.tsx";
import { Kbd } from "~/ui/kbd.tsx";
import { useStages } from "../lib/api.ts";
import { saveLeadList, useOpenLead, useProvideFocusedLead } from "../lib/open-lead.ts";
import { LeadPreview } from "./lead-preview.tsx";
import { todayQuery } from "./load-today.ts";
import { Queue } from "./queue.tsx";
import { QueueSkeleton } from "./queue-skeleton.tsx";
import { SelectionBar } from "./selection-bar.tsx";
import { TodayBar } from "./today-bar.tsx";
import { useQueue } from "./use-queue.ts";
import { useTodayShortcuts } from "./use-today-shortcuts.ts";

/** Who waits, what is late, what is due, and whom nobody has a plan for: one queue, least time left first. */
export function TodayScreen({ isAdmin }: { isAdmin: boolean }) {
  const { read } = useUrlState();
  // Escalations are for admins: they see everybody's unless they ask for their own.
  const scope = isAdmin && read("scope") !== "mine" ? "all" : "mine";
  const day = useQuery({ ...todayQuery(scope), placeholderData: keepPreviousData });
  const { stages, labelOf } = useStages();
  const { leadId, open } = useOpenLead();
  const { rows, row, at, goTo, select } = useQueue(day.data);
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set());
  const preview = useRef<HTMLElement>(null);
  const chosen = rows.filter(
    (one, index) => checked.has(one.lead.id) && rows.findIndex(({ lead }) => lead.id === one.lead.id) === index,
  );
  const leads = chosen.length > 0 ? chosen.map(({ lead }) => lead) : row ? [row.lead] : [];
  const check = (id: string, on: boolean) =>
    setChecked((before) => new Set(on ? [...before, id] : [...before].filter((one) => one !== id)));
  const openLead = (id: string) => {
    saveLeadList({ name: "Today", path: "/crm", ids: rows.map(({ lead }) => lead.id) });
    open(id);
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
  /** Where the preview has room, a click fills it; elsewhere it opens the drawer. */
  const clickRow = (id: string, twice: boolean) => {
    if (twice || !preview.current?.offsetParent) openLead(id);
  };
  if (day.isError && !day.data)
    return (
      <div className="p-4">
        <LoadError text="Your day could not be loaded" error={day.error} onRetry={() => void day.refetch()} />
      </div>
    );
  return (
    <div className="@container/today flex h-[calc(100dvh-3rem)] min-h-0 flex-col phone:h-auto">
      <TodayBar day={day.data} isAdmin={isAdmin} scope={scope} />
      <div className="grid min-h-0 flex-1 @min-[960px]/today:grid-cols-[minmax(0,1fr)_408px] phone:block">
        <div className="@container/queue min-h-0 overflow-y-auto phone:overflow-visible">
          {!day.data && <QueueSkeleton />}
          {day.data && rows.length === 0 && (
            <EmptyState
              icon={<Coffee />}
              title="Nothing waits for you"
              text="Leads appear here as soon as they arrive, and tasks when they are due."
              className="py-16"
            />
          )}
          {day.data && rows.length > 0 && (
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
              lead={row.lead}
              stageLabel={labelOf(row.lead.stage)}
              currency={day.data.currency}
              isLogging={logging}
              onOpen={() => openLead(row.lead.id)}
            />
          )}
          <ShortcutHints />
        </aside>
      </div>
      <SelectionBar leads={chosen.map(({ lead }) => lead)} onClear={() => setChecked(new Set())} />
    </div>
  );
}

function ShortcutHints() {
  return (
    <p className="sticky bottom-0 mt-auto flex flex-wrap gap-x-3.5 gap-y-1.5 border-line border-t bg-surface px-5 py-2.5 text-ink-3 text-xs touch:hidden [&>span]:flex [&>span]:items-center [&>span]:gap-1.5">
      <span>
        <Kbd>J</Kbd>
        <Kbd>K</Kbd> move
      </span>
      <span>
        <Kbd>↵</Kbd> claim
      </span>
      <span>
        <Kbd>L</Kbd> log
      </span>
      <span>
        <Kbd>T</Kbd> task
      </span>
      <span>
        <Kbd>?</Kbd> all keys
      </span>
    </p>
  );
}
