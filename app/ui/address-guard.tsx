import {
  createContext,
  type Dispatch,
  type ReactNode,
  type RefObject,
  type SetStateAction,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { type Location, useBlocker } from "react-router";

/** A change of the address that waits for an answer. Only the first one counts. */
export type OnHold = { keep: () => void; proceed: () => void };

export type Guard = {
  hasUnsaved: () => boolean;
  /** Whether a change of the address loses the unsaved input. */
  leaves: (from: Location, to: Location, isBack: boolean) => boolean;
  ask: (onHold: OnHold) => void;
  /** A dialog closes before anything behind it is left. Back closes it, too, unless its address does. */
  dialog?: { inAddress: boolean };
};

/** The page's guards, then the dialogs', the front one last. It is one list because the router has one blocker. */
type Guards = readonly RefObject<Guard>[];
const AddressGuardsContext = createContext<Dispatch<SetStateAction<Guards>>>(() => undefined);

/** Around all pages with forms. */
export function AddressGuards({ children }: { children: ReactNode }) {
  const [guards, setGuards] = useState<Guards>([]);
  return (
    <AddressGuardsContext value={setGuards}>
      {children}
      {guards.length > 0 && <AddressBlocker guards={guards} />}
    </AddressGuardsContext>
  );
}

/** While it is on, `ask` gets each change of the address that would lose unsaved input. Closing the tab asks, too. */
export function useAddressGuard(guard: Guard, isOn = true): void {
  const change = use(AddressGuardsContext);
  const latest = useRef(guard);
  useEffect(() => {
    latest.current = guard;
  });
  // Before the form can be seen.
  useLayoutEffect(() => {
    if (!isOn) return;
    change((all) => (latest.current.dialog ? [...all, latest] : [latest, ...all]));
    return () => change((all) => all.filter((other) => other !== latest));
  }, [isOn, change]);
}

const kept = new EventTarget();

/** Runs when someone stays in spite of a change of the address. What shows the new address already goes back to the one that stays. */
export function useOnAddressKept(onKept: () => void): void {
  const latest = useRef(onKept);
  useEffect(() => {
    latest.current = onKept;
  });
  useEffect(() => {
    const listen = () => latest.current();
    kept.addEventListener("kept", listen);
    return () => kept.removeEventListener("kept", listen);
  }, []);
}

function AddressBlocker({ guards }: { guards: Guards }) {
  const asked = useRef<{ front: Guard; staysOnPage: boolean }>(null);
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    const [front, ...behind] = guards.map(({ current }) => current).reverse();
    if (!front) return false;
    const isBack = historyAction === "POP";
    const loses = (guard: Guard) => guard.hasUnsaved() && guard.leaves(currentLocation, nextLocation, isBack);
    // Users who are signed out, or must pass the second step, are not blocked here.
    if (!isBack && nextLocation.pathname.split("/")[1] === "auth") return false;
    const staysOnPage = Boolean(front.dialog && ((isBack && !front.dialog.inAddress) || behind.some(loses)));
    asked.current = { front, staysOnPage };
    return staysOnPage || loses(front);
  });
  useEffect(() => {
    if (blocker.state !== "blocked" || !asked.current) return;
    const { front, staysOnPage } = asked.current;
    let isAnswered = false;
    const answer = (then: () => void) => () => {
      if (!isAnswered) then();
      isAnswered = true;
    };
    const stay = () => {
      blocker.reset();
      kept.dispatchEvent(new Event("kept"));
    };
    front.ask({ keep: answer(stay), proceed: answer(staysOnPage ? stay : blocker.proceed) });
  }, [blocker]);
  useEffect(() => {
    const onBeforeUnload = (event: BeforeUnloadEvent) =>
      guards.some(({ current }) => current.hasUnsaved()) && event.preventDefault();
    addEventListener("beforeunload", onBeforeUnload);
    return () => removeEventListener("beforeunload", onBeforeUnload);
  }, [guards]);
  return null;
}
