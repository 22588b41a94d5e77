import { useSyncExternalStore } from "react";
import { Kbd } from "./kbd.tsx";

const never = () => () => undefined;
const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform);

const NAMES: Record<string, string> = {
  Enter: "↵",
  Escape: "Esc",
  ArrowDown: "↓",
  ArrowUp: "↑",
  ArrowLeft: "←",
  ArrowRight: "→",
};
const MAC_NAMES: Record<string, string> = { ...NAMES, mod: "⌘", shift: "⇧", alt: "⌥" };
const OTHER_NAMES: Record<string, string> = { ...NAMES, mod: "Ctrl", shift: "Shift", alt: "Alt" };

/** 'mod+k' as this platform writes it: ⌘K on a Mac, Ctrl+K elsewhere. */
function useKeyText(): (keys: string) => string {
  // Pages with keys render in the browser only, so that the first text is the right one. A server's guess is Ctrl.
  const mac = useSyncExternalStore(never, isMac, () => false);
  const names = mac ? MAC_NAMES : OTHER_NAMES;
  return (keys) =>
    keys
      .split("+")
      .map((key) => names[key] ?? (key.length === 1 ? key.toUpperCase() : key))
      .join(mac ? "" : "+");
}

/**
 * Key caps for a shortcut as app/content/shortcuts.ts writes it: 'mod+k' is one cap, 'j k' are two. Hidden on devices without a
 * keyboard, unless `className` shows them.
 */
export function KeyCaps({ keys, className = "" }: { keys: string; className?: string }) {
  const text = useKeyText();
  return keys.split(" ").map((each) => (
    <Kbd key={each} className={`whitespace-nowrap ${className}`}>
      {text(each)}
    </Kbd>
  ));
}

/** The same keys as plain text, for menus, tooltips and sentences. */
export function KeyText({ keys }: { keys: string }) {
  return useKeyText()(keys);
}
