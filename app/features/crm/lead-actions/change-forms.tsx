import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Field } from "~/ui/field.tsx";
import { useUnsavedChanges } from "~/ui/form-dialog.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { Textarea } from "~/ui/textarea.tsx";
import { formatCount } from "../../../../domain/format-count.ts";
import { leadName } from "../../../../domain/lead-name.ts";
import { lostReasonsQuery, teamOf } from "../lib/api.ts";
import { useChangeLeads } from "../lib/change-leads.ts";
import type { LeadRef } from "../lib/lead-types.ts";
import { DialogForm } from "./dialog-form.tsx";

type AssignProps = { leads: LeadRef[]; onChanged: (() => void) | undefined; onDone: () => void };

/** Sets the owner. A hint warns reps that they no longer see a lead after they give it away. */
export function AssignForm({ leads, onChanged, onDone }: AssignProps) {
  const account = leads[0]?.account?.slug;
  const { data: team = [] } = useQuery(teamOf(account));
  const [owner, setOwner] = useState(leads[0]?.owner_id ?? "");
  const { run, busy } = useChangeLeads();
  const who = leads.length === 1 && leads[0] ? leadName(leads[0]) : `${leads.length} leads`;
  const assign = async () => {
    const name = team.find(({ user_id }) => user_id === owner)?.name;
    const text = name ? `Assigned ${who} to ${name}` : `Unassigned ${who}`;
    const leadIds = leads.map(({ id }) => id);
    if (!(await run({ leadIds, changes: { user_id: owner || null }, text, account }))) return;
    onChanged?.();
    onDone();
  };
  return (
    <DialogForm title={`Assign ${who}`} confirmLabel="Assign" busy={busy} problem={null} onSubmit={assign}>
      <Field label="Owner" hint="Reps only see their own leads and unowned ones.">
        <NativeSelect data-first="" value={owner} onChange={(event) => setOwner(event.target.value)}>
          <option value="">No owner</option>
          {team.map(({ user_id, name, role }) => (
            <option key={user_id} value={user_id}>
              {name} ({role})
            </option>
          ))}
        </NativeSelect>
      </Field>
    </DialogForm>
  );
}

type Props = {
  leadIds: string[];
  account: string | undefined;
  who: string;
  onLost: (() => void) | undefined;
  onDone: () => void;
};

/** Requires the reason why leads are lost, so that the team can learn from it. */
export function LostForm({ leadIds, account, who, onLost, onDone }: Props) {
  const { data: reasons = [] } = useQuery(lostReasonsQuery(account));
  const [reason, setReason] = useState("");
  const [note, setNote] = useState("");
  useUnsavedChanges(note.trim() ? "your note" : null);
  const [problem, setProblem] = useState<string | null>(null);
  const { run, busy, done: reached } = useChangeLeads();
  const lose = async () => {
    if (!reason) return setProblem("Choose a reason");
    const changes = { stage: "lost", lost_reason_id: reason, lost_note: note.trim() || null };
    if (!(await run({ leadIds, changes, text: `Moved ${who} to Lost`, account }))) return;
    onLost?.();
    onDone();
  };
  return (
    <DialogForm
      title={`Mark ${who} as lost`}
      confirmLabel={busy && reached > 0 ? `${formatCount(reached)} of ${formatCount(leadIds.length)}` : "Mark as lost"}
      busy={busy}
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
          <option value="">Choose…</option>
          {reasons.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </NativeSelect>
      </Field>
      <Field label="Details (optional)">
        <Textarea rows={2} maxLength={1_000} value={note} onChange={(event) => setNote(event.target.value)} />
      </Field>
    </DialogForm>
  );
}
