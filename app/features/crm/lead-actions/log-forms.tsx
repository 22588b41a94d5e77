import { useId, useRef, useState } from "react";
import { queryKeys } from "~/shared/query-keys.ts";
import { useAction } from "~/shared/use-action.ts";
import { Checkbox } from "~/ui/checkbox.tsx";
import { cn } from "~/ui/cn.ts";
import { Field, FieldError } from "~/ui/field.tsx";
import { useUnsavedChanges } from "~/ui/form-dialog.tsx";
import { Kbd } from "~/ui/kbd.tsx";
import { Textarea } from "~/ui/textarea.tsx";
import { leadName } from "../../../../domain/lead-name.ts";
import { useStages } from "../lib/api.ts";
import { OUTCOMES, type Outcome, stageAfter } from "../lib/crm-format.ts";
import { useDialogDraft, useStoredFields } from "../lib/drafts.ts";
import type { LeadRef } from "../lib/lead-types.ts";
import { type LogResult, logActivity, logErrorText, showLoggedToast } from "../lib/log-activity.ts";
import { isCustomTask, isValidTask, newTask, TaskFields, type TaskInput, toTask } from "../lib/task-fields.tsx";
import { CallPanel } from "./call-panel.tsx";
import { DialogForm } from "./dialog-form.tsx";

/** Logs how a call went, with optional notes and a next step. `first` is what was just started: a call or a text message. */
export function OutcomeForm({
  lead,
  first,
  onDone,
}: {
  lead: LeadRef;
  first?: string | undefined;
  onDone: () => void;
}) {
  // Nothing is selected at first: an outcome that no one chose would be wrong in the history.
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { text, setText, isDirty, restore } = useDialogDraft(`call:${lead.id}`);
  const [task, setTask] = useStoredFields<TaskInput>(`call-task:${lead.id}`);
  const taskBefore = useRef(task);
  const [isTried, setTried] = useState(false);
  const [asksOutcome, setAsksOutcome] = useState(false);
  const choices = useRef<HTMLFieldSetElement>(null);
  const notes = useRef<HTMLTextAreaElement>(null);
  const problemId = useId();
  const isTaskDirty = task !== null && isCustomTask(task) && task.title !== taskBefore.current?.title;
  useUnsavedChanges(isDirty || isTaskDirty ? "your note" : null, () => {
    restore();
    setTask(taskBefore.current);
  });
  const { labelOf } = useStages();
  const stage = outcome && stageAfter(lead, outcome.stage);
  const log = useAction<Outcome, LogResult>({
    action: ({ kind, outcome: result, stage: next }, id) =>
      logActivity({
        id,
        leadId: lead.id,
        account: lead.account?.slug,
        kind,
        outcome: result,
        body: text || undefined,
        claim: !lead.owner_id,
        stage: stageAfter(lead, next),
        next: task ? toTask(task, id) : undefined,
      }),
    errorMessage: ({ kind }) => logErrorText(kind),
    showProblem: "inline",
    invalidates: [queryKeys.crm()],
  });
  const save = async () => {
    setTried(true);
    if (!outcome) {
      setAsksOutcome(true);
      choices.current?.querySelector("input")?.focus();
      return;
    }
    if (task && !isValidTask(task)) return;
    const sent = await log.run(outcome);
    if (!sent) return;
    showLoggedToast(sent.answer, lead, {
      text: `${leadName(lead)}: ${outcome.past}`,
      drafts: [`call:${lead.id}`, `call-task:${lead.id}`],
    });
    onDone();
  };
  return (
    <DialogForm
      title={`Log a call with ${leadName(lead)}`}
      confirmLabel="Log activity"
      busy={log.busy}
      problem={log.problem}
      onSubmit={save}
    >
      {lead.phone && <CallPanel phone={lead.phone} timed={first === "call"} />}
      <fieldset
        ref={choices}
        aria-describedby={asksOutcome && !outcome ? problemId : undefined}
        className="grid grid-cols-2 gap-1.5"
        onKeyDown={(event) => {
          const chosen = OUTCOMES.find(({ key }) => key === event.key);
          if (chosen) {
            setOutcome(chosen);
            log.setProblem(null);
            event.currentTarget.querySelector<HTMLElement>(`[data-outcome="${chosen.key}"]`)?.focus();
          } else if (outcome && /^[^\s\d]$/u.test(event.key) && !event.metaKey && !event.ctrlKey && !event.repeat) {
            // Whoever begins to write after the outcome writes notes.
            notes.current?.focus();
          }
          // Enter logs the selected outcome, so that an answer takes only three keys.
          if (event.key === "Enter" && !event.metaKey && !event.ctrlKey) {
            event.preventDefault();
            void save();
          }
        }}
      >
        <legend className="sr-only">Outcome</legend>
        {OUTCOMES.map((option) => (
          <label
            key={option.key}
            className={cn(
              "flex h-9 cursor-pointer items-center gap-2 rounded-ctl border border-line bg-surface px-3 text-13 hover:wash phone:h-12",
              "has-checked:border-accent has-checked:bg-accent-tint has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-1",
            )}
          >
            <input
              type="radio"
              name="outcome"
              className="sr-only"
              data-outcome={option.key}
              data-first={option.kind === (first ?? "call") ? "" : undefined}
              checked={option.key === outcome?.key}
              onChange={() => {
                setOutcome(option);
                log.setProblem(null);
              }}
            />
            <span className="min-w-0 flex-1 truncate">{option.label}</span>
            <Kbd>{option.key}</Kbd>
          </label>
        ))}
        <div role="alert" className="col-span-2">
          <FieldError id={problemId}>{asksOutcome && !outcome && "Select an outcome"}</FieldError>
        </div>
      </fieldset>
      <Field label="Notes" hint={stage ? `Moves the lead to ${labelOf(stage)}` : undefined}>
        <Textarea
          ref={notes}
          rows={3}
          maxLength={10_000}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <Checkbox
        label="Add a next step"
        checked={task !== null}
        onChange={(event) => {
          setTask(event.target.checked ? newTask(lead) : null);
          setTried(false);
        }}
      />
      {task && <TaskFields task={task} onChange={setTask} isTried={isTried} />}
    </DialogForm>
  );
}

export function NoteForm({ lead, onDone }: { lead: LeadRef; onDone: () => void }) {
  const { text, setText, isDirty, restore } = useDialogDraft(`note:${lead.id}`);
  const [isTried, setTried] = useState(false);
  useUnsavedChanges(isDirty ? "this note" : null, restore);
  const note = useAction<void, LogResult>({
    action: (_, id) => logActivity({ id, leadId: lead.id, account: lead.account?.slug, kind: "note", body: text }),
    errorMessage: logErrorText("note"),
    showProblem: "inline",
    invalidates: [queryKeys.crm()],
  });
  const save = async () => {
    setTried(true);
    if (!text.trim()) return;
    const sent = await note.run();
    if (!sent) return;
    showLoggedToast(sent.answer, lead, { text: "Note saved", drafts: [`note:${lead.id}`] });
    onDone();
  };
  return (
    <DialogForm
      title={`Note about ${leadName(lead)}`}
      confirmLabel="Save note"
      busy={note.busy}
      problem={note.problem}
      onSubmit={save}
    >
      <Field label="Note" hint="Visible only to your team" error={isTried && !text.trim() && "Enter a note"}>
        <Textarea
          rows={4}
          maxLength={10_000}
          data-first=""
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
    </DialogForm>
  );
}
