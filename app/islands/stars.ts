import { moveWhileVisible } from "./motion.ts";

/** Spec §9, star canvas: 100 stars; those within 150 px of the pointer connect to it, those within 120 px to each other. */
const STARS = 100;
const CONNECT_RADIUS = 150;
const LINK = 120;
/** Links never get brighter than this: they are sky, not content. */
const LINK_OPACITY = 0.2;
const FRAME_MS = 1_000 / 30;

type Star = { x: number; y: number; dx: number; dy: number; size: number; light: number };

/** Draws the sky of an ink band; a single still picture where motion is not wanted. */
export function startStars(canvas: HTMLCanvasElement): void {
  const context = canvas.getContext("2d");
  const band = canvas.closest<HTMLElement>(".ink-band");
  if (!context || !band) return;
  const stars = Array.from({ length: STARS }, newStar);
  const pointer = { x: -1e4, y: -1e4 };
  let width = 0;
  let height = 0;

  const draw = () => {
    context.clearRect(0, 0, width, height);
    stars.forEach((star, index) => {
      const x = star.x * width;
      const y = star.y * height;
      context.globalAlpha = star.light;
      context.fillRect(x - star.size, y - star.size, star.size * 2, star.size * 2);
      for (const other of stars.slice(index + 1)) link(x, y, other.x * width, other.y * height, LINK);
      link(x, y, pointer.x, pointer.y, CONNECT_RADIUS);
    });
  };
  const link = (x: number, y: number, toX: number, toY: number, reach: number) => {
    const distance = Math.hypot(x - toX, y - toY);
    if (distance >= reach) return;
    context.globalAlpha = LINK_OPACITY * (1 - distance / reach);
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(toX, toY);
    context.stroke();
  };
  const fit = () => {
    const density = Math.min(devicePixelRatio, 2);
    width = canvas.clientWidth;
    height = canvas.clientHeight;
    canvas.width = width * density;
    canvas.height = height * density;
    context.scale(density, density);
    const ink = getComputedStyle(canvas).color;
    context.fillStyle = ink;
    context.strokeStyle = ink;
    draw();
  };

  new ResizeObserver(fit).observe(canvas);
  band.addEventListener("pointermove", ({ clientX, clientY }) => {
    const { left, top } = canvas.getBoundingClientRect();
    pointer.x = clientX - left;
    pointer.y = clientY - top;
  });
  band.addEventListener("pointerleave", () => {
    pointer.x = -1e4;
  });
  moveWhileVisible(
    canvas,
    animate(stars, () => ({ width, height }), draw),
  );
}

/** Drifts the stars a few pixels a second, at 30 pictures a second. */
function animate(stars: Star[], size: () => { width: number; height: number }, draw: () => void) {
  let frame = 0;
  let last = 0;
  const step = (now: number) => {
    frame = requestAnimationFrame(step);
    const passed = now - last;
    if (passed < FRAME_MS) return;
    last = now;
    const seconds = Math.min(passed, 100) / 1_000;
    const { width, height } = size();
    for (const star of stars) {
      star.x = (star.x + (star.dx * seconds) / width + 1) % 1;
      star.y = (star.y + (star.dy * seconds) / height + 1) % 1;
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
    size: random(0.4, 0.95),
    light: random(0.3, 0.8),
  };
}
