import { useRef, useState } from "react";

type Handler = ((event: Event) => void) | undefined;
type Handlers = { onOpenAutoFocus?: Handler; onCloseAutoFocus?: Handler };

/**
 * Returns the focus to where it was when a dialog or sheet closes. Radix does so only with its own trigger, but links, menus and
 * keyboard shortcuts open most of ours. For a component that is mounted while the dialog is open: it looks where the focus is before
 * a field in the dialog takes it, and once more afterwards, because a menu that closes moves it.
 */
export function useReturnFocus({ onOpenAutoFocus, onCloseAutoFocus }: Handlers = {}) {
  const [first] = useState(() => openersOf(document.activeElement));
  const openers = useRef(first);
  return {
    onOpenAutoFocus: (event: Event) => {
      const dialog = event.currentTarget as HTMLElement | null;
      const outside = dialog?.contains(document.activeElement) ? [] : openersOf(document.activeElement);
      if (outside.length > 0) openers.current = outside;
      onOpenAutoFocus?.(event);
    },
    onCloseAutoFocus: (event: Event) => {
      onCloseAutoFocus?.(event);
      const opener = openers.current.find(({ isConnected }) => isConnected);
      if (event.defaultPrevented || !opener) return;
      event.preventDefault();
      selectedTab(opener).focus({ preventScroll: true });
    },
  };
}

/** What had the focus. The items of a menu are gone afterwards, and perhaps a popover with its buttons, but what opened them stays. */
function openersOf(focused: Element | null): HTMLElement[] {
  const menu = focused?.closest("[role=menu]");
  const popover = focused?.closest("[role=dialog]:not([aria-modal])");
  const button = popover?.id && document.querySelector(`[aria-controls="${CSS.escape(popover.id)}"]`);
  const found = menu ? [document.getElementById(menu.getAttribute("aria-labelledby") ?? "")] : [focused, button];
  return found.filter((element) => element instanceof HTMLElement && element !== document.body) as HTMLElement[];
}

/** Focus selects a tab, so a question before another tab returns it to the one that is selected now. */
function selectedTab(element: HTMLElement): HTMLElement {
  return element.closest("[role=tablist]")?.querySelector<HTMLElement>("[role=tab][aria-selected=true]") ?? element;
}
