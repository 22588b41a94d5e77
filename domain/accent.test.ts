import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { accentProblem, deriveAccent, readColor, SURFACES } from "./accent.ts";
import { contrast, luminance } from "./contrast.ts";

const color = fc.oneof(
  fc.integer({ min: 0, max: 0xffffff }),
  fc.constantFrom(0, 0xffffff, 0x767676, 0xffd400, 0x0b2a5b, 0xf96c1b, 0x00ff00, 0x0000ff),
);
const hex = (value: number) => `#${value.toString(16).padStart(6, "0")}`;
const light = (text: string) =>
  luminance([1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16) / 255) as [number, number, number]);
const between = (one: string, other: string) => contrast(light(one), light(other));

test("every color either has readable shades in both themes, or gets a near one that has", () => {
  fc.assert(
    fc.property(color.map(hex), (chosen) => {
      const problem = accentProblem(chosen);
      const accent = deriveAccent(problem?.suggestion ?? chosen);
      expect(accent, chosen).not.toBeNull();
      expect(problem === null).toBe(deriveAccent(chosen) !== null);
      for (const theme of ["light", "dark"] as const) {
        const { fill, hover, press, on, ink, tint } = accent?.[theme] ?? {};
        if (!fill || !hover || !press || !on || !ink || !tint) throw new Error("A shade is missing");
        for (const shade of [fill, hover, press]) {
          expect(between(on, shade), `${chosen} ${theme} text`).toBeGreaterThanOrEqual(4.5);
          for (const surface of SURFACES[theme])
            expect(between(shade, surface), `${chosen} ${theme} ${shade}`).toBeGreaterThanOrEqual(3);
        }
        for (const surface of [...SURFACES[theme], tint])
          expect(between(ink, surface), `${chosen} ${theme} link`).toBeGreaterThanOrEqual(4.5);
      }
    }),
    { numRuns: 300 },
  );
});

test("a color that is readable as it is stays as it is, and only extremes are refused", () => {
  expect(deriveAccent("#1f6feb")?.light.fill).toBe("#1f6feb");
  expect(accentProblem("#0b2a5b")).toBeNull();
  expect(accentProblem("#ffd400")).toBeNull();
  expect(accentProblem("#ffffff")?.text).toBe("This color is too light to see on white");
  expect(accentProblem("#000000")?.text).toBe("This color is too dark to see in dark mode");
  expect(accentProblem("red; background: url(x)")).toEqual({ text: "Enter a color such as #1f6feb" });
});

test("colors are read as people write them", () => {
  expect(readColor(" #1F6FEB ")).toBe("#1f6feb");
  expect(readColor("17e")).toBe("#1177ee");
  for (const wrong of ["", "blue", "#12345", "#1234567", "rgb(1,2,3)"]) expect(readColor(wrong)).toBeNull();
});

test("the surfaces are those of the tokens: none of them is closer to an accent than the ones that are checked", () => {
  const tokens = readFileSync("app/tokens.css", "utf8");
  const planes = [...tokens.matchAll(/--(sunken|page|surface|raised): light-dark\(oklch\(([\d.]+).*?oklch\(([\d.]+)/g)];
  expect(planes.length).toBeGreaterThanOrEqual(4);
  // OKLCH lightness of a gray is the cube root of its luminance; these planes are nearly gray.
  const darkestLight = Math.min(...planes.map(([, , paper]) => Number(paper) ** 3));
  const lightestDark = Math.max(...planes.map(([, , , ink]) => Number(ink) ** 3));
  expect(Math.min(...SURFACES.light.map(light))).toBeLessThanOrEqual(darkestLight + 0.01);
  expect(Math.max(...SURFACES.dark.map(light))).toBeGreaterThanOrEqual(lightestDark - 0.001);
});
