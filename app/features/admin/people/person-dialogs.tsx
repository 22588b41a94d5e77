import { useState } from "react";
import { Button } from "~/ui/button.tsx";
import { Dialog, DialogClose, DialogContent, DialogDescription, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";
import { Field } from "~/ui/field.tsx";
import { FormDialog, useUnsavedChanges } from "~/ui/form-dialog.tsx";
import { submitOnModEnter } from "~/ui/submit-on-mod-enter.ts";
import { Textarea } from "~/ui/textarea.tsx";
import type { Person } from "./api.ts";
import { useReject, useResetTwoStep } from "./use-person-actions.ts";
import { useRefusal } from "./use-refusal.tsx";

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
  const refusal = useRefusal();
  const decide = useReject(person, refusal.onRefused);
  useUnsavedChanges(reason.trim() && !decide.busy ? "this reason" : null);
  const send = async () => {
    refusal.clear();
    if (await decide.run({ reason })) onClose();
  };
  return (
    <form
      className="grid gap-4"
      onKeyDown={submitOnModEnter}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <DialogTitle>Reject {person.name}?</DialogTitle>
      <DialogDescription>We'll email them. When they sign in, they'll see Account Access Denied.</DialogDescription>
      <Field label="Reason (optional, included in the email)">
        <Textarea rows={3} maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
      {refusal.alert}
      <DialogFooter>
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="danger" loading={decide.busy}>
          Reject
        </Button>
      </DialogFooter>
    </form>
  );
}

/** For a user who lost their phone. An attacker may ask for the same, so the dialog tells the admin to verify the user. */
export function ResetTwoStepDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const refusal = useRefusal();
  const change = useResetTwoStep(person, refusal.onRefused);
  const reset = async () => {
    refusal.clear();
    if (await change.run()) onClose();
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
        {refusal.alert}
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
