import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type LeadRef, leadName } from "~/shared/crm/lead-shape.ts";
import { lostReasonsQuery } from "~/shared/crm/list-stages.ts";
import { useChangeLeads } from "~/shared/crm/use-change-leads.ts";
import { Field } from "~/ui/field.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { Textarea } from "~/ui/textarea.tsx";
import { FormFrame } from "./form-frame.tsx";

/** Why a lead is lost: without a reason nobody learns from it. */
export function LostForm({ leads, onDone }: { leads: LeadRef[]; onDone: () => void }) {
  const { data: reasons = [] } = useQuery(lostReasonsQuery);
  const [reason, setReason] = useState("");
  const [note, setNote] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const { mutate, isPending } = useChangeLeads();
  const who = leads.length === 1 && leads[0] ? leadName(leads[0]) : `${leads.length} leads`;
  const lose = () => {
    if (!reason) return setProblem("Choose why it was lost");
    const changes = { stage: "lost", lost_reason_id: reason, lost_note: note.trim() || null };
    mutate({ leadIds: leads.map(({ id }) => id), changes, text: `Moved ${who} to Lost` }, { onSuccess: onDone });
  };
  return (
    <FormFrame title={`Why is ${who} lost?`} action="Mark as lost" busy={isPending} problem={null} onSubmit={lose}>
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
    </FormFrame>
  );
}
