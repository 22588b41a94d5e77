import { expect, test } from "vitest";
import { fitInto, logoContrast } from "./logo.ts";

type Color = [red: number, green: number, blue: number, alpha: number];
const CLEAR: Color = [0, 0, 0, 0];
/** Pixels of these colors, and as many transparent ones. */
const drawn = (...colors: Color[]) => [...colors, ...colors.map(() => CLEAR)].flat();

test.each<[string, number[], boolean, boolean]>([
  ["black ink", drawn([0, 0, 0, 255]), true, false],
  ["white ink", drawn([255, 255, 255, 255]), false, true],
  ["a middle blue", drawn([60, 110, 210, 255]), true, true],
  ["black and a little orange", drawn([0, 0, 0, 255], [0, 0, 0, 255], [249, 108, 27, 255]), true, false],
  ["an own white background", [255, 255, 255, 255, 0, 0, 0, 255], true, true],
  ["nothing", CLEAR, true, true],
])("A logo with %s is judged on both backgrounds", (_, pixels, light, dark) => {
  expect(logoContrast(pixels)).toEqual({ light, dark });
});

test("A picture fits into a box and keeps its proportions", () => {
  expect(fitInto(2000, 500, { width: 640, height: 256 })).toEqual({ width: 640, height: 160 });
  expect(fitInto(300, 900, { width: 640, height: 256 })).toEqual({ width: 85, height: 256 });
  expect(fitInto(40, 20, { width: 640, height: 256 })).toEqual({ width: 40, height: 20 });
  expect(fitInto(10_000, 1, { width: 640, height: 256 })).toEqual({ width: 640, height: 1 });
});
