import { animateWhileVisible } from "./motion.ts";

/** Spec §9: a change every 3 seconds with a 300 ms fade; 3 names on a phone, 8 on wider screens. */
const CHANGE_MS = 3_000;
const FADE_MS = 300;
const wide = matchMedia("(min-width: 768px)");

/** Replaces one visible name at a time with the one that was hidden longest. The stylesheet shows the first 3 or 8. */
export function startCarousel(list: HTMLElement): void {
  let timer = 0;
  let turn = 0;
  animateWhileVisible(list, {
    start: () => {
      timer = window.setInterval(() => {
        const shown = wide.matches ? 8 : 3;
        // Steps of 3 visit all of 8 positions; for 3 positions, steps of 1 do.
        swapName(list, (turn * (shown === 8 ? 3 : 1)) % shown, shown);
        turn += 1;
      }, CHANGE_MS);
    },
    stop: () => clearInterval(timer),
  });
}

function swapName(list: HTMLElement, place: number, shown: number): void {
  const leaving = list.children[place] as HTMLElement | undefined;
  const coming = list.children[shown] as HTMLElement | undefined;
  if (!leaving || !coming) return;
  leaving.style.opacity = "0";
  coming.style.opacity = "0";
  setTimeout(() => {
    leaving.replaceWith(coming);
    list.append(leaving);
    // This read forces layout, so that the fade starts at zero.
    coming.getBoundingClientRect();
    coming.style.opacity = "";
    leaving.style.opacity = "";
  }, FADE_MS);
}
