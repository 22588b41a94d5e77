import { useState } from "react";
import { queryKeys } from "~/shared/query-keys.ts";
import { ServiceError } from "~/shared/service-error.ts";
import { useAction } from "~/shared/use-action.ts";
import { Button } from "~/ui/button.tsx";
import { useUnsavedChanges } from "~/ui/form-dialog.tsx";
import { leadName } from "../../../../domain/lead-name.ts";
import type { LeadRef, LeadTask } from "../lib/lead-types.ts";
import type { NextTask } from "../lib/log-activity.ts";
import { isCustomTask, isValidTask, newTask, TaskFields, toTask } from "../lib/task-fields.tsx";
import { offerUndo } from "../lib/undo-stack.ts";
import { addTask, finishTask, removeTask, reopenTask } from "./api.ts";
import { DialogForm } from "./dialog-form.tsx";

type Props = { lead: LeadRef; done?: LeadTask | undefined; onDone: () => void };

/** Plans a task. Also finishes the task `done`, if there is one, in the same transaction. */
export function TaskForm({ lead, done, onDone }: Props) {
  const [task, setTask] = useState(() => newTask(lead));
  const [isTried, setTried] = useState(false);
  useUnsavedChanges(isCustomTask(task) ? "this task" : null);
  const plan = useAction<void, NextTask>({
    action: async (_, id) => {
      const next = toTask(task, id);
      if (done) await finishTask(lead, done, next);
      else await addTask(lead, next);
      return next;
    },
    // A row that the database refuses carries no reason.
    explain: (error) =>
      error instanceof ServiceError && error.kind === "refused" && !error.refusal
        ? `You can no longer work with this lead${lead.account ? ` of ${lead.account.name}` : ""}`
        : null,
    errorMessage: "Couldn't save the task",
    showProblem: "inline",
    invalidates: [queryKeys.crm()],
  });
  const finish = useAction({
    action: (open: LeadTask) => finishTask(lead, open),
    errorMessage: "Couldn't complete the task",
    showProblem: "inline",
    invalidates: [queryKeys.crm()],
  });
  const save = async () => {
    setTried(true);
    if (!isValidTask(task)) return;
    const sent = await plan.run();
    if (!sent) return;
    const { answer: added } = sent;
    if (done) showFinishedToast(lead, done, "Task done, next step added", added.id);
    else offerUndo({ text: `Task added for ${leadName(lead)}`, undo: () => removeTask(lead, added) });
    onDone();
  };
  const justDone = async () => {
    if (!done || !(await finish.run(done))) return;
    showFinishedToast(lead, done, `Completed “${done.title}”`);
    onDone();
  };
  return (
    <DialogForm
      title={done ? `What's next after “${done.title}”?` : `Task for ${leadName(lead)}`}
      confirmLabel={done ? "Done, add next" : "Add task"}
      busy={plan.busy}
      problem={plan.problem ?? finish.problem}
      onSubmit={save}
      secondaryAction={
        done && (
          <Button loading={finish.busy} onClick={() => void justDone()}>
            Done, no next step
          </Button>
        )
      }
    >
      <TaskFields task={task} onChange={setTask} isTried={isTried} autoFocus />
    </DialogForm>
  );
}

/** Shows that a task is done. Undo also removes the task that was planned next. */
function showFinishedToast(lead: LeadRef, done: LeadTask, text: string, planned?: string): void {
  offerUndo({ text, undo: () => reopenTask(lead, done, planned) });
}
