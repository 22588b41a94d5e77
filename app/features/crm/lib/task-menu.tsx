import { CalendarArrowUp, Ellipsis, Pencil, Trash2 } from "lucide-react";
import { Button } from "~/ui/button.tsx";
import { clockNow } from "~/ui/clock-ticker.ts";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuShortcut,
  DropdownMenuTrigger,
} from "~/ui/dropdown-menu.tsx";
import { useChangeTask } from "./change-task.ts";
import { taskTimeText } from "./crm-format.ts";
import { useLeadActions } from "./lead-actions.ts";
import type { LeadRef, LeadTask } from "./lead-types.ts";
import { DUE_PRESETS } from "./task-fields.tsx";

type Props = {
  lead: LeadRef;
  task: LeadTask;
  /** The key changes this task, the next one of the lead. */
  hasKey?: boolean;
};

/** Changes, moves or deletes an open task. The task of a booked call has none, because it follows the call. */
export function TaskMenu({ lead, task, hasKey = false }: Props) {
  const { changeTask } = useLeadActions();
  const { run, busy } = useChangeTask({ canRetry: true });
  if (task.call_id) return null;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="icon-sm" aria-label={`Change “${task.title}”`} loading={busy}>
          <Ellipsis aria-hidden="true" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuItem onSelect={() => changeTask(lead, task)}>
          <Pencil aria-hidden="true" /> Change… {hasKey && <DropdownMenuShortcut>M</DropdownMenuShortcut>}
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        <DropdownMenuLabel>Move to</DropdownMenuLabel>
        {DUE_PRESETS.map(({ label, due }) => {
          const due_at = new Date(due()).toISOString();
          const when = taskTimeText(due_at, clockNow());
          const move = () => void run({ lead, task, changes: { due_at }, text: `Moved “${task.title}” to ${when}` });
          return (
            <DropdownMenuItem key={label} onSelect={move}>
              <CalendarArrowUp aria-hidden="true" /> {label}
              <span className="ml-auto pl-4 text-ink-3 text-xs">{when}</span>
            </DropdownMenuItem>
          );
        })}
        <DropdownMenuSeparator />
        <DropdownMenuItem
          variant="danger"
          onSelect={() => void run({ lead, task, changes: { removed: true }, text: `Deleted “${task.title}”` })}
        >
          <Trash2 aria-hidden="true" /> Delete
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
