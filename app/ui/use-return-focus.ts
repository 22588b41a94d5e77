import { useRef, useState } from "react";
import { headingOf, heirOf, triggerOf } from "./keep-focus.ts";

type Handler = ((event: Event) => void) | undefined;
type Handlers = { onOpenAutoFocus?: Handler; onCloseAutoFocus?: Handler; returnsTo?: ReturnsTo | undefined };
/** For a dialog that goes through a list: the row that it shows now, or null for what opened it. */
export type ReturnsTo = () => HTMLElement | null;

/**
 * Returns the focus to where it was when a dialog or sheet closes, or to what is there now. Radix does so only with its own trigger,
 * but links, menus and keyboard shortcuts open most of ours. For a component that is mounted while the dialog is open: it looks
 * where the focus is before a field in the dialog takes it, and once more afterward, because a menu that closes moves it.
 * A drawer that opened by its address has no such place and leaves the focus to the page's heading.
 */
export function useReturnFocus({ onOpenAutoFocus, onCloseAutoFocus, returnsTo }: Handlers = {}) {
  const [before] = useState(() => openersOf(document.activeElement));
  const openers = useRef(before);
  return {
    onOpenAutoFocus: (event: Event) => {
      const dialog = event.currentTarget as HTMLElement | null;
      const outside = dialog?.contains(document.activeElement) ? [] : openersOf(document.activeElement);
      if (outside.length > 0) openers.current = outside;
      onOpenAutoFocus?.(event);
    },
    onCloseAutoFocus: (event: Event) => {
      onCloseAutoFocus?.(event);
      if (event.defaultPrevented) return;
      const [first] = openers.current;
      const opener = openers.current.find(({ isConnected }) => isConnected);
      const shown = returnsTo?.();
      const found = shown ?? (opener ? selectedTab(opener) : first ? heirOf(first) : headingOf(document.body));
      // A drawer that is still open hides the page, and what opened this dialog from it may be gone. Its content may still load.
      // Another dialog is in front of the drawer.
      const front = document.querySelector<HTMLElement>("[data-sheet][data-state=open]");
      const target = front && !found?.closest("[role=dialog]") ? front : found;
      if (!target) return;
      event.preventDefault();
      target.focus({ preventScroll: target !== shown });
    },
  };
}

/** What had the focus. The items of a menu are gone afterward, and perhaps a popover with its buttons, but what opened them stays. */
function openersOf(focused: Element | null): HTMLElement[] {
  const menu = focused?.closest("[role=menu]");
  const found = menu
    ? [document.getElementById(menu.getAttribute("aria-labelledby") ?? "")]
    : [focused, focused && triggerOf(focused)];
  return found.filter((element) => element instanceof HTMLElement && element !== document.body) as HTMLElement[];
}

/** Focus selects a tab, so a question before another tab returns it to the one that is selected now. */
function selectedTab(element: HTMLElement): HTMLElement {
  return element.closest("[role=tablist]")?.querySelector<HTMLElement>("[role=tab][aria-selected=true]") ?? element;
}
