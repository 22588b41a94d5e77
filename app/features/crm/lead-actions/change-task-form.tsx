import { useState } from "react";
import { rpc } from "~/shared/api.ts";
import { isConflict, problemText } from "~/shared/problem-text.ts";
import { clockNow } from "~/ui/clock-ticker.ts";
import { useUnsavedChanges } from "~/ui/form-dialog.tsx";
import { useChangeTask } from "../lib/change-task.ts";
import { kindText, taskTimeText } from "../lib/crm-format.ts";
import { type LeadRef, type LeadTask, leadDetail } from "../lib/lead-types.ts";
import { isValidTask, TaskFields, taskInput, toTask } from "../lib/task-fields.tsx";
import { DialogForm } from "./dialog-form.tsx";

type Props = { lead: LeadRef; task: LeadTask; onDone: () => void };

/** Changes the type, title and time of a task. An overdue one can keep its time. */
export function ChangeTaskForm({ lead, task, onDone }: Props) {
  const [seen, setSeen] = useState(task);
  const before = taskInput(task);
  const [input, setInput] = useState(before);
  const [isTried, setTried] = useState(false);
  useUnsavedChanges(
    input.title !== before.title || input.due !== before.due || input.kind !== before.kind ? "your changes" : null,
  );
  /** Keeps what was typed, and bases the next try on the newest version. */
  const explainConflict = async (error: unknown) => {
    // It may be a lead of another account, which the cache doesn't hold.
    const fresh = await rpc("lead_page", { p_lead_id: lead.id }, leadDetail, lead.account?.slug);
    const now = fresh.tasks.find(({ id }) => id === task.id);
    const problem = problemText(error, "Couldn't change the task");
    if (!now) return problem;
    setSeen(now);
    const what = `“${now.title}” (${kindText(now.kind)}, ${taskTimeText(now.due_at, clockNow())})`;
    return `${problem}. It's ${what} now. Save again to overwrite it.`;
  };
  const { run, busy, problem } = useChangeTask({
    showProblem: "inline",
    explain: async (error) => (isConflict(error) ? explainConflict(error).catch(() => null) : null),
  });
  const save = async () => {
    setTried(true);
    if (!isValidTask(input, before)) return;
    const { kind, title, due_at } = toTask(input, task.id);
    // A field of a form has no seconds.
    const changes = { kind, title, due_at: input.due === before.due ? task.due_at : due_at };
    if (await run({ lead, task: seen, changes, text: `Changed “${task.title}”` })) onDone();
  };
  return (
    <DialogForm title={`Change “${task.title}”`} confirmLabel="Save" busy={busy} problem={problem} onSubmit={save}>
      <TaskFields task={input} was={before} onChange={setInput} isTried={isTried} autoFocus />
    </DialogForm>
  );
}
