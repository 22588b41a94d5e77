import { describe, expect, it } from "vitest";
import { luminanceOf } from "../color-space.ts";
import { contrast } from "../contrast.ts";
import { type Colors, GROUNDS, onGround } from "./theme-colors.ts";
import { THEMES } from "./themes.ts";

const full = (color: string) => (color.length === 4 ? color.replace(/[^#]/g, "$&$&") : color);
const between = (one: string, other: string) => contrast(luminanceOf(full(one)), luminanceOf(full(other)));

/** Every set of colors that a section can have: each theme, by day and by night, on each ground. */
const SETS = Object.entries(THEMES).flatMap(([theme, { light, dark }]) =>
  [
    { scheme: "light", own: light, night: dark ?? light },
    ...(dark ? [{ scheme: "dark", own: dark, night: dark }] : []),
  ].flatMap(({ scheme, own, night }) => [
    { name: `${theme}, ${scheme}, plain`, colors: own },
    ...GROUNDS.map((ground) => ({ name: `${theme}, ${scheme}, ${ground}`, colors: onGround(ground, own, night) })),
  ]),
);
const PLANES = ["page", "surface", "sunken"] as const;
const TEXTS = ["ink", "soft", "link", "good", "bad"] as const;

describe("The colors of a section", () => {
  it.each(SETS)("$name: texts can be read on every plane (WCAG AA)", ({ colors }) => {
    for (const plane of PLANES)
      for (const text of TEXTS) expect(between(colors[text], colors[plane])).toBeGreaterThanOrEqual(4.5);
    expect(between(colors.onAccent, colors.accent)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(SETS)("$name: controls, buttons and initials stand out", ({ colors }) => {
    for (const plane of PLANES) expect(between(colors.control, colors[plane])).toBeGreaterThanOrEqual(3);
    expect(between(colors.accent, colors.page)).toBeGreaterThanOrEqual(2.5);
    // Initials are large.
    expect(between(colors.ink, colors.line)).toBeGreaterThanOrEqual(3);
  });

  it("differ from the page for each ground, so that a section can be told apart", () => {
    const key = ({ page }: Colors) => full(page);
    for (const { light, dark } of Object.values(THEMES))
      for (const own of [light, ...(dark ? [dark] : [])]) {
        const pages = [own, ...GROUNDS.map((ground) => onGround(ground, own, dark ?? own))].map(key);
        expect(new Set(pages).size).toBe(pages.length);
      }
  });
});
