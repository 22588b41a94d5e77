import { describe, expect, it } from "vitest";
import { luminanceOf } from "../color-space.ts";
import { contrast } from "../contrast.ts";
import { type Colours, GROUNDS, onGround } from "./theme-colors.ts";
import { THEMES } from "./themes.ts";

const full = (color: string) => (color.length === 4 ? color.replace(/[^#]/g, "$&$&") : color);
const between = (one: string, other: string) => contrast(luminanceOf(full(one)), luminanceOf(full(other)));

/** Every set of colors that a section can have: each theme, by day and by night, on each ground. */
const SETS = Object.entries(THEMES).flatMap(([theme, { light, dark }]) =>
  [
    { scheme: "light", own: light, night: dark ?? light },
    ...(dark ? [{ scheme: "dark", own: dark, night: dark }] : []),
  ].flatMap(({ scheme, own, night }) => [
    { name: `${theme}, ${scheme}, plain`, colours: own },
    ...GROUNDS.map((ground) => ({ name: `${theme}, ${scheme}, ${ground}`, colours: onGround(ground, own, night) })),
  ]),
);
const PLANES = ["page", "surface", "sunken"] as const;
const TEXTS = ["ink", "soft", "link", "good", "bad"] as const;

describe("The colors of a section", () => {
  it.each(SETS)("$name: texts can be read on every plane (WCAG AA)", ({ colours }) => {
    for (const plane of PLANES)
      for (const text of TEXTS) expect(between(colours[text], colours[plane])).toBeGreaterThanOrEqual(4.5);
    expect(between(colours.onAccent, colours.accent)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(SETS)("$name: controls, buttons and initials stand out", ({ colours }) => {
    for (const plane of PLANES) expect(between(colours.control, colours[plane])).toBeGreaterThanOrEqual(3);
    expect(between(colours.accent, colours.page)).toBeGreaterThanOrEqual(2.5);
    // Initials are large.
    expect(between(colours.ink, colours.line)).toBeGreaterThanOrEqual(3);
  });

  it("differ from the page for each ground, so that a section can be told apart", () => {
    const key = ({ page }: Colours) => full(page);
    for (const { light, dark } of Object.values(THEMES))
      for (const own of [light, ...(dark ? [dark] : [])]) {
        const pages = [own, ...GROUNDS.map((ground) => onGround(ground, own, dark ?? own))].map(key);
        expect(new Set(pages).size).toBe(pages.length);
      }
  });
});
