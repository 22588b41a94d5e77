import { contrast, luminance, type Rgb, toLinear } from "./contrast.ts";

/** The shades of an accent color in one theme, as #rrggbb. They replace the tokens of the same names (app/tokens.css). */
export type AccentShades = {
  /** The fill of buttons and marks: 3:1 to every surface. */
  fill: string;
  hover: string;
  press: string;
  /** Text on each of the fills: 4.5:1. */
  on: string;
  /** The color as text: 4.5:1 on every surface and on the tint. */
  ink: string;
  /** A faint fill behind text, on the surface of a card. */
  tint: string;
};

export type Accent = { light: AccentShades; dark: AccentShades };
export type AccentTheme = keyof Accent;

/** The planes of app/tokens.css and the cards of emails, from the first to the last one that text or a button is on. */
export const SURFACES: Record<AccentTheme, readonly string[]> = {
  light: ["#ffffff", "#fbfaf7", "#f4f3ef"],
  dark: ["#0b0c10", "#131418", "#15161b", "#1b1d22", "#26282e"],
};
const CARD: Record<AccentTheme, string> = { light: "#ffffff", dark: "#15161b" };

const TEXT = 4.5;
const FILL = 3;
const INK = "#0b0c10";
/** Two fills that differ by this look like two states of one button. */
const STEP = 0.035;
const TINT = 0.08;
/** How far a shade may be from the chosen color (OKLCH lightness, 0 to 1), so that people still recognize it. */
const MAX_SHIFT = 0.3;

const HEX = /^#[0-9a-f]{6}$/;

/** '#1F6FEB', '1f6feb' and '#17e' as #rrggbb. Null if it is not such a color. */
export function readColor(typed: string): string | null {
  const plain = typed.trim().toLowerCase().replace(/^#/, "");
  const full = /^[0-9a-f]{3}$/.test(plain) ? plain.replace(/./g, "$&$&") : plain;
  return HEX.test(`#${full}`) ? `#${full}` : null;
}

/** The shades of a color for both themes. Null if it is no color, or too light or too dark to be recognized in one of them. */
export function deriveAccent(color: string): Accent | null {
  if (!HEX.test(color)) return null;
  const light = shadesOf(color, "light");
  const dark = shadesOf(color, "dark");
  return light && dark && { light, dark };
}

export type AccentProblem = { text: string; suggestion?: string };

/** Why a color can't be the accent, with the nearest one that can. Null if it can. */
export function accentProblem(color: string): AccentProblem | null {
  if (!HEX.test(color)) return { text: "Enter a color such as #1f6feb" };
  if (deriveAccent(color)) return null;
  const isLight = shadesOf(color, "light") === null;
  return {
    text: isLight ? "This color is too light to see on white" : "This color is too dark to see in dark mode",
    suggestion: nearestAccent(color),
  };
}

/** The nearest lightness of the same hue that has all shades. The middle of the scale always has them. */
function nearestAccent(color: string): string {
  const { l, ...hue } = toOklab(color);
  for (let shift = 0.005; shift < 1; shift += 0.005)
    for (const lightness of [l - shift, l + shift]) {
      const candidate = toHex({ ...hue, l: lightness });
      if (lightness > 0 && lightness < 1 && deriveAccent(candidate)) return candidate;
    }
  return "#6b6b6b";
}

function shadesOf(color: string, theme: AccentTheme): AccentShades | null {
  const surfaces = SURFACES[theme].map(luminanceOf);
  const isOn = (fill: string, least: number, planes = surfaces) => {
    const own = luminanceOf(fill);
    return planes.every((plane) => contrast(own, plane) >= least);
  };
  const chosen = toOklab(color);
  // Away from the surfaces of the theme: darker on light, lighter on dark.
  const away = theme === "light" ? -1 : 1;
  const shifted = (from: string, least: number, planes?: number[]): string => {
    const { l, ...hue } = toOklab(from);
    for (let shift = 0; shift <= 1; shift += 0.005) {
      const shade = shift === 0 ? from : toHex({ ...hue, l: l + away * shift });
      if (isOn(shade, least, planes)) return shade;
    }
    return theme === "light" ? "#000000" : "#ffffff";
  };
  const fill = shifted(color, FILL);
  if (Math.abs(toOklab(fill).l - chosen.l) > MAX_SHIFT) return null;
  const on = textOn(fill);
  const { l, ...hue } = toOklab(fill);
  const isReadable = (shade: string) => isOn(shade, FILL) && contrast(luminanceOf(shade), luminanceOf(on)) >= TEXT;
  /** One step of the button, away from its surface if its text stays readable there, else towards it, else none. */
  const step = (size: number) =>
    [l + away * size, l - away * size].map((lightness) => toHex({ ...hue, l: lightness })).find(isReadable) ?? fill;
  const tint = mix(fill, CARD[theme], TINT);
  const ink = shifted(fill, TEXT, [...surfaces, luminanceOf(tint)]);
  return { fill, hover: step(STEP), press: step(2 * STEP), on, ink, tint };
}

/** White or ink on a fill. Between both, where neither is readable, black is. */
function textOn(fill: string): string {
  const own = luminanceOf(fill);
  return ["#ffffff", INK].find((text) => contrast(own, luminanceOf(text)) >= TEXT) ?? "#000000";
}

const luminanceOf = (color: string) => luminance(toRgb(color));

function toRgb(color: string): Rgb {
  const at = (from: number) => Number.parseInt(color.slice(from, from + 2), 16) / 255;
  return [at(1), at(3), at(5)];
}

function fromRgb(rgb: readonly number[]): string {
  const parts = rgb.map((value) => Math.round(Math.min(1, Math.max(0, value)) * 255));
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** `share` of one color over another. */
function mix(one: string, other: string, share: number): string {
  const [above, below] = [toRgb(one), toRgb(other)];
  return fromRgb(above.map((value, at) => value * share + (below[at] ?? 0) * (1 - share)));
}

/** Lightness from 0 to 1, and the two axes of color (OKLab, https://bottosson.github.io/posts/oklab). */
type Oklab = { l: number; a: number; b: number };

function toOklab(color: string): Oklab {
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
function toHex({ l, a, b }: Oklab): string {
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
