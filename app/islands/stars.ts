import { drawStars, type Pointer, type Star } from "./draw-stars.ts";
import { animateWhileVisible } from "./motion.ts";

/** Spec §9, Decorative star canvas. */
const STARS = 100;
const FRAME_MS = 1_000 / 30;
/** A phone gets a still sky, because an animation would drain its battery. */
const wide = matchMedia("(min-width: 768px)");

/** Draws the stars of an ink band and lets them drift. With reduced motion, it draws a single frame. */
export function startStars(canvas: HTMLCanvasElement): void {
  const context = canvas.getContext("2d");
  const band = canvas.closest<HTMLElement>("[data-ink-band]");
  if (!context || !band) return;
  const stars = Array.from({ length: STARS }, newStar);
  const pointer: Pointer = { x: -1e4, y: -1e4 };
  const size = { width: 0, height: 0 };
  const draw = () => drawStars(context, size, stars, pointer);

  new ResizeObserver(() => {
    const density = Math.min(devicePixelRatio, 1.5);
    size.width = canvas.clientWidth;
    size.height = canvas.clientHeight;
    canvas.width = size.width * density;
    canvas.height = size.height * density;
    context.scale(density, density);
    context.fillStyle = getComputedStyle(canvas).color;
    context.strokeStyle = context.fillStyle;
    draw();
  }).observe(canvas);
  if (!wide.matches) return;

  band.addEventListener("pointermove", ({ clientX, clientY }) => {
    const { left, top } = canvas.getBoundingClientRect();
    pointer.x = clientX - left;
    pointer.y = clientY - top;
  });
  band.addEventListener("pointerleave", () => {
    pointer.x = -1e4;
  });
  animateWhileVisible(canvas, drift(stars, size, draw));
}

/** Moves the stars a few pixels a second, at 30 frames a second. */
function drift(stars: Star[], size: { width: number; height: number }, draw: () => void) {
  let frame = 0;
  let last = 0;
  const step = (now: number) => {
    frame = requestAnimationFrame(step);
    const passed = now - last;
    if (passed < FRAME_MS) return;
    last = now;
    const seconds = Math.min(passed, 100) / 1_000;
    for (const star of stars) {
      star.x = (star.x + (star.dx * seconds) / size.width + 1) % 1;
      star.y = (star.y + (star.dy * seconds) / size.height + 1) % 1;
    }
    draw();
  };
  return {
    start: () => {
      frame = requestAnimationFrame(step);
    },
    stop: () => cancelAnimationFrame(frame),
  };
}

function newStar(): Star {
  const random = (from: number, to: number) => from + Math.random() * (to - from);
  return {
    x: Math.random(),
    y: Math.random(),
    dx: random(-5, 5),
    dy: random(-5, 5),
    size: random(0.8, 1.9),
    light: random(0.3, 0.8),
  };
}
