import { type MouseEvent, type PointerEvent, useRef, useState } from "react";
import { momentAt } from "./week.ts";

type Options = {
  /** The first hour that the week shows. */
  first: number;
  hourPx: number;
  now: number;
  isCardOpen: boolean;
  isFree: (at: number) => boolean;
  /** The first free time within a half hour, else the half hour. */
  startWithin: (half: number) => number;
  onBook: (to: Date) => void;
  /** A click on a time that isn't free. */
  onTaken: (at: Date) => void;
};

/**
 * The half hour of a week under the mouse, whether it is free, and what makes a click book it. Keyboards use the button above the week. A click that
 * closes a call's card books nothing.
 */
export function usePointedTime({ first, hourPx, now, isCardOpen, isFree, startWithin, onBook, onTaken }: Options) {
  const [place, setPlace] = useState<{ day: string; at: number } | null>(null);
  const closesCard = useRef(false);
  const timeAt = (day: string, { clientY, currentTarget, target }: MouseEvent<HTMLElement>) => {
    if (target !== currentTarget) return null;
    const hour = (clientY - currentTarget.getBoundingClientRect().top) / hourPx + first;
    const half = momentAt(day, Math.floor(hour * 2) / 2).getTime();
    // After a buffer, a call may begin between two half hours.
    return { day, at: startWithin(half) };
  };
  const book = (day: string) => ({
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const under = event.pointerType === "mouse" ? timeAt(day, event) : null;
      // The past needs no mark. A click there says why it isn't free.
      const next = under && under.at > now ? under : null;
      if (next?.at !== place?.at) setPlace(next);
    },
    onPointerLeave: () => setPlace(null),
    onPointerDown: () => {
      closesCard.current = isCardOpen;
    },
    onClick: (event: MouseEvent<HTMLElement>) => {
      const time = timeAt(day, event);
      if (!time || closesCard.current) return;
      setPlace(null);
      (time.at > now && isFree(time.at) ? onBook : onTaken)(new Date(time.at));
    },
  });
  return { pointed: place && { ...place, isFree: isFree(place.at) }, book };
}
