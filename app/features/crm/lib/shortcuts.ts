import { useEffect, useRef } from "react";
import { type ShortcutGroup, shortcuts } from "~/content/shortcuts.ts";

/** Keys such as 'j', 'Enter', '?', 'mod+k' (⌘ or Ctrl) and 'shift+x'. A handler that returns false passes the key to the next layer. */
// biome-ignore lint/suspicious/noConfusingVoidType: most handlers return nothing
type Handler = (event: KeyboardEvent) => boolean | void;
export type ShortcutMap = Record<string, Handler>;

type Options = {
  /** What the shortcuts dialog lists. */
  help?: ShortcutGroup;
  /** False while something else handles the keys. */
  enabled?: boolean;
};

type Layer = { shortcuts: ShortcutMap; help: ShortcutGroup | undefined };

/** The last layer is on top: a drawer over a list gets the keys first. */
const layers: Layer[] = [];

/**
 * The shortcuts of a screen or a part of it. They do nothing while someone types, or while a dialog of another part is open.
 * The layer that was added last gets a key first.
 */
export function useShortcuts(shortcuts: ShortcutMap, { help, enabled = true }: Options = {}): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  const names = Object.keys(shortcuts).join(" ");
  useEffect(() => {
    if (!enabled) return;
    const handlers: ShortcutMap = {};
    for (const name of names.split(" ")) handlers[name] = (event) => latest.current[name]?.(event);
    const layer = { shortcuts: handlers, help };
    if (layers.length === 0) addEventListener("keydown", onKeyDown);
    layers.push(layer);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      if (layers.length === 0) removeEventListener("keydown", onKeyDown);
    };
  }, [names, help, enabled]);
}

/** The groups whose shortcuts are active, for the shortcuts dialog. Those of all pages are last. */
export const listShortcuts = (): ShortcutGroup[] =>
  [...new Set(layers.flatMap(({ help }) => help ?? []))].sort(
    (one, other) => Number(one === shortcuts.crm) - Number(other === shortcuts.crm),
  );

let paused = false;

/** Pauses the shortcuts while something loads, so that letters typed in the meantime do not act on leads. */
export function pauseShortcuts(pause: boolean): void {
  paused = pause;
}

/** Keys that come before all layers until a key did something. */
let first: { shortcuts: ShortcutMap; end: () => void } | undefined;

/**
 * These keys come first until a key did something, here or on the screen, or until a dialog opened. Returns a function that ends it
 * before that.
 */
export function takeNextKey(shortcuts: ShortcutMap, onEnd: () => void): () => void {
  first?.end();
  const taker = {
    shortcuts,
    end: () => {
      if (first !== taker) return;
      first = undefined;
      removeEventListener("focusin", onFocus);
      onEnd();
    },
  };
  // An opened dialog takes the focus.
  const onFocus = ({ target }: FocusEvent) => hasOpenDialog(target) && taker.end();
  addEventListener("focusin", onFocus);
  first = taker;
  return taker.end;
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const name = keyName(event);
  if (event.repeat && !REPEATABLE_KEYS.has(name)) return;
  // Only the palette's key works everywhere. In a field, the undo key belongs to the field.
  const always = name === "mod+k";
  if (isTyping(event.target) && !always) return;
  if (name === "Enter" && isPressed(event.target)) return;
  if (!always && paused) return;
  if (always ? isAsked() : hasOpenDialog(event.target)) return;
  const taker = first;
  for (const layer of [...layers, ...(taker ? [taker] : [])].toReversed()) {
    const handler = layer.shortcuts[name];
    if (!handler || handler(event) === false) continue;
    event.preventDefault();
    taker?.end();
    return;
  }
}

/** Keys that repeat while the user holds them down. */
const REPEATABLE_KEYS = new Set(["j", "k", "ArrowDown", "ArrowUp"]);

function keyName(event: KeyboardEvent): string {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.metaKey || event.ctrlKey) return `mod+${key}`;
  if (event.altKey) return `alt+${key}`;
  // '?' needs Shift on most keyboards, so only letters and named keys get the prefix `shift+`.
  return event.shiftKey && (event.key.length > 1 || /[a-z]/i.test(event.key)) ? `shift+${key}` : key;
}

/** Text fields and selects handle every key themselves. Checkboxes and buttons handle only Space and Enter. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.matches("textarea, select")) return true;
  return target instanceof HTMLInputElement && !["checkbox", "radio", "button", "submit"].includes(target.type);
}

/** Whether Enter presses the focused button or link. A link in a list row does not count, because it represents the row. */
function isPressed(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || target.closest("[data-crm-row]")) return false;
  return target.closest("a[href], button, summary, label, [role=button], [role=tab]") !== null;
}

/** Whether a question is open, which needs its answer first. */
const isAsked = () => document.querySelector("[role=alertdialog][data-state=open]") !== null;

/** Whether a menu or dialog handles the keys. The lead's drawer does not (`data-crm-keys`). */
export function hasOpenDialog(target: EventTarget | null): boolean {
  if (target instanceof HTMLElement && target.closest("[role=menu], [role=listbox]")) return true;
  const open = document.querySelectorAll("[role=dialog][data-state=open], [role=alertdialog][data-state=open]");
  return [...open].some((dialog) => !dialog.hasAttribute("data-crm-keys"));
}
