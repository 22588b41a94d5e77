import { useState } from "react";
import { Button } from "~/ui/button.tsx";
import { Dialog, DialogContent, DialogDescription, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";
import { Field } from "~/ui/field.tsx";
import { Textarea } from "~/ui/textarea.tsx";
import type { Person } from "./search-people.ts";
import { useDecidePendingRole } from "./use-decide-pending-role.ts";

/** A reason is optional; what is written goes to the person as it is. */
export function RejectDialog({ person, onClose }: { person: Pick<Person, "userId" | "name">; onClose: () => void }) {
  const [reason, setReason] = useState("");
  const decide = useDecidePendingRole();
  const send = () => decide.mutate({ userId: person.userId, status: "inactive", reason }, { onSuccess: onClose });
  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent>
        <DialogTitle>Reject {person.name}?</DialogTitle>
        <DialogDescription>They get an e-mail, and their sign-in shows Account Access Denied.</DialogDescription>
        <Field label="Reason (optional, sent to them)">
          <Textarea rows={3} maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" loading={decide.isPending} onClick={send}>
            Reject
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
