/** Whether a logo can be seen on the light and on the dark background of the product. */
export type LogoContrast = { light: boolean; dark: boolean };

const LIGHT = luminance(251, 250, 247);
const DARK = luminance(11, 12, 16);
/** Graphics need a contrast of 3:1 to their background (WCAG 1.4.11). */
const MIN_CONTRAST = 3;
/** A logo in two colors may lose the smaller part of it and still be recognized. */
const MIN_VISIBLE_SHARE = 0.5;
/** Above this share of opaque pixels, a logo has a background of its own. */
const OPAQUE_SHARE = 0.97;

/** Reads a logo's pixels: red, green, blue and alpha, from 0 to 255 each. */
export function logoContrast(pixels: ArrayLike<number>): LogoContrast {
  let [painted, onLight, onDark] = [0, 0, 0];
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = (pixels[at + 3] ?? 0) / 255;
    if (alpha === 0) continue;
    const own = luminance(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0);
    painted += alpha;
    if (contrast(own, LIGHT) >= MIN_CONTRAST) onLight += alpha;
    if (contrast(own, DARK) >= MIN_CONTRAST) onDark += alpha;
  }
  if (painted >= (pixels.length / 4) * OPAQUE_SHARE) return { light: true, dark: true };
  return { light: onLight >= painted * MIN_VISIBLE_SHARE, dark: onDark >= painted * MIN_VISIBLE_SHARE };
}

function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

/** The relative luminance of a color (WCAG 2). */
function luminance(red: number, green: number, blue: number): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The size of a picture that fits into a box, with its proportions. It is never enlarged. */
export function fitInto(width: number, height: number, box: { width: number; height: number }) {
  const scale = Math.min(1, box.width / width, box.height / height);
  const pixels = (value: number) => Math.max(1, Math.round(value * scale));
  return { width: pixels(width), height: pixels(height) };
}
