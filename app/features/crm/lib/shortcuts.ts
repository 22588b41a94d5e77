import { useEffect, useRef } from "react";

/** 'j', 'Enter', '?', 'mod+k' (⌘ or ctrl), 'shift+x'. What a handler answers with false was not for it: the next one is asked. */
// biome-ignore lint/suspicious/noConfusingVoidType: most handlers answer nothing
type Handler = (event: KeyboardEvent) => boolean | void;
export type ShortcutMap = Record<string, Handler>;

export type ShortcutHelp = { key: string; description: string; group: string };
type Options = {
  /** What the keys do, for the sheet of keys; keys without words are not listed. */
  help?: Record<string, string>;
  /** The heading they stand under in the sheet. */
  group?: string;
  /** Off while something else has the keys. */
  enabled?: boolean;
};

type Layer = { shortcuts: ShortcutMap; help: ShortcutHelp[] };

/** The topmost layer was added last: a drawer over a list is asked first. */
const layers: Layer[] = [];

/**
 * The keys of a screen or a part of it. They are not taken while one types, chooses or composes, nor while a dialog is
 * open that they do not belong to. The layer that was added last is asked first.
 */
export function useShortcuts(
  shortcuts: ShortcutMap,
  { help, group = "This page", enabled = true }: Options = {},
): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  const names = Object.keys(shortcuts).join(" ");
  const helpJson = JSON.stringify(help ?? {});
  useEffect(() => {
    if (!enabled) return;
    const handlers: ShortcutMap = {};
    for (const name of names.split(" ")) handlers[name] = (event) => latest.current[name]?.(event);
    const helpEntries = Object.entries(JSON.parse(helpJson) as Record<string, string>);
    const layer = { shortcuts: handlers, help: helpEntries.map(([key, description]) => ({ key, description, group })) };
    if (layers.length === 0) addEventListener("keydown", onKeyDown);
    layers.push(layer);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      if (layers.length === 0) removeEventListener("keydown", onKeyDown);
    };
  }, [names, helpJson, group, enabled]);
}

/** Everything that the keys do at this moment, for the sheet of keys. */
export function listShortcuts(): ShortcutHelp[] {
  const seen = new Set<string>();
  return layers
    .flatMap((layer) => layer.help)
    .filter(({ key, description }) => {
      const name = `${key} ${description}`;
      return !seen.has(name) && Boolean(seen.add(name));
    });
}

let paused = false;

/** While something that was asked for is still being fetched, letters typed meanwhile must not act on leads. */
export function pauseShortcuts(pause: boolean): void {
  paused = pause;
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const name = keyName(event);
  if (event.repeat && !REPEATABLE_KEYS.has(name)) return;
  // The palette is there always. Undo rests like the rest: in a field it is the field's.
  const always = name === "mod+k";
  if (isTyping(event.target) && !always) return;
  if (name === "Enter" && isPressed(event.target)) return;
  if (!always && paused) return;
  if (!always && hasOpenDialog(event.target)) return;
  for (const layer of layers.toReversed()) {
    const handler = layer.shortcuts[name];
    if (!handler || handler(event) === false) continue;
    event.preventDefault();
    return;
  }
}

/** Keys that one holds down to move on. */
const REPEATABLE_KEYS = new Set(["j", "k", "ArrowDown", "ArrowUp"]);

function keyName(event: KeyboardEvent): string {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.metaKey || event.ctrlKey) return `mod+${key}`;
  if (event.altKey) return `alt+${key}`;
  // '?' needs shift on most keyboards: only letters and named keys tell of it.
  return event.shiftKey && (event.key.length > 1 || /[a-z]/i.test(event.key)) ? `shift+${key}` : key;
}

/** A field keeps what is typed in it; checkboxes and buttons keep only what is theirs (space, enter). */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.matches("textarea, select")) return true;
  return target instanceof HTMLInputElement && !["checkbox", "radio", "button", "submit"].includes(target.type);
}

/** Enter presses the button or follows the link that has the focus; the link of a list's row is the row itself. */
function isPressed(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || target.closest("[data-crm-row]")) return false;
  return target.closest("a[href], button, summary, label, [role=button], [role=tab]") !== null;
}

/** Menus and dialogs have their own keys; the lead's drawer takes part (data-crm-keys). */
function hasOpenDialog(target: EventTarget | null): boolean {
  if (target instanceof HTMLElement && target.closest("[role=menu], [role=listbox]")) return true;
  const open = document.querySelectorAll("[role=dialog][data-state=open], [role=alertdialog][data-state=open]");
  return [...open].some((dialog) => !dialog.hasAttribute("data-crm-keys"));
}
