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

type Props = {
  /** Allows a page to leave after it saved the input. */
  canLeave?: () => boolean;
  /** Other tabs and views of this page lose no input. */
  allowSearchChanges?: boolean;
};

/** Rendered while there is unsaved input. It asks before a link, Back or closing the tab discards the input. */
export function UnsavedChangesPrompt({ canLeave, allowSearchChanges = false }: Props) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (allowSearchChanges && nextLocation.pathname === currentLocation.pathname) return false;
    // Users who are signed out, or must pass the second step, are not blocked here.
    return nextLocation.pathname.split("/")[1] !== "auth" && !canLeave?.();
  });
  useEffect(() => {
    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", onBeforeUnload);
    return () => removeEventListener("beforeunload", onBeforeUnload);
  }, []);
  return (
    <AlertDialog open={blocker.state === "blocked"} onOpenChange={(open) => !open && blocker.reset?.()}>
      <AlertDialogContent>
        <AlertDialogTitle>Leave without saving?</AlertDialogTitle>
        <AlertDialogDescription>Your changes haven't been saved.</AlertDialogDescription>
        <AlertDialogFooter>
          <AlertDialogCancel>Keep editing</AlertDialogCancel>
          <AlertDialogAction onClick={() => blocker.proceed?.()}>Leave without saving</AlertDialogAction>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
