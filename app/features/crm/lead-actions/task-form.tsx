import { useState } from "react";
import { toServiceError } from "~/shared/service-error.ts";
import { getSupabase } from "~/shared/supabase.ts";
import { toast } from "~/shared/toast.ts";
import { Button } from "~/ui/button.tsx";
import { useUnsavedChanges } from "~/ui/form-dialog.tsx";
import { leadName } from "../../../../domain/lead-name.ts";
import { callCrm } from "../lib/call-crm.ts";
import type { LeadRef, LeadTask } from "../lib/lead-types.ts";
import { isCustomTask, newTask, TaskFields, taskProblem, toTask } from "../lib/task-fields.tsx";
import { offerUndo } from "../lib/undo-stack.ts";
import { useSubmit } from "../lib/use-submit.ts";
import { DialogForm } from "./dialog-form.tsx";

type Props = { lead: LeadRef; done?: LeadTask | undefined; onDone: () => void };

/** Plans a task; when another one is done by it, that one is finished in the same step. */
export function TaskForm({ lead, done, onDone }: Props) {
  const [task, setTask] = useState(newTask);
  useUnsavedChanges(isCustomTask(task) ? "this task" : null);
  const plan = useSubmit(async (id) => {
    const next = toTask(task, id);
    if (done) await callCrm("finish_task", { p_task_id: done.id, p_next: next });
    else await insertTask(lead.id, next);
    return id;
  }, "The task was not saved");
  const finish = useSubmit(() => callCrm("finish_task", { p_task_id: done?.id }), "The task is still open");
  const save = async () => {
    const wrong = taskProblem(task);
    if (wrong) return plan.setProblem(wrong);
    const sent = await plan.submit();
    if (!sent) return;
    if (done) showFinishedToast(done, "Done, and the next step is planned", sent.answer);
    else toast.success("Task added");
    onDone();
  };
  const justDone = async () => {
    if (!done || !(await finish.submit())) return;
    showFinishedToast(done, `“${done.title}” is done`);
    onDone();
  };
  return (
    <DialogForm
      title={done ? `Finish “${done.title}”: what is next?` : `Task for ${leadName(lead)}`}
      confirmLabel={done ? "Done, plan next" : "Add task"}
      {...plan}
      problem={plan.problem ?? finish.problem}
      onSubmit={save}
      secondaryAction={
        done && (
          <Button loading={finish.busy} onClick={() => void justDone()}>
            Done, nothing next
          </Button>
        )
      }
    >
      <TaskFields task={task} onChange={setTask} autoFocus />
    </DialogForm>
  );
}

/** Says that a task is done, with Undo; what was planned instead goes with it. */
function showFinishedToast({ id }: LeadTask, text: string, planned?: string): void {
  offerUndo({ text, undo: () => callCrm("reopen_task", { p_task_id: id, p_planned: planned ?? null }) });
}

async function insertTask(leadId: string, task: ReturnType<typeof toTask>): Promise<void> {
  const supabase = await getSupabase();
  const { error, status } = await supabase.from("lead_tasks").insert({ ...task, lead_id: leadId });
  // The same task again: the answer to the first try was lost.
  if (error && error.code !== "23505") throw toServiceError(error, "/rest/v1/lead_tasks", status);
}
