import { rpc } from "~/shared/api.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { useAction } from "~/shared/use-action.ts";
import type { LeadRef, LeadTask } from "./lead-types.ts";
import { offerUndo } from "./undo-stack.ts";

/** `again` is true if the task was like this already. */
export const changedTask = z.object({ lead_id: z.string(), again: z.boolean() });

/** Fields of a task, and whether it is deleted. */
type TaskChanges = Partial<Pick<LeadTask, "kind" | "title" | "due_at">> & { removed?: boolean };

/** Changes the task if it is still as `seen`. Throws ServiceError, PT409 if someone else changed or finished it. */
const changeTask = ({ account }: LeadRef, { id, kind, title, due_at }: LeadTask, changes: TaskChanges) =>
  rpc(
    "change_task",
    { p_task_id: id, p_changes: changes, p_seen: { kind, title, due_at } },
    changedTask,
    account?.slug,
  );

export type TaskChange = {
  lead: LeadRef;
  /** As the user saw it. */
  task: LeadTask;
  changes: TaskChanges;
  text: string;
};

type Options = {
  canRetry?: boolean;
  showProblem?: "inline";
  explain?: (error: unknown, change: TaskChange) => Promise<string | null>;
};

/** Changes, moves or deletes an open task, and offers Undo, which restores it exactly. */
export function useChangeTask(options: Options = {}) {
  return useAction({
    ...options,
    action: ({ lead, task, changes }: TaskChange) => changeTask(lead, task, changes),
    onSuccess: (_, { lead, task, changes, text }) => {
      const { removed, ...fields } = changes;
      const { kind, title, due_at } = task;
      const undo = async () => {
        await changeTask(lead, { ...task, ...fields }, removed ? { removed: false } : { kind, title, due_at });
        return { restored: 1, kept: 0 };
      };
      offerUndo({ text, leadId: lead.id, undo });
    },
    errorMessage: "Couldn't change the task",
    invalidates: [queryKeys.crm()],
  });
}
