import { luminanceOf, mix, toHex, toOklab } from "./color-space.ts";
import { contrast } from "./contrast.ts";

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
