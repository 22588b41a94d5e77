import { FormDialog } from "~/ui/form-dialog.tsx";
import type { MergeRef } from "../lib/lead-actions.ts";
import type { LeadRef, LeadTask } from "../lib/lead-types.ts";
import { AssignForm } from "./assign-form.tsx";
import { EmailForm } from "./email-form.tsx";
import { EraseLeadForm } from "./erase-lead-form.tsx";
import { LostForm } from "./lost-form.tsx";
import { NoteForm } from "./note-form.tsx";
import { OutcomeForm } from "./outcome-form.tsx";
import { TaskForm } from "./task-form.tsx";
import { UndoMergeForm } from "./undo-merge-form.tsx";

export type ActiveDialog =
  | { kind: "outcome"; lead: LeadRef; first?: "call" | "sms" }
  | { kind: "note" | "email"; lead: LeadRef }
  | { kind: "task"; lead: LeadRef; done?: LeadTask }
  | { kind: "assign"; leads: LeadRef[] }
  | { kind: "erase"; lead: LeadRef }
  | { kind: "apart"; merge: MergeRef }
  | { kind: "lost"; leadIds: string[]; who: string; onLost?: () => void };

/** The one dialog of an action on leads; it asks before it throws away what was typed. */
export function LeadDialogs({ dialog, onClose }: { dialog: ActiveDialog | null; onClose: () => void }) {
  return (
    <FormDialog
      open={dialog !== null}
      onClose={onClose}
      // What a form says about itself describes it; the others have nothing but their title.
      {...(dialog?.kind === "apart" || dialog?.kind === "erase" ? {} : { "aria-describedby": undefined })}
      className={dialog?.kind === "email" || dialog?.kind === "erase" ? "md:max-w-[560px]" : undefined}
      onOpenAutoFocus={focusFirst}
    >
      {dialog && <Form dialog={dialog} onClose={onClose} />}
    </FormDialog>
  );
}

/** The field that is written in, or the outcome that is chosen, has the focus; not what happens to stand first. */
function focusFirst(event: Event): void {
  const first = (event.currentTarget as HTMLElement | null)?.querySelector<HTMLElement>("[data-first], input:checked");
  if (!first) return;
  event.preventDefault();
  first.focus();
}

function Form({ dialog, onClose }: { dialog: ActiveDialog; onClose: () => void }) {
  switch (dialog.kind) {
    case "outcome":
      return <OutcomeForm lead={dialog.lead} first={dialog.first} onDone={onClose} />;
    case "note":
      return <NoteForm lead={dialog.lead} onDone={onClose} />;
    case "email":
      return <EmailForm lead={dialog.lead} onDone={onClose} />;
    case "task":
      return <TaskForm lead={dialog.lead} done={dialog.done} onDone={onClose} />;
    case "assign":
      return <AssignForm leads={dialog.leads} onDone={onClose} />;
    case "erase":
      return <EraseLeadForm lead={dialog.lead} onDone={onClose} />;
    case "apart":
      return <UndoMergeForm merge={dialog.merge} onDone={onClose} />;
    case "lost":
      return <LostForm leadIds={dialog.leadIds} who={dialog.who} onLost={dialog.onLost} onDone={onClose} />;
  }
}
