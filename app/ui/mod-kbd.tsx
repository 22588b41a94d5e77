import { useSyncExternalStore } from "react";
import { Kbd } from "./kbd.tsx";

const never = () => () => undefined;
const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform);

/** The label of this platform's modifier key: ⌘, or "Ctrl " elsewhere. */
export function useModKey(): "⌘" | "Ctrl " {
  return useSyncExternalStore(never, isMac, () => false) ? "⌘" : "Ctrl ";
}

/** A key cap for a shortcut with ⌘ or Ctrl, such as "K" or "↵". */
export function ModKbd({ children }: { children: string }) {
  return <Kbd className="whitespace-nowrap">{`${useModKey()}${children}`}</Kbd>;
}
