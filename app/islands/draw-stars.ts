/** Position as a fraction of the canvas, drift in pixels per second, size in pixels. */
export type Star = { x: number; y: number; dx: number; dy: number; size: number; light: number };
export type Pointer = { x: number; y: number };

/** Spec §9: stars within 150 px of the pointer connect to it, and stars within 120 px of each other are linked. */
const CONNECT_RADIUS = 150;
const LINK = 120;
/** The maximum opacity of links, because they are only background. */
const LINK_OPACITY = 0.2;
/** The number of opacity levels, with one stroke each. One stroke per link is 30 times slower. */
const STEPS = 4;

/** Draws stars and links once, with the context's fill and stroke colors. */
export function drawStars(
  context: CanvasRenderingContext2D,
  { width, height }: { width: number; height: number },
  stars: readonly Star[],
  pointer: Pointer,
): void {
  context.clearRect(0, 0, width, height);
  const places = stars.map(({ x, y }) => ({ x: x * width, y: y * height }));
  const steps = Array.from({ length: STEPS }, () => new Path2D());
  const link = (from: Pointer, to: Pointer, reach: number) => {
    const distance = Math.hypot(from.x - to.x, from.y - to.y);
    const path = distance < reach ? steps[Math.floor((distance / reach) * STEPS)] : undefined;
    path?.moveTo(from.x, from.y);
    path?.lineTo(to.x, to.y);
  };
  places.forEach((place, index) => {
    for (let other = index + 1; other < places.length; other += 1) link(place, places[other] as Pointer, LINK);
    link(place, pointer, CONNECT_RADIUS);
  });
  steps.forEach((path, step) => {
    context.globalAlpha = LINK_OPACITY * (1 - (step + 0.5) / STEPS);
    context.stroke(path);
  });
  stars.forEach(({ size, light }, index) => {
    const { x, y } = places[index] as Pointer;
    context.globalAlpha = light;
    context.fillRect(x - size / 2, y - size / 2, size, size);
  });
}
