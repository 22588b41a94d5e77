import { useEffect, useRef } from "react";
import { type Blocker, useBlocker } from "react-router";
import { ConfirmDialog } from "~/ui/confirm-dialog.tsx";

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
  // The question closes when it is confirmed, too. A reset then would block Back a second time.
  const left = useRef<Blocker>(null);
  useEffect(() => {
    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", onBeforeUnload);
    return () => removeEventListener("beforeunload", onBeforeUnload);
  }, []);
  return (
    <ConfirmDialog
      open={blocker.state === "blocked"}
      onClose={() => left.current !== blocker && blocker.reset?.()}
      title="Leave without saving?"
      description="Your changes haven't been saved."
      cancelLabel="Keep editing"
      confirmLabel="Leave without saving"
      onConfirm={() => {
        left.current = blocker;
        blocker.proceed?.();
      }}
    />
  );
}
