import { Field } from "~/ui/field.tsx";
import { useUnsavedChanges } from "~/ui/form-dialog.tsx";
import { Textarea } from "~/ui/textarea.tsx";
import { leadName } from "../../../../domain/lead-name.ts";
import { useDialogDraft } from "../lib/drafts.ts";
import type { LeadRef } from "../lib/lead-shape.ts";
import { logActivity, tellLogged } from "../lib/log-activity.ts";
import { useSend } from "../lib/use-send.ts";
import { DialogForm } from "./dialog-form.tsx";

/** A note about a lead, for the team only. */
export function NoteForm({ lead, onDone }: { lead: LeadRef; onDone: () => void }) {
  const { text, setText, isTyped, putBack } = useDialogDraft(`note:${lead.id}`);
  useUnsavedChanges(isTyped ? "this note" : null, putBack);
  const note = useSend(
    (id) => logActivity({ id, leadId: lead.id, kind: "note", body: text }),
    "The note was not saved",
  );
  const save = async () => {
    if (!text.trim()) return note.setProblem("Write a note first");
    const sent = await note.submit();
    if (!sent) return;
    setText("");
    tellLogged(sent.answer, "Note saved");
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
