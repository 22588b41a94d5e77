import { type ComponentProps, createContext, type RefObject, use, useEffect, useRef, useState } from "react";
import { type Guard, type OnHold, useAddressGuard } from "./address-guard.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { Dialog, DialogContent } from "./dialog.tsx";

type UnsavedChanges = { description: string; discard?: (() => void) | undefined } | null;
/** With the change of the address that waits for the answer, if one asks. */
type Question = NonNullable<UnsavedChanges> & { onHold?: OnHold | undefined; goOn: (() => void) | undefined };
const UnsavedChangesContext = createContext<RefObject<UnsavedChanges> | null>(null);
const AskFirstContext = createContext<(goOn: () => void) => void>((goOn) => goOn());

/**
 * Registers unsaved input with the surrounding dialog, such as "this note"; null when there is none. `discard` restores the
 * previous value, for forms that keep drafts. A form that opens another page after its save has none while it is busy.
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

/** Goes on in the same dialog without its unsaved input, after the question that closing it asks. */
export const useAskFirst = () => use(AskFirstContext);

const leavesPage: Guard["leaves"] = (from, to) => from.pathname !== to.pathname;

type Props = ComponentProps<typeof DialogContent> & {
  open?: boolean;
  onClose: () => void;
  /** The address opens the dialog, so Back closes it by its address. */
  inAddress?: boolean;
  /** Whether a change of the address closes the dialog. By default, another page does. */
  leaves?: Guard["leaves"];
  /** DialogContent, or SheetContent for a form beside the page. */
  Content?: typeof DialogContent;
};

/** A dialog for text input. Escape, an outside click, Cancel and Back ask before they discard the input. */
export function FormDialog(props: Props) {
  const {
    open = true,
    onClose,
    inAddress = false,
    leaves = leavesPage,
    Content = DialogContent,
    children,
    ...content
  } = props;
  const unsaved = useRef<UnsavedChanges>(null);
  // A click outside the dialog takes the focus before the question opens.
  const typing = useRef<HTMLElement | null>(null);
  const [asking, setAsking] = useState<Question | null>(null);
  // The form was saved while it asked.
  if (asking && !open) setAsking(null);
  const leave = (onHold?: OnHold, goOn?: () => void) => {
    if (!unsaved.current) {
      onHold?.keep();
      return (goOn ?? onClose)();
    }
    setAsking({ ...unsaved.current, onHold, goOn });
  };
  const discard = () => {
    asking?.discard?.();
    setAsking(null);
    // The next address closes it.
    if (!inAddress || !asking?.onHold) (asking?.goOn ?? onClose)();
    asking?.onHold?.proceed();
  };
  const keep = () => {
    asking?.onHold?.keep();
    setAsking(null);
  };
  useAddressGuard(
    {
      hasUnsaved: () => unsaved.current !== null,
      leaves: (from, to, isBack) => (isBack && inAddress) || leaves(from, to, isBack),
      ask: leave,
      dialog: { inAddress },
    },
    open,
  );
  return (
    <Dialog open={open} onOpenChange={(next) => !next && leave()}>
      {open && (
        <Content
          {...content}
          onFocus={({ currentTarget, target }) => {
            if (currentTarget.contains(target)) typing.current = target;
          }}
        >
          <AskFirstContext value={(goOn) => leave(undefined, goOn)}>
            <UnsavedChangesContext value={unsaved}>{children}</UnsavedChangesContext>
          </AskFirstContext>
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
          // Focus returns to the previous field, unless the dialog has another form now.
          onCloseAutoFocus={(event) => {
            // A dialog that goes with the question returns the focus itself.
            if (typing.current?.closest("[role=dialog]")?.isConnected === false) return event.preventDefault();
            if (!typing.current?.isConnected) return;
            event.preventDefault();
            typing.current.focus();
          }}
        />
      )}
    </Dialog>
  );
}
