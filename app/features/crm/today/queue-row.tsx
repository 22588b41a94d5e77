import { Hand, TriangleAlert, UserRoundPlus } from "lucide-react";
import { memo } from "react";
import { PersonAvatar } from "~/shared/avatars/person-avatar.tsx";
import { useIsReadOnly } from "~/shared/workspace-context.ts";
import { Button } from "~/ui/button.tsx";
import { ClockChip } from "~/ui/clock-chip.tsx";
import { ClockProgress } from "~/ui/clock-progress.tsx";
import { clockNow } from "~/ui/clock-ticker.ts";
import { cn } from "~/ui/cn.ts";
import { rowLinkClasses } from "~/ui/link.tsx";
import { SourceIcon, sourceText } from "~/ui/source-icon.tsx";
import { leadName } from "../../../../domain/lead-name.ts";
import { AccountChip } from "../lib/account-chip.tsx";
import { hostsOfNextStep, withHosts } from "../lib/calls.ts";
import { formatAge, lastActivityText } from "../lib/crm-format.ts";
import { answerKind, answerText } from "../lib/email-composer.tsx";
import { useLeadActions } from "../lib/lead-actions.ts";
import type { QueueLead } from "../lib/lead-types.ts";
import { isCallNow, stepTimeText } from "../lib/next-step.tsx";
import { pathInAccount } from "../lib/open-lead.ts";
import { KindIcon } from "../lib/outcome-icon.tsx";
import { markQueueFocused, type QueueRow as Row } from "./use-queue.ts";

type Props = {
  row: Row;
  current: boolean;
  checked: boolean;
  stageLabel: string;
  /** Shows action buttons under the row on a phone. */
  opensActions: boolean;
  onSelect: (key: string) => void;
  /** A double click opens the lead even when the preview shows it. */
  onOpen: (lead: QueueLead, twice: boolean) => void;
  onCheck: (leadId: string, checked: boolean) => void;
};

/** A row, or a card on a phone. The name is a link, and its click area covers the row. */
export const QueueRow = memo(function QueueRow(props: Props) {
  const { row, current, checked, opensActions, onSelect, onOpen, onCheck } = props;
  const { lead, section } = row;
  const isReadOnly = useIsReadOnly();
  const name = leadName(lead);
  return (
    <li
      data-lead={lead.id}
      className={cn(
        "group/q relative border-line-soft border-b hover:bg-hover",
        (current || checked) && "bg-accent-tint shadow-[inset_2px_0_0_var(--accent)] hover:bg-accent-tint",
      )}
    >
      <div
        className={cn(
          "grid h-10 grid-cols-[16px_84px_116px_minmax(0,1fr)_minmax(0,196px)_92px] items-center gap-3 px-4 text-13",
          "@max-[759px]/queue:h-auto @max-[759px]/queue:grid-cols-[16px_84px_minmax(0,1fr)_108px] @max-[759px]/queue:gap-y-0.5 @max-[759px]/queue:py-2",
          "@max-[519px]/queue:h-auto @max-[519px]/queue:grid-cols-[minmax(0,1fr)_auto] @max-[519px]/queue:gap-x-3 @max-[519px]/queue:gap-y-1.5 @max-[519px]/queue:py-3",
        )}
      >
        <label className={cn("relative z-1 flex @max-[519px]/queue:hidden", isReadOnly && "invisible")}>
          <input
            type="checkbox"
            checked={checked}
            onChange={(event) => onCheck(lead.id, event.target.checked)}
            className="size-4 cursor-pointer opacity-0 focus-visible:opacity-100 checked:opacity-100 group-hover/q:opacity-100 touch:opacity-100"
          />
          <span className="sr-only">Select {name}</span>
        </label>
        <span className="flex @max-[519px]/queue:col-start-2 @max-[519px]/queue:row-start-1">
          <DueCell row={row} />
        </span>
        <span className="min-w-0 truncate text-ink-3 text-xs @max-[759px]/queue:hidden @max-[519px]/queue:col-span-2 @max-[519px]/queue:row-start-2 @max-[519px]/queue:block @max-[519px]/queue:empty:hidden">
          {section === "unanswered" ? (
            <ClockProgress clock={lead.clock} className="my-1 block w-full" />
          ) : (
            <span className="@max-[519px]/queue:hidden">
              {lead.last ? lastActivityText(lead.last, clockNow()) : "No contact yet"}
            </span>
          )}
        </span>
        <span className="flex min-w-0 items-baseline gap-2 @max-[519px]/queue:col-start-1 @max-[519px]/queue:row-start-1 @max-[519px]/queue:flex-col @max-[519px]/queue:gap-0">
          <a
            data-row={row.key}
            title={[name, lead.company !== name && lead.company, lead.next_task_title, withHosts(hostsOfNextStep(lead))]
              .filter(Boolean)
              .join(", ")}
            data-crm-row=""
            href={lead.account ? pathInAccount(lead.account, lead.id) : `?lead=${lead.id}`}
            aria-current={current || undefined}
            onFocus={() => {
              markQueueFocused();
              onSelect(row.key);
            }}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              onSelect(row.key);
              onOpen(lead, false);
            }}
            onDoubleClick={() => onOpen(lead, true)}
            className={`max-w-full shrink-0 truncate font-medium @max-[519px]/queue:text-[15px]/5 ${rowLinkClasses}`}
          >
            {name}
          </a>
          <span
            className={cn(
              "min-w-0 max-w-full truncate text-ink-3",
              // Beside the account's mark there is only room for it on a wide screen, and on a phone, below each other.
              lead.account && "@max-[979px]/queue:hidden @max-[519px]/queue:inline",
            )}
          >
            {lead.company !== name && lead.company}
          </span>
          {lead.account && (
            <AccountChip
              account={lead.account}
              className="self-center @max-[519px]/queue:mt-1 @max-[519px]/queue:self-start"
            />
          )}
        </span>
        <span className="flex min-w-0 items-center gap-1.5 text-ink-2 @max-[759px]/queue:col-start-3 @max-[759px]/queue:row-start-2 @max-[759px]/queue:text-xs @max-[519px]/queue:col-start-1 @max-[519px]/queue:row-start-3 @max-[519px]/queue:text-13">
          <TaskCell row={row} stageLabel={props.stageLabel} />
        </span>
        <QueueOwner row={row} current={current} />
      </div>
      {opensActions && !isReadOnly && <QueueCardActions row={row} />}
    </li>
  );
});

function QueueCardActions({ row: { lead } }: { row: Row }) {
  const { claimAndAnswer, claimAndText } = useLeadActions();
  return (
    <div className="hidden gap-2 px-4 pb-3 @max-[519px]/queue:flex">
      <Button variant="primary" size="lg" className="z-1 flex-1" onClick={() => void claimAndAnswer(lead)}>
        {lead.owner_id ? <KindIcon kind={answerKind(lead)} /> : <Hand aria-hidden="true" />}
        {answerText(lead)}
      </Button>
      {lead.phone && (
        <Button size="lg" className="z-1" onClick={() => void claimAndText(lead)}>
          <KindIcon kind="sms" /> SMS
        </Button>
      )}
    </div>
  );
}

/** The remaining time, or the delay. */
function DueCell({ row: { section, lead } }: { row: Row }) {
  if (section === "unanswered") return <ClockChip clock={lead.clock} />;
  const late = section === "overdue" && !isCallNow(lead);
  const text =
    section === "no_next_step"
      ? formatAge(clockNow() - Date.parse(lead.stage_entered_at))
      : lead.next_task_at
        ? stepTimeText(lead)
        : "–";
  return (
    <span
      className={cn(
        "whitespace-nowrap font-medium font-mono text-[12.5px]/4 tabular-nums tracking-tighter [word-spacing:-.28em]",
        late && "text-bad-fg",
        section === "no_next_step" && "text-warn-fg",
      )}
    >
      {text}
    </span>
  );
}

/** The next task, or the source of a new lead. */
function TaskCell({ row: { section, lead }, stageLabel }: { row: Row; stageLabel: string }) {
  if (section === "unanswered") {
    const text = [sourceText(lead.source, { short: true }), lead.tier_interest[0]].filter(Boolean).join(", ");
    return (
      <>
        <SourceIcon source={lead.source} />
        <span className="truncate">{text}</span>
      </>
    );
  }
  return (
    <>
      {section === "no_next_step" ? (
        <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0 text-ink-3" />
      ) : (
        <KindIcon kind={lead.next_task_kind ?? "other"} className="size-3.5 shrink-0 text-ink-3" />
      )}
      <span className="truncate">
        {section === "no_next_step"
          ? stageLabel
          : [lead.next_task_title, withHosts(hostsOfNextStep(lead))].filter(Boolean).join(" ")}
      </span>
    </>
  );
}

/** The owner, or a button to claim an unowned lead. */
function QueueOwner({ row: { lead }, current }: { row: Row; current: boolean }) {
  const { claim } = useLeadActions();
  const isReadOnly = useIsReadOnly();
  const place = "@max-[519px]/queue:col-start-2 @max-[519px]/queue:row-start-3";
  if (lead.owner_name)
    return (
      <span className={cn("flex min-w-0 items-center justify-end gap-1.5 text-ink-2", place)}>
        <span className="truncate @max-[519px]/queue:sr-only">{lead.owner_name.split(" ")[0]}</span>
        <PersonAvatar userId={lead.owner_id} name={lead.owner_name} size={20} />
      </span>
    );
  return (
    <span className={cn("flex items-center justify-end gap-1.5 text-ink-3", place)}>
      <span
        className={cn(
          "@max-[519px]/queue:sr-only",
          !isReadOnly && "group-hover/q:hidden touch:group-hover/q:inline",
          !isReadOnly && current && "hidden @max-[519px]/queue:inline",
        )}
      >
        Unowned
      </span>
      <span
        aria-hidden="true"
        className={cn(
          "grid size-5 place-items-center rounded-full border border-ink-4 [&_svg]:size-3",
          !isReadOnly && "group-hover/q:hidden touch:group-hover/q:grid",
          !isReadOnly && current && "hidden @max-[519px]/queue:grid",
        )}
      >
        <UserRoundPlus />
      </span>
      {!isReadOnly && (
        <Button
          size="sm"
          className={cn(
            "z-1 hidden group-hover/q:inline-flex touch:hidden @max-[519px]/queue:hidden! phone:h-7",
            current && "inline-flex touch:hidden",
          )}
          onClick={() => void claim(lead)}
        >
          Claim
        </Button>
      )}
    </span>
  );
}
