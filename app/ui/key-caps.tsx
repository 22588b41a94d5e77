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
 * Key caps for a shortcut as app/content/shortcuts.ts writes it: 'mod+k' is one cap, 'j k' are two, and 'g then t' has the word between
 * them. Hidden on devices without a keyboard, unless `className` shows them.
 */
export function KeyCaps({ keys, className = "" }: { keys: string; className?: string }) {
  const text = useKeyText();
  return keys.split(" ").map((each) =>
    each === "then" ? (
      <span key={each} className={`self-center text-ink-3 text-xs phone:hidden touch:hidden ${className}`}>
        then
      </span>
    ) : (
      <Kbd key={each} className={`whitespace-nowrap ${className}`}>
        {text(each)}
      </Kbd>
    ),
  );
}

/** The same keys as plain text, for menus, tooltips and sentences. */
export function KeyText({ keys }: { keys: string }) {
  return useKeyText()(keys);
}
