import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Field } from "~/ui/field.tsx";
import { useUnsavedChanges } from "~/ui/form-dialog.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { Textarea } from "~/ui/textarea.tsx";
import { numberFormat } from "../lib/lead-row.ts";
import { lostReasonsQuery } from "../lib/list-stages.ts";
import { useChangeLeads } from "../lib/use-change-leads.ts";
import { DialogForm } from "./dialog-form.tsx";

type Props = { leadIds: string[]; who: string; onLost: (() => void) | undefined; onDone: () => void };

/** Why a lead is lost: without a reason nobody learns from it. */
export function LostForm({ leadIds, who, onLost, onDone }: Props) {
  const { data: reasons = [] } = useQuery(lostReasonsQuery);
  const [reason, setReason] = useState("");
  const [note, setNote] = useState("");
  useUnsavedChanges(note.trim() ? "what you wrote" : null);
  const [problem, setProblem] = useState<string | null>(null);
  const { mutate, isPending, done: reached } = useChangeLeads();
  const lose = () => {
    if (!reason) return setProblem("Choose why it was lost");
    const changes = { stage: "lost", lost_reason_id: reason, lost_note: note.trim() || null };
    const done = () => {
      onLost?.();
      onDone();
    };
    mutate({ leadIds, changes, text: `Moved ${who} to Lost` }, { onSuccess: done });
  };
  return (
    <DialogForm
      title={`Why ${leadIds.length === 1 ? "is" : "are"} ${who} lost?`}
      confirmLabel={
        isPending && reached > 0
          ? `${numberFormat.format(reached)} of ${numberFormat.format(leadIds.length)}`
          : "Mark as lost"
      }
      busy={isPending}
      problem={null}
      onSubmit={lose}
    >
      <Field label="Reason" required error={problem ?? undefined}>
        <NativeSelect
          data-first=""
          value={reason}
          onChange={(event) => {
            setReason(event.target.value);
            setProblem(null);
          }}
        >
          <option value="">Choose one</option>
          {reasons.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </NativeSelect>
      </Field>
      <Field label="What else is there to say?">
        <Textarea rows={2} maxLength={1_000} value={note} onChange={(event) => setNote(event.target.value)} />
      </Field>
    </DialogForm>
  );
}
