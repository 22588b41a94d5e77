import { luminanceOf, mix, toHex, toOklab } from "../color-space.ts";
import { contrast } from "../contrast.ts";

/** The colors of a page, or of a part of it. */
export type Colors = {
  page: string;
  surface: string;
  sunken: string;
  line: string;
  control: string;
  ink: string;
  soft: string;
  accent: string;
  onAccent: string;
  link: string;
  good: string;
  bad: string;
};
export const PAPER: Colors = {
  page: "#fbfaf7",
  surface: "#fff",
  sunken: "#f3f1ec",
  line: "#e3e0d8",
  control: "#8d8a83",
  ink: "#0b0c10",
  soft: "#44464f",
  accent: "#f5702a",
  onAccent: "#1a0d05",
  link: "#a83c0b",
  good: "#12603a",
  bad: "#a51d28",
};
export const INK: Colors = {
  page: "#0b0c10",
  surface: "#14161c",
  sunken: "#060709",
  line: "#272a33",
  control: "#747a88",
  ink: "#f4f2ee",
  soft: "#bcbfc9",
  accent: "#ff8040",
  onAccent: "#1a0d05",
  link: "#ffa877",
  good: "#7fdba6",
  bad: "#ff9d9d",
};
export const WARM: Colors = {
  page: "#fff8f1",
  surface: "#fffdfa",
  sunken: "#fdebd9",
  line: "#f0d9c3",
  control: "#9b7d68",
  ink: "#2b1a12",
  soft: "#64473a",
  accent: "#a5360c",
  onAccent: "#fff",
  link: "#8f2d09",
  good: "#24582f",
  bad: "#9a1c2b",
};
export const EMBER: Colors = {
  page: "#1d120c",
  surface: "#281a13",
  sunken: "#150c08",
  line: "#432f24",
  control: "#937767",
  ink: "#fdf1e7",
  soft: "#dfc5b4",
  accent: "#ff9a68",
  onAccent: "#2b1a12",
  link: "#ffb48d",
  good: "#97d6a2",
  bad: "#ffaaa5",
};

/** White and black as #rrggbb, because the palettes also have short colors. */
const full = (color: string) => (color.length === 4 ? color.replace(/[^#]/g, "$&$&") : color);

const TEXT = 4.5;
const GRAPHIC = 3;
const TEXTS = ["ink", "soft", "link", "good", "bad"] as const;
const PLANES = ["page", "surface", "sunken"] as const;

/** Black can be read on planes above this luminance, and white on those below. */
const MIDDLE = 0.18;

/** Moves the colors of text and controls away from their planes until all of them can be read there (WCAG AA). */
export function readable(colors: Colors): Colors {
  const made = Object.fromEntries(Object.entries(colors).map(([name, color]) => [name, full(color)])) as Colors;
  const dark = isDark(made);
  for (const name of PLANES) made[name] = onSide(made[name], dark);
  const planes = PLANES.map((name) => luminanceOf(made[name]));
  for (const name of TEXTS) made[name] = awayFrom(planes, made[name], TEXT, dark);
  made.control = awayFrom(planes, made.control, GRAPHIC, dark);
  made.accent = awayFrom(planes, made.accent, GRAPHIC, dark);
  if (contrast(luminanceOf(made.accent), luminanceOf(made.onAccent)) < TEXT) made.onAccent = textOn(made.accent);
  return made;
}

/** A plane on which the text of its page can be read: on a dark page it is dark. */
function onSide(plane: string, dark: boolean): string {
  const isOn = (color: string) => (dark ? luminanceOf(color) <= MIDDLE : luminanceOf(color) >= MIDDLE);
  for (let share = 0; share < 1; share += 0.02) {
    const shade = mix(dark ? "#000000" : "#ffffff", plane, share);
    if (isOn(shade)) return shade;
  }
  return plane;
}

/** White or black, whichever can be read better on a fill. One of them always can. */
export function textOn(fill: string): string {
  const own = luminanceOf(fill);
  return contrast(own, 1) > contrast(own, 0) ? "#ffffff" : "#000000";
}

/** The nearest lightness of a color with this contrast to all planes: lighter on a dark page, darker on a light one. */
function awayFrom(planes: readonly number[], color: string, least: number, dark: boolean): string {
  const { l, ...hue } = toOklab(color);
  for (let moved = 0; moved <= 1; moved += 0.005) {
    const shade = moved === 0 ? color : toHex({ ...hue, l: l + (dark ? moved : -moved) });
    if (planes.every((plane) => contrast(plane, luminanceOf(shade)) >= least)) return shade;
  }
  return dark ? "#ffffff" : "#000000";
}

/** What a section may have behind it. */
export const GROUNDS = ["tint", "ink", "accent"] as const;
export type Ground = (typeof GROUNDS)[number];

export const isDark = (colors: Colors): boolean => luminanceOf(full(colors.page)) < MIDDLE;

/** The colors of a section with another ground. `dark` are the theme's dark colors. */
export function onGround(ground: Ground, colors: Colors, dark: Colors): Colors {
  const on = Object.fromEntries(Object.entries(colors).map(([name, color]) => [name, full(color)])) as Colors;
  if (ground === "tint") {
    const strength = isDark(colors) ? 0.14 : 0.1;
    return readable({
      ...on,
      page: mix(on.accent, on.page, strength),
      sunken: mix(on.accent, on.page, strength * 1.5),
      line: mix(on.accent, on.line, 0.2),
    });
  }
  if (ground === "ink") {
    if (!isDark(colors)) return readable(dark);
    // A dark page needs another dark to tell them apart.
    const lift = (color: string, share: number) => mix("#ffffff", color, share);
    return readable({ ...on, page: lift(on.page, 0.09), surface: lift(on.page, 0.14), sunken: lift(on.page, 0.06) });
  }
  const text = on.onAccent;
  const opposite = luminanceOf(text) < luminanceOf(on.accent) ? "#ffffff" : "#000000";
  return readable({
    page: on.accent,
    surface: mix(opposite, on.accent, 0.14),
    sunken: mix(opposite, on.accent, 0.07),
    line: mix(text, on.accent, 0.3),
    control: mix(text, on.accent, 0.75),
    ink: text,
    soft: mix(text, on.accent, 0.88),
    accent: text,
    onAccent: on.accent,
    link: text,
    good: text,
    bad: text,
  });
}
