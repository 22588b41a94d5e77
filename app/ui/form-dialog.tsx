import { type ComponentProps, createContext, type RefObject, use, useEffect, useRef, useState } from "react";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { Dialog, DialogContent } from "./dialog.tsx";

type UnsavedChanges = { description: string; discard?: (() => void) | undefined } | null;
const UnsavedChangesContext = createContext<RefObject<UnsavedChanges> | null>(null);

/**
 * Registers unsaved input with the surrounding dialog, such as "this note"; null when there is none. `discard` restores the
 * previous value, for forms that keep drafts.
 */
export function useUnsavedChanges(description: string | null, discard?: () => void): void {
  const unsavedRef = use(UnsavedChangesContext);
  useEffect(() => {
    if (!unsavedRef) return;
    unsavedRef.current = description === null ? null : { description, discard };
    return () => {
      unsavedRef.current = null;
    };
  });
}

type Props = ComponentProps<typeof DialogContent> & {
  open?: boolean;
  onClose: () => void;
  /** DialogContent, or SheetContent for a form beside the page. */
  Content?: typeof DialogContent;
};

/** A dialog for text input. Escape, an outside click and Cancel ask before they discard the input. */
export function FormDialog({ open = true, onClose, Content = DialogContent, children, ...content }: Props) {
  const unsaved = useRef<UnsavedChanges>(null);
  const typing = useRef<Element | null>(null);
  const [asking, setAsking] = useState<NonNullable<UnsavedChanges> | null>(null);
  const leave = () => {
    if (!unsaved.current) return onClose();
    typing.current = document.activeElement;
    setAsking(unsaved.current);
  };
  const discard = () => {
    asking?.discard?.();
    setAsking(null);
    onClose();
  };
  return (
    <Dialog open={open} onOpenChange={(next) => !next && leave()}>
      {open && (
        <Content {...content}>
          <UnsavedChangesContext value={unsaved}>{children}</UnsavedChangesContext>
        </Content>
      )}
      {asking && (
        <ConfirmDialog
          open
          onClose={() => setAsking(null)}
          title={`Discard ${asking.description}?`}
          description="Your changes haven't been saved."
          cancelLabel="Keep editing"
          confirmLabel="Discard"
          onConfirm={discard}
          // Focus returns to the previous field.
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (typing.current instanceof HTMLElement) typing.current.focus();
          }}
        />
      )}
    </Dialog>
  );
}
