import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import type { AuthProblem } from "~/shared/auth-messages.ts";
import { CodeForm } from "~/shared/second-factor/code-form.tsx";
import { factorProblemText } from "~/shared/second-factor/factor-problem.ts";
import { type AuthenticatorApp, removeApp, requiresCode } from "~/shared/second-factor/factors.ts";
import { toast } from "~/shared/toast.ts";
import { useSingleFlight } from "~/shared/use-single-flight.ts";
import { Button } from "~/ui/button.tsx";
import { Dialog, DialogClose, DialogContent, DialogDescription, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";

type Props = { app: AuthenticatorApp; isLast: boolean; onRemoved: () => Promise<void>; onClose: () => void };

/** Asks before an app goes; a session that has not given a code gives one first. */
export function RemoveDialog({ app, isLast, onRemoved, onClose }: Props) {
  const [needsCode, setNeedsCode] = useState(false);
  useEffect(() => {
    void requiresCode().then(setNeedsCode);
  }, []);
  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent>
        <DialogTitle>Remove “{app.name}”?</DialogTitle>
        <DialogDescription>
          {isLast
            ? "Two-step sign-in will be off: your password alone opens your account."
            : "Its codes stop working. If you signed in with it, we ask for a code from your other app."}
        </DialogDescription>
        {needsCode ? (
          <CodeForm appId={app.id} autoFocus onVerified={() => setNeedsCode(false)}>
            {(busy) => (
              <DialogFooter>
                <Cancel />
                <Button type="submit" variant="primary" loading={busy}>
                  <span>Continue</span>
                </Button>
              </DialogFooter>
            )}
          </CodeForm>
        ) : (
          <Confirm app={app} onRemoved={onRemoved} onCodeNeeded={() => setNeedsCode(true)} onClose={onClose} />
        )}
      </DialogContent>
    </Dialog>
  );
}

type ConfirmProps = Omit<Props, "isLast"> & { onCodeNeeded: () => void };

function Confirm({ app, onRemoved, onCodeNeeded, onClose }: ConfirmProps) {
  const [busy, setBusy] = useState(false);
  const { revalidate } = useRevalidator();
  const remove = useSingleFlight(async () => {
    setBusy(true);
    const problem = await removeApp(app.id).catch((): AuthProblem => ({ code: "unexpected" }));
    setBusy(false);
    if (problem?.code === "code-needed") return onCodeNeeded();
    if (problem && problem.code !== "no-such-app") return void toast.error(factorProblemText(problem));
    toast.success(`“${app.name}” is removed.`);
    await onRemoved();
    onClose();
    // Where the agency requires an app, the guard leads to the set-up of the next one.
    await revalidate();
  });
  return (
    <DialogFooter>
      <Cancel />
      <Button variant="danger" loading={busy} onClick={() => void remove()}>
        <span>Remove app</span>
      </Button>
    </DialogFooter>
  );
}

function Cancel() {
  return (
    <DialogClose asChild>
      <Button>Cancel</Button>
    </DialogClose>
  );
}
