import { useCallback, useLayoutEffect, useRef } from "react";
import { toast } from "~/shared/toast.ts";
import type { Block } from "../../../../domain/landing/block-types.ts";
import type { LandingDraft } from "../lib/landing-draft.ts";

type Offer = {
  text: string;
  /** Puts back what was removed, even when something else changed since. */
  undo: () => void;
  /** Whether what was removed is in these blocks again. */
  isBack: (blocks: readonly Block[]) => boolean;
};

/** Shows toasts with Undo, which go when the undo key, the history or the toast itself has put back what was removed. */
export function useUndoOffers({ blocks }: LandingDraft): (offer: Offer) => void {
  const open = useRef<(Offer & { dismissToast: () => void })[]>([]);
  // Before the next event, so that an offer never meets the blocks from before its removal.
  useLayoutEffect(() => {
    open.current = open.current.filter(({ isBack, dismissToast }) => {
      if (blocks && !isBack(blocks)) return true;
      dismissToast();
      return false;
    });
  }, [blocks]);
  return useCallback((offer: Offer) => {
    const shown = {
      ...offer,
      dismissToast: toast.undo(offer.text, () => open.current.includes(shown) && offer.undo()),
    };
    open.current.push(shown);
  }, []);
}
