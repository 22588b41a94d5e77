import { contrast, luminance } from "./contrast.ts";

/** Whether a logo can be seen on the light and on the dark background of the product. */
export type LogoContrast = { light: boolean; dark: boolean };

const LIGHT = luminance([251 / 255, 250 / 255, 247 / 255]);
const DARK = luminance([11 / 255, 12 / 255, 16 / 255]);
/** Graphics need a contrast of 3:1 to their background (WCAG 1.4.11). */
const MIN_CONTRAST = 3;
/** A logo in two colors may lose the smaller part of it and still be recognized. */
const MIN_VISIBLE_SHARE = 0.5;
/** Above this share of opaque pixels, a logo has a background of its own. */
const OPAQUE_SHARE = 0.97;

/** Reads a logo's pixels: red, green, blue and alpha, from 0 to 255 each. */
export function logoContrast(pixels: ArrayLike<number>): LogoContrast {
  let [painted, onLight, onDark] = [0, 0, 0];
  const share = (at: number) => (pixels[at] ?? 0) / 255;
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = (pixels[at + 3] ?? 0) / 255;
    if (alpha === 0) continue;
    const own = luminance([share(at), share(at + 1), share(at + 2)]);
    painted += alpha;
    if (contrast(own, LIGHT) >= MIN_CONTRAST) onLight += alpha;
    if (contrast(own, DARK) >= MIN_CONTRAST) onDark += alpha;
  }
  if (painted >= (pixels.length / 4) * OPAQUE_SHARE) return { light: true, dark: true };
  return { light: onLight >= painted * MIN_VISIBLE_SHARE, dark: onDark >= painted * MIN_VISIBLE_SHARE };
}

/** The size of a picture that fits into a box, with its proportions. It is never enlarged. */
export function fitInto(width: number, height: number, box: { width: number; height: number }) {
  const scale = Math.min(1, box.width / width, box.height / height);
  const pixels = (value: number) => Math.max(1, Math.round(value * scale));
  return { width: pixels(width), height: pixels(height) };
}
