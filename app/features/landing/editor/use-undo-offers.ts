import { useCallback, useLayoutEffect, useRef } from "react";
import { toast } from "~/shared/toast.ts";
import type { Block } from "../../../../domain/landing/block-types.ts";
import type { LandingDraft } from "../lib/landing-draft.ts";

type Offer = {
  text: string;
  /** Puts back what was removed, also when something else changed since. */
  undo: () => void;
  /** Whether what was removed is in these blocks again. */
  isBack: (blocks: readonly Block[]) => boolean;
};

let offers = 0;

/** Shows toasts with Undo, which go when the undo key, the history or the toast itself has put back what was removed. */
export function useUndoOffers({ blocks }: LandingDraft): (offer: Offer) => void {
  const open = useRef<(Offer & { id: string })[]>([]);
  // Before the next event, so that an offer never meets the blocks from before its removal.
  useLayoutEffect(() => {
    open.current = open.current.filter(({ id, isBack }) => {
      if (blocks && !isBack(blocks)) return true;
      toast.dismiss(id);
      return false;
    });
  }, [blocks]);
  return useCallback((offer: Offer) => {
    offers += 1;
    const id = `landing-undo-${offers}`;
    open.current.push({ ...offer, id });
    const undo = () => {
      if (open.current.some((other) => other.id === id)) offer.undo();
    };
    toast.success(offer.text, { id, action: { label: "Undo", onClick: undo } });
  }, []);
}
