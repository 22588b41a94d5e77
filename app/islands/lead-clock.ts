import { animateWhileVisible } from "./motion.ts";

/** The hot lead's clock on the hero's board keeps counting, as in the product. */
export function startLeadClock(clock: HTMLElement): void {
  let seconds = Number(clock.dataset.clock);
  let timer = 0;
  animateWhileVisible(clock, {
    start: () => {
      timer = window.setInterval(() => {
        seconds += 1;
        clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
      }, 1_000);
    },
    stop: () => clearInterval(timer),
  });
}
