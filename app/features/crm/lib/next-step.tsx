import { Calendar, Mail, MessageSquare, Phone, Square, TriangleAlert } from "lucide-react";
import { clockNow } from "~/ui/clock-ticker.ts";
import { cn } from "~/ui/cn.ts";
import { isUnderway } from "./call-types.ts";
import { dueText } from "./crm-format.ts";
import type { LeadRow, QueueLead } from "./lead-types.ts";

const ICONS = { call: Phone, email: Mail, sms: MessageSquare, meeting: Calendar, other: Square };
const KIND_LABELS = { call: "Call", email: "Email", sms: "SMS", meeting: "Meeting", other: "Task" };
const DAY_MS = 86_400_000;

/** Whether a task is due today, by the viewer's day. */
export const isToday = (at: string, now: number): boolean =>
  Date.parse(at) - now < DAY_MS && new Date(at).getDate() === new Date(now).getDate();

/** Whether the next step of a lead on Today is a call that takes place now, so that it isn't late. */
export const isCallNow = ({ call, next_task_call_id }: QueueLead): boolean =>
  call !== null && call.id === next_task_call_id && isUnderway(call, clockNow());

/** When the next step of a lead on Today is due. */
export const stepTimeText = (lead: QueueLead): string =>
  isCallNow(lead) ? "now" : dueText(lead.next_task_at ?? "", clockNow());

/** The next task and its due time: red when late, amber today and during a call. A triangle means that no task is planned. */
export function NextStep({ lead, now }: { lead: LeadRow; now: number }) {
  if (lead.erased_at) return null;
  if (!lead.next_task_at) {
    // While the clock runs, the next step is to answer the lead. A closed lead needs none.
    if (lead.clock || lead.stage === "won" || lead.stage === "lost") return null;
    return (
      <span title="No next step" className="inline-flex text-warn-fg">
        <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0" />
        <span className="sr-only">No next step</span>
      </span>
    );
  }
  const kind = (lead.next_task_kind ?? "other") as keyof typeof ICONS;
  const Icon = ICONS[kind] ?? Square;
  const due = Date.parse(lead.next_task_at);
  const isRunning = due <= now && Date.parse(lead.next_call_ends_at ?? "") > now;
  return (
    <span
      title={lead.next_task_title ?? undefined}
      className={cn(
        "inline-flex min-w-0 items-center gap-1 overflow-hidden whitespace-nowrap",
        due < now && !isRunning ? "text-bad-fg" : isToday(lead.next_task_at, now) ? "text-warn-fg" : "text-ink-3",
      )}
    >
      <Icon aria-hidden="true" className="size-3.5 shrink-0" />
      <span className="sr-only">{KIND_LABELS[kind] ?? "Task"}</span>
      {isRunning ? "now" : dueText(lead.next_task_at, now)}
    </span>
  );
}
