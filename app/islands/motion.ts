/** What moves on its own, and has to be able to stop. */
type Mover = { start: () => void; stop: () => void };

const STILL_STORAGE_KEY = "upfunnel-still";
const reduced = matchMedia("(prefers-reduced-motion: reduce)");
const movers: { mover: Mover; visible: boolean; running: boolean }[] = [];

/** Runs a mover while its element is on screen, its tab in front, and neither system nor visitor asked for stillness. */
export function moveWhileVisible(element: Element, mover: Mover): void {
  const entry = { mover, visible: false, running: false };
  movers.push(entry);
  new IntersectionObserver(([seen]) => {
    entry.visible = seen?.isIntersecting ?? false;
    update();
  }).observe(element);
}

/** The footer's switch (WCAG 2.2.2): what moves by itself can be paused, and stays so. */
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
  for (const entry of movers) {
    const run = allowed && entry.visible;
    if (run === entry.running) continue;
    entry.running = run;
    if (run) entry.mover.start();
    else entry.mover.stop();
  }
}

let pausedHere = false;

function isPaused(): boolean {
  try {
    return localStorage.getItem(STILL_STORAGE_KEY) === "1";
  } catch {
    return pausedHere;
  }
}

function setPaused(paused: boolean): void {
  pausedHere = paused;
  try {
    if (paused) localStorage.setItem(STILL_STORAGE_KEY, "1");
    else localStorage.removeItem(STILL_STORAGE_KEY);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}
