import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Field } from "~/ui/field.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { leadName } from "../../../../domain/lead-name.ts";
import type { LeadRef } from "../lib/lead-types.ts";
import { teamQuery } from "../lib/list-team.ts";
import { useChangeLeads } from "../lib/use-change-leads.ts";
import { DialogForm } from "./dialog-form.tsx";

/** Who looks after these leads. A rep who gives one away does not see it any more, and is told so before. */
export function AssignForm({ leads, onDone }: { leads: LeadRef[]; onDone: () => void }) {
  const { data: team = [] } = useQuery(teamQuery);
  const [owner, setOwner] = useState(leads[0]?.owner_id ?? "");
  const { mutate, isPending } = useChangeLeads();
  const who = leads.length === 1 && leads[0] ? leadName(leads[0]) : `${leads.length} leads`;
  const assign = () => {
    const name = team.find(({ user_id }) => user_id === owner)?.name;
    const text = name ? `${who} assigned to ${name}` : `${who} has no owner now`;
    mutate({ leadIds: leads.map(({ id }) => id), changes: { user_id: owner || null }, text }, { onSuccess: onDone });
  };
  return (
    <DialogForm title={`Assign ${who}`} confirmLabel="Assign" busy={isPending} problem={null} onSubmit={assign}>
      <Field label="Owner" hint="Sales people see their own and unowned leads only.">
        <NativeSelect data-first="" value={owner} onChange={(event) => setOwner(event.target.value)}>
          <option value="">Nobody</option>
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
