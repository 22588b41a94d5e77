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
type Question = NonNullable<UnsavedChanges> & { onHold?: OnHold | undefined };
type OnHold = { keep: () => void; proceed: () => void };
const UnsavedChangesContext = createContext<RefObject<UnsavedChanges> | null>(null);
/** The dialog behind: only the front one answers a change of the address. */
type Behind = { hasUnsaved: () => boolean; setCovered: (isCovered: boolean) => void };
const BehindContext = createContext<Behind | null>(null);

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

type Leaves = (from: Location, to: Location) => boolean;
const leavesPage: Leaves = (from, to) => from.pathname !== to.pathname;

type Props = ComponentProps<typeof DialogContent> & {
  open?: boolean;
  onClose: () => void;
  /** The address opens the dialog, so Back closes it by its address. */
  inAddress?: boolean;
  /** Whether a change of the address closes the dialog. By default, another page does. */
  leaves?: Leaves;
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
  const typing = useRef<Element | null>(null);
  const isDiscarded = useRef(false);
  const [asking, setAsking] = useState<Question | null>(null);
  const [isCovered, setCovered] = useState(false);
  const behind = use(BehindContext);
  const cover = behind?.setCovered;
  useEffect(() => {
    if (!open || !cover) return;
    cover(true);
    return () => cover(false);
  }, [open, cover]);
  useEffect(() => {
    const onBeforeUnload = (event: BeforeUnloadEvent) => unsaved.current && event.preventDefault();
    addEventListener("beforeunload", onBeforeUnload);
    return () => removeEventListener("beforeunload", onBeforeUnload);
  }, []);
  // The form was saved while it asked.
  if (asking && !open) setAsking(null);
  const leave = (onHold?: OnHold) => {
    if (!unsaved.current) {
      onHold?.keep();
      return onClose();
    }
    // Back during the question changes nothing.
    if (!asking) typing.current = document.activeElement;
    isDiscarded.current = false;
    setAsking({ ...unsaved.current, onHold });
  };
  const discard = () => {
    isDiscarded.current = true;
    asking?.discard?.();
    setAsking(null);
    // The next address closes it.
    if (!inAddress || !asking?.onHold) onClose();
    asking?.onHold?.proceed();
  };
  const keep = () => {
    // The question closes when it is confirmed, too.
    if (isDiscarded.current) return;
    asking?.onHold?.keep();
    setAsking(null);
  };
  return (
    <Dialog open={open} onOpenChange={(next) => !next && leave()}>
      {open && (
        <Content {...content}>
          <BehindContext
            value={{ hasUnsaved: () => unsaved.current !== null || Boolean(behind?.hasUnsaved()), setCovered }}
          >
            <UnsavedChangesContext value={unsaved}>{children}</UnsavedChangesContext>
          </BehindContext>
          {!isCovered && (
            <AddressGuard unsaved={unsaved} behind={behind} inAddress={inAddress} leaves={leaves} onBlocked={leave} />
          )}
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
  behind: Behind | null;
  inAddress: boolean;
  leaves: Leaves;
  onBlocked: (onHold: OnHold) => void;
};

/**
 * Back closes the dialog and stays on the page. With unsaved input, another page waits until the input is discarded. With unsaved
 * input in the dialog behind, it only closes the front one.
 */
function AddressGuard({ unsaved, behind, inAddress, leaves, onBlocked }: GuardProps) {
  const staysOnPage = useRef(false);
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    staysOnPage.current = historyAction === "POP" && !inAddress;
    if (staysOnPage.current) return true;
    if (historyAction === "POP") return unsaved.current !== null;
    staysOnPage.current = Boolean(behind?.hasUnsaved());
    if (unsaved.current === null && !staysOnPage.current) return false;
    // Users who are signed out, or must pass the second step, are not blocked here.
    const isSignedOut = nextLocation.pathname.split("/")[1] === "auth";
    return !isSignedOut && leaves(currentLocation, nextLocation);
  });
  const hold = useEffectEvent(({ reset, proceed }: Blocker) => {
    const keep = () => reset?.();
    onBlocked({ keep, proceed: () => (staysOnPage.current ? keep() : proceed?.()) });
  });
  useEffect(() => {
    if (blocker.state === "blocked") hold(blocker);
  }, [blocker]);
  return null;
}
