import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "~/ui/button.tsx";
import { Dialog, DialogClose, DialogContent, DialogDescription, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";
import { Field } from "~/ui/field.tsx";
import { FormDialog, useUnsavedChanges } from "~/ui/form-dialog.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { Textarea } from "~/ui/textarea.tsx";
import { assigneesQuery, type Person } from "./api.ts";
import { useDecidePendingRole, usePersonChange } from "./use-person-actions.ts";

/** The reason is optional. The user sees it word for word. */
export function RejectDialog(props: RejectProps) {
  return (
    <FormDialog onClose={props.onClose}>
      <RejectForm {...props} />
    </FormDialog>
  );
}

type RejectProps = { person: Pick<Person, "userId" | "name">; onClose: () => void };

function RejectForm({ person, onClose }: RejectProps) {
  const [reason, setReason] = useState("");
  const decide = useDecidePendingRole();
  useUnsavedChanges(reason.trim() && !decide.busy ? "this reason" : null);
  const send = async () => {
    if (await decide.run({ userId: person.userId, status: "inactive", reason })) onClose();
  };
  return (
    <>
      <DialogTitle>Reject {person.name}?</DialogTitle>
      <DialogDescription>We'll email them. When they sign in, they'll see Account Access Denied.</DialogDescription>
      <Field label="Reason (optional, included in the email)">
        <Textarea rows={3} maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
      <DialogFooter>
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
        <Button variant="danger" loading={decide.busy} onClick={() => void send()}>
          Reject
        </Button>
      </DialogFooter>
    </>
  );
}

/** For a user who lost their phone. An attacker may ask for the same, so the dialog tells the admin to verify the user. */
export function ResetTwoStepDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const change = usePersonChange();
  const reset = async () => {
    if (await change.run({ kind: "reset", userId: person.userId })) onClose();
  };
  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent>
        <DialogTitle>Reset two-step sign-in for {person.name}?</DialogTitle>
        <DialogDescription>
          This removes their authenticator apps, signs them out everywhere and notifies them by email. They sign in with
          only their password until they set up an app again.
        </DialogDescription>
        <p className="text-13 text-ink-2">Make sure the request really comes from them. Call them or ask in person.</p>
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" loading={change.busy} onClick={() => void reset()}>
            <span>Reset two-step sign-in</span>
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

const UNASSIGNED = "unassigned";
type Props = { person: Person; change: "deactivate" | "client"; onClose: () => void };

/** Asks before a user loses access or leads. It explains the effect and reassigns their open leads in the same step. */
export function EndAccessDialog({ person, change, onClose }: Props) {
  const [taker, setTaker] = useState("");
  const [missing, setMissing] = useState(false);
  const save = usePersonChange();
  const deactivates = change === "deactivate";
  const mustHandOver = person.openLeads > 0;
  const send = async () => {
    if (mustHandOver && !taker) return setMissing(true);
    const handOver = taker === UNASSIGNED ? { unassign: true } : taker ? { reassignTo: taker } : {};
    const { userId } = person;
    const saved = await save.run(
      deactivates ? { kind: "deactivate", userId, ...handOver } : { kind: "role", userId, role: "client", ...handOver },
    );
    if (saved) onClose();
  };
  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent>
        <DialogTitle>{deactivates ? `Deactivate ${person.name}?` : `Make ${person.name} a client?`}</DialogTitle>
        <DialogDescription>
          {deactivates
            ? "They're signed out everywhere and lose access right away. You can reactivate them at any time."
            : "They leave the sales team and only see the client portal."}
        </DialogDescription>
        {mustHandOver && (
          <AssigneeField
            person={person}
            value={taker}
            onChange={setTaker}
            {...(missing && !taker ? { error: "Choose a new owner" } : {})}
          />
        )}
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" loading={save.busy} onClick={() => void send()}>
            {deactivates ? "Deactivate" : "Make client"}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

type AssigneeProps = { person: Person; value: string; onChange: (value: string) => void; error?: string };

function AssigneeField({ person, value, onChange, error }: AssigneeProps) {
  const { data } = useQuery(assigneesQuery());
  const count = `${person.openLeads} open ${person.openLeads === 1 ? "lead" : "leads"}`;
  return (
    <Field label={`New owner for their ${count}`} error={error}>
      <NativeSelect value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">Choose…</option>
        {data?.people
          .filter(({ userId }) => userId !== person.userId)
          .map(({ userId, name, openLeads }) => (
            <option key={userId} value={userId}>
              {name} ({openLeads} open)
            </option>
          ))}
        <option value={UNASSIGNED}>No one for now (unassigned)</option>
      </NativeSelect>
    </Field>
  );
}
