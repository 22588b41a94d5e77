import { FormDialog } from "~/ui/form-dialog.tsx";
import type { MergeRef } from "../lib/lead-actions.ts";
import type { LeadRef, LeadTask } from "../lib/lead-shape.ts";
import { AssignForm } from "./assign-form.tsx";
import { EmailForm } from "./email-form.tsx";
import { EraseLeadForm } from "./erase-lead-form.tsx";
import { LostForm } from "./lost-form.tsx";
import { NoteForm } from "./note-form.tsx";
import { OutcomeForm } from "./outcome-form.tsx";
import { TakeApartForm } from "./take-apart-form.tsx";
import { TaskForm } from "./task-form.tsx";

export type Asked =
  | { what: "outcome"; lead: LeadRef; first?: "call" | "sms" }
  | { what: "note" | "email"; lead: LeadRef }
  | { what: "task"; lead: LeadRef; done?: LeadTask }
  | { what: "assign"; leads: LeadRef[] }
  | { what: "erase"; lead: LeadRef }
  | { what: "apart"; merge: MergeRef }
  | { what: "lost"; leadIds: string[]; who: string; onLost?: () => void };

/** The one dialog of an action on leads; it asks before it throws away what was typed. */
export function LeadDialogs({ asked, onClose }: { asked: Asked | null; onClose: () => void }) {
  return (
    <FormDialog
      open={asked !== null}
      onClose={onClose}
      // What a form says about itself describes it; the others have nothing but their title.
      {...(asked?.what === "apart" || asked?.what === "erase" ? {} : { "aria-describedby": undefined })}
      className={asked?.what === "email" || asked?.what === "erase" ? "md:max-w-[560px]" : undefined}
      onOpenAutoFocus={focusFirst}
    >
      {asked && <Form asked={asked} onClose={onClose} />}
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

function Form({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  switch (asked.what) {
    case "outcome":
      return <OutcomeForm lead={asked.lead} first={asked.first} onDone={onClose} />;
    case "note":
      return <NoteForm lead={asked.lead} onDone={onClose} />;
    case "email":
      return <EmailForm lead={asked.lead} onDone={onClose} />;
    case "task":
      return <TaskForm lead={asked.lead} done={asked.done} onDone={onClose} />;
    case "assign":
      return <AssignForm leads={asked.leads} onDone={onClose} />;
    case "erase":
      return <EraseLeadForm lead={asked.lead} onDone={onClose} />;
    case "apart":
      return <TakeApartForm merge={asked.merge} onDone={onClose} />;
    case "lost":
      return <LostForm leadIds={asked.leadIds} who={asked.who} onLost={asked.onLost} onDone={onClose} />;
  }
}
