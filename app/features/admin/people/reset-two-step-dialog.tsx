import { Button } from "~/ui/button.tsx";
import { Dialog, DialogContent, DialogDescription, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";
import type { Person } from "./search-people.ts";
import { usePersonChange } from "./use-person-change.ts";

/** For somebody who lost their phone. A thief may ask for this too, so the dialog tells the admin to check. */
export function ResetTwoStepDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const change = usePersonChange();
  const reset = () => change.mutate({ kind: "reset", userId: person.userId }, { onSuccess: onClose });
  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent>
        <DialogTitle>Reset two-step sign-in of {person.name}?</DialogTitle>
        <DialogDescription>
          This removes their authenticator apps, signs them out everywhere and tells them by email. They sign in with
          their password alone until they set up an app again.
        </DialogDescription>
        <p className="text-13 text-ink-2">
          Check that the request really comes from them: call them, or ask in person.
        </p>
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" loading={change.isPending} onClick={reset}>
            <span>Reset two-step sign-in</span>
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
