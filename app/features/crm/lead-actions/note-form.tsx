import { Field } from "~/ui/field.tsx";
import { useUnsavedChanges } from "~/ui/form-dialog.tsx";
import { Textarea } from "~/ui/textarea.tsx";
import { leadName } from "../../../../domain/lead-name.ts";
import { useDialogDraft } from "../lib/drafts.ts";
import type { LeadRef } from "../lib/lead-types.ts";
import { logActivity, showLoggedToast } from "../lib/log-activity.ts";
import { useSubmit } from "../lib/use-submit.ts";
import { DialogForm } from "./dialog-form.tsx";

/** A note about a lead, for the team only. */
export function NoteForm({ lead, onDone }: { lead: LeadRef; onDone: () => void }) {
  const { text, setText, isDirty, restore } = useDialogDraft(`note:${lead.id}`);
  useUnsavedChanges(isDirty ? "this note" : null, restore);
  const note = useSubmit(
    (id) => logActivity({ id, leadId: lead.id, kind: "note", body: text }),
    "The note was not saved",
  );
  const save = async () => {
    if (!text.trim()) return note.setProblem("Write a note first");
    const sent = await note.submit();
    if (!sent) return;
    setText("");
    showLoggedToast(sent.answer, "Note saved");
    onDone();
  };
  return (
    <DialogForm title={`Note about ${leadName(lead)}`} confirmLabel="Save note" {...note} onSubmit={save}>
      <Field label="Note" hint="Seen by your team only">
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
