import { TriangleAlert } from "lucide-react";
import { ClockChip } from "~/ui/clock-chip.tsx";
import { clockNow } from "~/ui/clock-ticker.ts";
import { cn } from "~/ui/cn.ts";
import { SourceIcon, sourceText } from "~/ui/source-icon.tsx";
import { dueText, formatAge } from "../lib/crm-format.ts";
import { KindIcon } from "../lib/outcome-icon.tsx";
import type { QueueRow as Row } from "./use-queue.ts";

/** How long there is left, or how late it is. */
export function DueCell({ row: { section, lead } }: { row: Row }) {
  if (section === "unanswered") return <ClockChip clock={lead.clock} />;
  const late = section === "overdue";
  const text =
    section === "no_next_step"
      ? formatAge(clockNow() - Date.parse(lead.stage_entered_at))
      : lead.next_task_at
        ? dueText(lead.next_task_at, clockNow())
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

/** What is to be done, or where they came from. */
export function TaskCell({ row: { section, lead }, stageLabel }: { row: Row; stageLabel: string }) {
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
      <span className="truncate">{section === "no_next_step" ? stageLabel : lead.next_task_title}</span>
    </>
  );
}
