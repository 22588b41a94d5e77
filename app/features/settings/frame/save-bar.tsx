import { useEffect } from "react";
import { useBlocker } from "react-router";
import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogTitle,
} from "~/ui/alert-dialog.tsx";
import { Button } from "~/ui/button.tsx";

type Props = { label: string; dirty: boolean; busy: boolean; onDiscard: () => void };

/** Save and Discard under a form. Nothing to save, nothing to press; and nobody leaves with unsaved words by accident. */
export function SaveBar({ label, dirty, busy, onDiscard }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-2 pt-1">
      <Button type="submit" variant="primary" loading={busy} disabled={!dirty && !busy} className="phone:w-full">
        <span>{label}</span>
      </Button>
      {dirty && (
        <Button type="button" variant="ghost" disabled={busy} onClick={onDiscard} className="phone:w-full">
          Discard changes
        </Button>
      )}
      {dirty && <LeaveGuard />}
    </div>
  );
}

function LeaveGuard() {
  // Whoever is signed out meanwhile is not held here.
  const blocker = useBlocker(({ nextLocation }) => nextLocation.pathname !== "/auth");
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, []);
  return (
    <AlertDialog open={blocker.state === "blocked"} onOpenChange={(open) => !open && blocker.reset?.()}>
      <AlertDialogContent>
        <AlertDialogTitle>Leave without saving?</AlertDialogTitle>
        <AlertDialogDescription>What you changed here is not saved yet.</AlertDialogDescription>
        <AlertDialogFooter>
          <AlertDialogCancel>Keep editing</AlertDialogCancel>
          <AlertDialogAction onClick={() => blocker.proceed?.()}>Leave without saving</AlertDialogAction>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
