import {
  type ComponentProps,
  createContext,
  type RefObject,
  use,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { type Blocker, type Location, useBlocker } from "react-router";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { Dialog, DialogContent } from "./dialog.tsx";

type UnsavedChanges = { description: string; discard?: (() => void) | undefined } | null;
/** With the change of the address that waits for the answer, if one asks. */
type Question = NonNullable<UnsavedChanges> & { blocker?: Blocker | undefined };
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
  /** Whether a change of the address closes the dialog. With unsaved input, the dialog asks first. */
  closesWith?: ((from: Location, to: Location) => boolean) | undefined;
  /** DialogContent, or SheetContent for a form beside the page. */
  Content?: typeof DialogContent;
};

/** A dialog for text input. Escape, an outside click and Cancel ask before they discard the input. */
export function FormDialog(props: Props) {
  const { open = true, onClose, closesWith, Content = DialogContent, children, ...content } = props;
  const unsaved = useRef<UnsavedChanges>(null);
  const typing = useRef<Element | null>(null);
  const [asking, setAsking] = useState<Question | null>(null);
  // The form was saved while it asked.
  if (asking && !open) setAsking(null);
  const leave = (blocker?: Blocker) => {
    if (!unsaved.current) return onClose();
    typing.current = document.activeElement;
    setAsking({ ...unsaved.current, blocker });
  };
  const discard = () => {
    asking?.discard?.();
    setAsking(null);
    onClose();
    asking?.blocker?.proceed?.();
  };
  const keep = () => {
    asking?.blocker?.reset?.();
    setAsking(null);
  };
  return (
    <Dialog open={open} onOpenChange={(next) => !next && leave()}>
      {open && (
        <Content {...content}>
          <UnsavedChangesContext value={unsaved}>{children}</UnsavedChangesContext>
          {closesWith && <AddressGuard unsaved={unsaved} closesWith={closesWith} onBlocked={leave} />}
        </Content>
      )}
      {asking && (
        <ConfirmDialog
          open
          onClose={keep}
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

type GuardProps = {
  unsaved: RefObject<UnsavedChanges>;
  closesWith: (from: Location, to: Location) => boolean;
  onBlocked: (blocker: Blocker) => void;
};

/** Holds a change of the address that would close a dialog with unsaved input. */
function AddressGuard({ unsaved, closesWith, onBlocked }: GuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved.current !== null && closesWith(currentLocation, nextLocation),
  );
  const ask = useEffectEvent(onBlocked);
  useEffect(() => {
    if (blocker.state === "blocked") ask(blocker);
  }, [blocker]);
  return null;
}
