import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { queryKeys } from "~/shared/query-keys.ts";
import { Button } from "~/ui/button.tsx";
import { Dialog, DialogContent, DialogDescription, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";
import { Field } from "~/ui/field.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { type Person, searchPeople } from "./search-people.ts";
import { usePersonChange } from "./use-person-change.ts";

const UNASSIGNED = "unassigned";
type Props = { person: Person; change: "deactivate" | "client"; onClose: () => void };

/** Before access or leads are taken from somebody: what happens, and who takes their open leads in the same step. */
export function EndAccessDialog({ person, change, onClose }: Props) {
  const [taker, setTaker] = useState("");
  const [missing, setMissing] = useState(false);
  const save = usePersonChange();
  const deactivates = change === "deactivate";
  const mustHandOver = person.openLeads > 0;
  const send = () => {
    if (mustHandOver && !taker) return setMissing(true);
    const handOver = taker === UNASSIGNED ? { unassign: true } : taker ? { reassignTo: taker } : {};
    const { userId } = person;
    save.mutate(
      deactivates ? { kind: "deactivate", userId, ...handOver } : { kind: "role", userId, role: "client", ...handOver },
      { onSuccess: onClose },
    );
  };
  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent>
        <DialogTitle>{deactivates ? `Deactivate ${person.name}?` : `Make ${person.name} a client?`}</DialogTitle>
        <DialogDescription>
          {deactivates
            ? "Their access ends at once, everywhere they are signed in. You can reactivate them at any time."
            : "They leave the sales team and see the client portal only."}
        </DialogDescription>
        {mustHandOver && (
          <AssigneeField
            person={person}
            value={taker}
            onChange={setTaker}
            {...(missing && !taker ? { error: "Choose who takes them" } : {})}
          />
        )}
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" loading={save.isPending} onClick={send}>
            {deactivates ? "Deactivate" : "Make client"}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

type AssigneeProps = { person: Person; value: string; onChange: (value: string) => void; error?: string };

function AssigneeField({ person, value, onChange, error }: AssigneeProps) {
  const filter = { query: "", role: "sales", status: "active", sort: "name", descending: false } as const;
  const { data } = useQuery({
    queryKey: [...queryKeys.people(), "takers"],
    queryFn: () => searchPeople(filter, 0, 500),
  });
  const count = `${person.openLeads} open ${person.openLeads === 1 ? "lead" : "leads"}`;
  return (
    <Field label={`Who takes their ${count}?`} error={error}>
      <NativeSelect value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">Choose…</option>
        {data?.people
          .filter(({ userId }) => userId !== person.userId)
          .map(({ userId, name, openLeads }) => (
            <option key={userId} value={userId}>
              {name} ({openLeads} open)
            </option>
          ))}
        <option value={UNASSIGNED}>Nobody for now: leave them unassigned</option>
      </NativeSelect>
    </Field>
  );
}
