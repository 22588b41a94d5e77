import { SetUpApp } from "~/shared/second-factor/set-up-app.tsx";
import { Button } from "~/ui/button.tsx";
import { Dialog, DialogClose, DialogContent, DialogDescription, DialogTitle } from "~/ui/dialog.tsx";

type Props = { takenNames: readonly string[]; onDone: (name: string) => Promise<void>; onClose: () => void };

/** The set-up of an app over the settings. Closed half way, it leaves nothing behind. */
export function SetUpDialog({ takenNames, onDone, onClose }: Props) {
  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent onInteractOutside={(event) => event.preventDefault()}>
        <DialogTitle>Set up an authenticator app</DialogTitle>
        <DialogDescription>
          This signs out your other devices. They ask for a code when you sign in again.
        </DialogDescription>
        <SetUpApp
          takenNames={takenNames}
          onDone={onDone}
          cancel={
            <DialogClose asChild>
              <Button>Cancel</Button>
            </DialogClose>
          }
        />
      </DialogContent>
    </Dialog>
  );
}
