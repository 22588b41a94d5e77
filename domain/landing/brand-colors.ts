import { readColor } from "../accent.ts";
import { luminanceOf, mix, toHex, toOklab } from "../color-space.ts";
import { contrast } from "../contrast.ts";
import { brandAccent, type LandingBrand } from "./brand.ts";
import { type Colors, INK, isDark, PAPER, readable, textOn } from "./theme-colors.ts";

/** A brand's colors on its own background, and those for dark systems. A dark background is the same for all. */
export type BrandColors = { light: Colors; dark?: Colors };

/** A button that differs less from the page can't be seen. On dark, eyes need more. */
const VISIBLE_ON_LIGHT = 1.35;
const VISIBLE_ON_DARK = 2;

/** The colors of a page in an account's brand. All text in them can be read (WCAG AA), whatever was chosen. */
export function brandColors(brand: LandingBrand): BrandColors {
  const page = readColor(brand.page ?? "");
  const ink = readColor(brand.ink ?? "");
  const accent = brandAccent(brand);
  const light = palette({ page, ink, accent });
  if (isDark(light)) return { light };
  const night = page ? { page: nightOf(page), ink: null, accent } : { page: null, ink: null, accent };
  return { light, dark: palette(night, INK) };
}

type Chosen = { page: string | null; ink: string | null; accent: string | null };

function palette({ page, ink, accent }: Chosen, fallback: Colors = PAPER): Colors {
  if (!page && !ink && !accent) return fallback;
  const base = isDark({ ...fallback, ...(page && { page }) }) ? INK : PAPER;
  const colors: Colors = {
    ...(page || ink ? planesOf(page ?? fallback.page, ink ?? base.ink, base) : base),
    good: base.good,
    bad: base.bad,
    accent: accent ?? base.accent,
    onAccent: accent ? textOn(accent) : base.onAccent,
    link: accent ?? base.link,
  };
  const made = readable(colors);
  const least = isDark(made) ? VISIBLE_ON_DARK : VISIBLE_ON_LIGHT;
  if (contrast(luminanceOf(colors.accent), luminanceOf(made.page)) < least) return made;
  // The words on a button tell where it is, so that its color need not be as strong as that of a line.
  return { ...made, accent: colors.accent, onAccent: colors.onAccent };
}

/** The planes of a background, and the text on it. */
function planesOf(page: string, ink: string, base: Colors): Colors {
  const dark = isDark({ ...base, page });
  return {
    ...base,
    page,
    surface: mix("#ffffff", page, dark ? 0.055 : 0.7),
    sunken: dark ? mix("#000000", page, 0.4) : deeper(page),
    line: mix(ink, page, 0.13),
    control: mix(ink, page, 0.5),
    ink,
    soft: mix(ink, page, 0.78),
  };
}

/** A little darker, in the hue of the page. */
function deeper(page: string): string {
  const { l, a, b } = toOklab(page);
  return toHex({ l: l - 0.028, a: a * 1.6, b: b * 1.6 });
}

/** The dark background that has the hue of a light one. */
function nightOf(page: string): string {
  const { a, b } = toOklab(page);
  return toHex({ l: 0.17, a: a * 0.5, b: b * 0.5 });
}

/** A color that pages show in another shade than the chosen one, and why. */
export type BrandNote = { text: string; shade: string };

/** What the colors of a brand became, in words. Empty if all of them can be read as they are. */
export function brandNotes(brand: LandingBrand): BrandNote[] {
  const { light, dark } = brandColors(brand);
  const accent = brandAccent(brand);
  const ink = readColor(brand.ink ?? "");
  const notes: BrandNote[] = [];
  const shadeWord = (from: string, to: string) => (luminanceOf(to) < luminanceOf(from) ? "darker" : "lighter");
  const isOnDark = isDark(light);
  if (ink && light.ink !== ink)
    notes.push({
      text: `Your text color is too close to the background. Text uses this ${shadeWord(ink, light.ink)} shade.`,
      shade: light.ink,
    });
  if (!accent) return notes;
  if (light.accent !== accent)
    notes.push({
      text: `Your color is too close to the background. Buttons use this ${shadeWord(accent, light.accent)} shade.`,
      shade: light.accent,
    });
  if (light.link !== accent)
    notes.push({
      text: `Your color is too ${isOnDark ? "dark" : "light"} for text. Links use this ${shadeWord(accent, light.link)} shade.`,
      shade: light.link,
    });
  if (dark && dark.accent !== accent)
    notes.push({
      text: "On a dark background, your color is too dark to see. Buttons use this lighter shade.",
      shade: dark.accent,
    });
  if (dark && dark.link !== accent)
    notes.push({
      text: "On a dark background, your color is too dark for text. Links use this lighter shade.",
      shade: dark.link,
    });
  return notes;
}
