import { useRef } from "react";
import { focusHeading, keepingRegion } from "./keep-focus.ts";

type Handler = ((event: Event) => void) | undefined;
type Handlers = { onOpenAutoFocus?: Handler; onCloseAutoFocus?: Handler };

/**
 * Returns the focus to where it was when a dialog or sheet closes. Radix does so only with its own trigger, but links, menus and
 * keyboard shortcuts open most of ours. When the opener is gone, as after a deletion, its region keeps the focus.
 */
export function useReturnFocus({ onOpenAutoFocus, onCloseAutoFocus }: Handlers) {
  const opener = useRef<HTMLElement | null>(null);
  const region = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      opener.current = openerOf(document.activeElement);
      region.current = opener.current && keepingRegion(opener.current);
      onOpenAutoFocus?.(event);
    },
    onCloseAutoFocus: (event: Event) => {
      onCloseAutoFocus?.(event);
      if (event.defaultPrevented) return;
      const target = [opener.current, region.current].find((element) => element?.isConnected);
      if (!target) return;
      event.preventDefault();
      if (target === region.current) focusHeading(target);
      else selectedTab(target).focus({ preventScroll: true });
    },
  };
}

/** The items of a menu are gone afterwards, but its button stays. */
function openerOf(focused: Element | null): HTMLElement | null {
  const menu = focused?.closest("[role=menu]");
  const element = menu ? document.getElementById(menu.getAttribute("aria-labelledby") ?? "") : focused;
  return element instanceof HTMLElement && element !== document.body ? element : null;
}

/** Focus selects a tab, so a question before another tab returns it to the one that is selected now. */
function selectedTab(element: HTMLElement): HTMLElement {
  return element.closest("[role=tablist]")?.querySelector<HTMLElement>("[role=tab][aria-selected=true]") ?? element;
}
