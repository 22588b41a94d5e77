import { CalendarPlus } from "lucide-react";
import { Button } from "~/ui/button.tsx";
import { Chip } from "~/ui/chip.tsx";
import { clockNow } from "~/ui/clock-ticker.ts";
import { Kbd } from "~/ui/kbd.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { dueText, kindText } from "../lib/crm-format.ts";
import { useLeadActions } from "../lib/lead-actions.ts";
import type { LeadDetail } from "../lib/lead-types.ts";
import { KindIcon } from "../lib/outcome-icon.tsx";
import { LeadSection } from "./section.tsx";

/** What is to be done next; Done asks for what comes after it. */
export function NextStep({ lead, className }: { lead: LeadDetail; className?: string }) {
  const { addTask, finishTask } = useLeadActions();
  const closed = lead.stage === "won" || lead.stage === "lost";
  const waits = lead.clock && !lead.clock.answered_at && lead.clock.state !== "dropped";
  const now = clockNow();
  return (
    <LeadSection
      title="Next step"
      className={className}
      action={
        <Button size="sm" variant="ghost" onClick={() => addTask(lead)}>
          <CalendarPlus aria-hidden="true" /> Add task
        </Button>
      }
    >
      {lead.tasks.length === 0 && (
        <p className={closed || waits ? "text-13 text-ink-3" : "text-13 text-warn-fg"}>
          {waits
            ? "Answer them first. What comes after it is planned with the log."
            : closed
              ? "Nothing is planned."
              : "No next step. Plan one, or close the lead."}
        </p>
      )}
      <ul className="grid gap-2.5">
        {lead.tasks.map((task, index) => {
          const late = Date.parse(task.due_at) < now;
          return (
            <li key={task.id} className="flex items-start gap-2.5 text-13">
              <Chip
                tone={late ? "bad" : "warn"}
                icon={<KindIcon kind={task.kind} />}
                className="font-mono tabular-nums"
              >
                {dueText(task.due_at, now)}
              </Chip>
              <div className="min-w-0 flex-1">
                <p className="break-words font-medium">{task.title}</p>
                <p className="text-ink-3 text-xs">
                  {kindText(task.kind)}, <TimeAgo at={task.due_at} />
                  {lead.owner_name && `, with ${lead.owner_name.split(" ")[0]}`}
                </p>
              </div>
              <Button size="sm" onClick={() => finishTask(lead, task)}>
                Done {index === 0 && <Kbd>D</Kbd>}
              </Button>
            </li>
          );
        })}
      </ul>
    </LeadSection>
  );
}
