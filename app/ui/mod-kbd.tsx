import { useSyncExternalStore } from "react";
import { Kbd } from "./kbd.tsx";

const never = () => () => undefined;
const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform);

/** What the key beside space is called here: ⌘, or "Ctrl " where there is none. */
export function useModKey(): "⌘" | "Ctrl " {
  return useSyncExternalStore(never, isMac, () => false) ? "⌘" : "Ctrl ";
}

/** A key cap for a key pressed with ⌘ or ctrl, such as "K" or "↵". */
export function ModKbd({ children }: { children: string }) {
  return <Kbd className="whitespace-nowrap">{`${useModKey()}${children}`}</Kbd>;
}
