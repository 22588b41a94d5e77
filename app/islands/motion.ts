import { safeLocalStorage } from "../shared/safe-storage.ts";

/** An animation that can stop. */
type AnimationControls = { start: () => void; stop: () => void };

const STORAGE_KEY = "upfunnel-still";
const reduced = matchMedia("(prefers-reduced-motion: reduce)");
const animations: { animation: AnimationControls; visible: boolean; running: boolean }[] = [];

/** Runs an animation while its element is on screen, its tab is visible, and neither system nor visitor reduced motion. */
export function animateWhileVisible(element: Element, animation: AnimationControls): void {
  const entry = { animation, visible: false, running: false };
  animations.push(entry);
  new IntersectionObserver(([seen]) => {
    entry.visible = seen?.isIntersecting ?? false;
    update();
  }).observe(element);
}

/** The footer's switch (WCAG 2.2.2): it pauses all animation and remembers the setting. */
export function startMotionSwitch(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>("[data-motion]")) {
    const name = () => {
      button.textContent = isPaused() ? "Resume motion" : "Pause motion";
    };
    button.hidden = reduced.matches;
    name();
    button.addEventListener("click", () => {
      setPaused(!isPaused());
      name();
      update();
    });
  }
  document.addEventListener("visibilitychange", update);
  reduced.addEventListener("change", update);
}

function update(): void {
  const allowed = !document.hidden && !reduced.matches && !isPaused();
  for (const entry of animations) {
    const run = allowed && entry.visible;
    if (run === entry.running) continue;
    entry.running = run;
    if (run) entry.animation.start();
    else entry.animation.stop();
  }
}

let pausedInMemory = false;

function isPaused(): boolean {
  return pausedInMemory || safeLocalStorage.read(STORAGE_KEY) === "1";
}

function setPaused(paused: boolean): void {
  // Without storage, the setting lasts as long as the page.
  pausedInMemory = paused && !safeLocalStorage.write(STORAGE_KEY, "1");
  if (!paused) safeLocalStorage.remove(STORAGE_KEY);
}
