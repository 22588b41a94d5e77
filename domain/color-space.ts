import { luminance, type Rgb, toLinear } from "./contrast.ts";

/** The relative luminance of #rrggbb. */
export const luminanceOf = (color: string) => luminance(toRgb(color));

function toRgb(color: string): Rgb {
  const at = (from: number) => Number.parseInt(color.slice(from, from + 2), 16) / 255;
  return [at(1), at(3), at(5)];
}

function fromRgb(rgb: readonly number[]): string {
  const parts = rgb.map((value) => Math.round(Math.min(1, Math.max(0, value)) * 255));
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** `share` of one color over another. */
export function mix(one: string, other: string, share: number): string {
  const [above, below] = [toRgb(one), toRgb(other)];
  return fromRgb(above.map((value, at) => value * share + (below[at] ?? 0) * (1 - share)));
}

/** Lightness from 0 to 1, and the two axes of color (OKLab, https://bottosson.github.io/posts/oklab). */
type Oklab = { l: number; a: number; b: number };

export function toOklab(color: string): Oklab {
  const [r = 0, g = 0, b = 0] = toRgb(color).map(toLinear);
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return {
    l: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    a: 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    b: 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
  };
}

/** The nearest color that screens show: with less and less chroma until it is one. */
export function toHex({ l, a, b }: Oklab): string {
  const lightness = Math.min(1, Math.max(0, l));
  for (let chroma = 1; chroma > 0.02; chroma -= 0.02) {
    const rgb = linearRgb({ l: lightness, a: a * chroma, b: b * chroma });
    if (rgb.every((value) => value >= -0.0005 && value <= 1.0005)) return fromRgb(rgb.map(fromLinear));
  }
  return fromRgb(linearRgb({ l: lightness, a: 0, b: 0 }).map(fromLinear));
}

function linearRgb({ l, a, b }: Oklab): number[] {
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

const fromLinear = (value: number): number =>
  value <= 0.0031308 ? 12.92 * Math.max(0, value) : 1.055 * value ** (1 / 2.4) - 0.055;
