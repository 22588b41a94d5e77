import { type PointerEvent as ReactPointerEvent, type RefObject, useState } from "react";

type Drag = { id: string; from: number; to: number };

/**
 * Dragging the cards of a list by their handles, with a mouse or a finger. `to` is the gap it would land in; the same
 * move is there for the keyboard.
 */
export function useDragOrder(list: RefObject<HTMLOListElement | null>, onMove: (id: string, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);

  const gapAt = (y: number): number => {
    const cards = [...(list.current?.children ?? [])];
    const next = cards.findIndex((card) => {
      const { top, height } = card.getBoundingClientRect();
      return y < top + height / 2;
    });
    return next === -1 ? cards.length : next;
  };

  const grab = (event: ReactPointerEvent<HTMLElement>, id: string) => {
    if (event.button !== 0) return;
    event.preventDefault();
    const handle = event.currentTarget;
    const from = [...(list.current?.children ?? [])].findIndex((card) => card.contains(handle));
    let now: Drag = { id, from, to: from };
    handle.setPointerCapture(event.pointerId);
    setDrag(now);
    const move = ({ clientY }: PointerEvent) => {
      now = { ...now, to: gapAt(clientY) };
      setDrag(now);
      // Near the edges the page follows.
      if (clientY < 120) scrollBy(0, -12);
      else if (clientY > innerHeight - 80) scrollBy(0, 12);
    };
    const stop = (pickUp: boolean) => () => {
      handle.removeEventListener("pointermove", move);
      handle.removeEventListener("pointerup", drop);
      handle.removeEventListener("pointercancel", cancel);
      removeEventListener("keydown", onKeyDown);
      setDrag(null);
      if (pickUp) onMove(id, now.to > now.from ? now.to - 1 : now.to);
    };
    const drop = stop(true);
    const cancel = stop(false);
    const onKeyDown = (key: KeyboardEvent) => key.key === "Escape" && cancel();
    handle.addEventListener("pointermove", move);
    handle.addEventListener("pointerup", drop);
    handle.addEventListener("pointercancel", cancel);
    addEventListener("keydown", onKeyDown);
  };

  return {
    dragged: drag?.id ?? null,
    /** Where the line of landing stands beside a card; nothing where the card already is. */
    dropIndicatorAt(place: number, count: number): "above" | "below" | null {
      if (!drag || drag.to === drag.from || drag.to === drag.from + 1) return null;
      if (drag.to === place) return "above";
      return drag.to === count && place === count - 1 ? "below" : null;
    },
    grab,
  };
}
