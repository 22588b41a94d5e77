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
  /** Lets a page go by itself once it has stored the words. */
  canLeave?: () => boolean;
  /** Other tabs and views of this page take nothing away. */
  allowSearchChanges?: boolean;
};

/** Stands while there are unsaved words: asks before a link, Back or the closing of the tab takes them. */
export function UnsavedChangesPrompt({ canLeave, allowSearchChanges = false }: Props) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (allowSearchChanges && nextLocation.pathname === currentLocation.pathname) return false;
    // Whoever is signed out meanwhile, or owes the second step, is not held here.
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
        <AlertDialogDescription>What you changed here is not saved yet.</AlertDialogDescription>
        <AlertDialogFooter>
          <AlertDialogCancel>Keep editing</AlertDialogCancel>
          <AlertDialogAction onClick={() => blocker.proceed?.()}>Leave without saving</AlertDialogAction>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
