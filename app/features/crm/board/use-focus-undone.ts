import { type RefObject, useEffect } from "react";
import { onUndone } from "../lib/undo-stack.ts";
import { findCard } from "./card-menu.ts";

/** A card that Undo returns to the board gets the focus, unless the user has moved it elsewhere. */
export function useFocusUndone(focusAfterMove: RefObject<string | null>): void {
  useEffect(() => {
    return onUndone((leadId) => {
      const { activeElement } = document;
      const isFree =
        activeElement === document.body || activeElement?.closest("[data-lead], [data-sonner-toaster]") != null;
      if (!isFree) return;
      const link = findCard(leadId)?.querySelector("a");
      if (link) link.focus();
      // It comes with the next answer.
      else focusAfterMove.current = leadId;
    });
  }, [focusAfterMove]);
}
