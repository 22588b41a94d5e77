import { type MouseEvent, type PointerEvent, useRef, useState } from "react";
import { momentAt } from "./week.ts";

type Options = {
  /** The first hour that the week shows. */
  first: number;
  hourPx: number;
  now: number;
  isCardOpen: boolean;
  onBook: (to: Date) => void;
};

/**
 * The free half hour of a week under the mouse, and what makes a click book it. Keyboards use the button above the week. A click that
 * closes a call's card books nothing.
 */
export function usePointedTime({ first, hourPx, now, isCardOpen, onBook }: Options) {
  const [pointed, setPointed] = useState<{ day: string; at: number } | null>(null);
  const closesCard = useRef(false);
  const timeAt = (day: string, { clientY, currentTarget, target }: MouseEvent<HTMLElement>) => {
    if (target !== currentTarget) return null;
    const hour = (clientY - currentTarget.getBoundingClientRect().top) / hourPx + first;
    const at = momentAt(day, Math.floor(hour * 2) / 2).getTime();
    return at > now ? { day, at } : null;
  };
  const book = (day: string) => ({
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const next = event.pointerType === "mouse" ? timeAt(day, event) : null;
      if (next?.at !== pointed?.at) setPointed(next);
    },
    onPointerLeave: () => setPointed(null),
    onPointerDown: () => {
      closesCard.current = isCardOpen;
    },
    onClick: (event: MouseEvent<HTMLElement>) => {
      const time = timeAt(day, event);
      if (!time || closesCard.current) return;
      setPointed(null);
      onBook(new Date(time.at));
    },
  });
  return { pointed, book };
}
