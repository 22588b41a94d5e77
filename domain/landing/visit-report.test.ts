import fc from "fast-check";
import { expect, test } from "vitest";
import { readVisitReport, visitScript } from "./visit-report.ts";

const report = (over: Partial<Record<number, unknown>> = {}) => {
  const sent: unknown[] = [3, 390, 7, 42, 1800, [0, 19, 9, 199, 0, 0]];
  for (const [at, value] of Object.entries(over)) sent[Number(at)] = value;
  return JSON.stringify(sent);
};

test("A report becomes parts and classes", () => {
  expect(readVisitReport(report())).toEqual({
    version: 3,
    width: "phone",
    depth: 7,
    bounced: false,
    speed: 1,
    clicks: [
      [0, 19, 9],
      [199, 0, 0],
    ],
  });
});

test.each([
  [640, "tablet"],
  [1023, "tablet"],
  [1024, "desktop"],
])("A window of %i pixels is a %s", (pixels, width) => {
  expect(readVisitReport(report({ 1: pixels }))?.width).toBe(width);
});

test("Who leaves within ten seconds without a click bounces", () => {
  expect(readVisitReport(report({ 3: 9, 5: [] }))?.bounced).toBe(true);
  expect(readVisitReport(report({ 3: 10, 5: [] }))?.bounced).toBe(false);
  expect(readVisitReport(report({ 3: 2, 5: [0, 0, 0] }))?.bounced).toBe(false);
});

test.each([
  [0, null],
  [1000, 0],
  [1001, 1],
  [2500, 1],
  [4000, 2],
  [4001, 3],
])("%i ms until the largest part is class %s", (ms, speed) => {
  expect(readVisitReport(report({ 4: ms }))?.speed).toBe(speed);
});

test("Whatever is sent, a report has values that the database takes, or there is none", () => {
  const anything = fc.oneof(
    fc.string(),
    fc.json(),
    fc
      .tuple(fc.nat(5), fc.oneof(fc.jsonValue(), fc.double(), fc.integer(), fc.array(fc.integer(), { maxLength: 70 })))
      .map(([at, value]) => report({ [at]: value })),
    fc.array(fc.nat(20), { maxLength: 66 }).map((cells) => report({ 5: cells })),
  );
  fc.assert(
    fc.property(anything, (text) => {
      const read = readVisitReport(text);
      if (!read) return;
      expect(read.depth).toBeGreaterThanOrEqual(1);
      expect(read.depth).toBeLessThanOrEqual(10);
      expect([null, 0, 1, 2, 3]).toContain(read.speed);
      expect(read.clicks.length).toBeLessThanOrEqual(20);
      for (const [block, x, y] of read.clicks) {
        expect(block >= 0 && block < 200 && x >= 0 && x < 20 && y >= 0 && y < 10).toBe(true);
        expect([block, x, y].every(Number.isInteger)).toBe(true);
      }
    }),
    { numRuns: 2000 },
  );
});

test("The script is a program of less than two kilobytes, and says nothing about words", () => {
  const script = visitScript(12);
  expect(() => new Function(script)).not.toThrow();
  expect(script.length).toBeLessThan(2048);
  expect(script).not.toMatch(/textContent|innerText|value|cookie|localStorage/);
});
