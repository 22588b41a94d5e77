import { type RefObject, useEffect, useRef } from "react";
import { onUndone } from "../lib/undo-stack.ts";
import type { ColumnHandle } from "./board-column.tsx";
import { findCard } from "./card-menu.ts";

/**
 * Whether the user has left the focus on the board or in a toast, or it went with what had it. A heading has it only after its card
 * went.
 */
export const isFocusFree = ({ activeElement }: Document): boolean =>
  activeElement === document.body || activeElement?.closest("[data-lead], [data-sonner-toaster], h1, h2") != null;

/**
 * A card that Undo returns to the board gets the focus, unless the user has moved it elsewhere. `answeredAt` is the time of the
 * board's last answer.
 */
export function useFocusUndone(handles: RefObject<Map<string, ColumnHandle>>, answeredAt: number): void {
  /** The card that the next answer should bring. */
  const awaited = useRef<string | null>(null);
  useEffect(() => {
    return onUndone((leadId) => {
      if (!isFocusFree(document)) return;
      const link = findCard(leadId)?.querySelector("a");
      if (link) link.focus();
      else awaited.current = leadId;
    });
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once with each answer; after the next one, the card isn't awaited anymore
  useEffect(() => {
    const leadId = awaited.current;
    awaited.current = null;
    if (!leadId || !isFocusFree(document)) return;
    for (const column of handles.current.values()) {
      const at = column.ids().indexOf(leadId);
      if (at !== -1) column.focus(at);
    }
  }, [answeredAt]);
}
