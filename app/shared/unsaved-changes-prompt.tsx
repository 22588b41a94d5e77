import { useState } from "react";
import { type OnHold, useAddressGuard } from "~/ui/address-guard.tsx";
import { ConfirmDialog } from "~/ui/confirm-dialog.tsx";

/** The state of a change of the address that only notes what is open on the page. It loses no input. */
export const OPENED_HERE = "openedHere";

type Props = {
  /** Allows a page to leave after it saved the input. */
  canLeave?: () => boolean;
  /** Other tabs and views of this page lose no input. */
  allowSearchChanges?: boolean;
};

/** Rendered while there is unsaved input. It asks before a link, Back or closing the tab discards the input. */
export function UnsavedChangesPrompt({ canLeave, allowSearchChanges = false }: Props) {
  const [onHold, setOnHold] = useState<OnHold | null>(null);
  useAddressGuard({
    hasUnsaved: () => !canLeave?.(),
    leaves: (from, to) =>
      from.pathname !== to.pathname || !(allowSearchChanges || (from.search === to.search && to.state?.[OPENED_HERE])),
    ask: setOnHold,
  });
  return (
    <ConfirmDialog
      open={onHold !== null}
      onClose={() => {
        onHold?.keep();
        setOnHold(null);
      }}
      title="Leave without saving?"
      description="Your changes haven't been saved."
      cancelLabel="Keep editing"
      confirmLabel="Leave without saving"
      onConfirm={() => onHold?.proceed()}
    />
  );
}
