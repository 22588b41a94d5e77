import { expect, test } from "vitest";
import { compareAuthReadings } from "../../tests/support/auth-readings.ts";

test("guard and library read every accepted query and body alike, in any spelling, repetition and order", async () => {
  const { disagreements, accepted } = await compareAuthReadings(2_000);
  expect(disagreements).toEqual([]);
  // A guard that refuses everything would pass too.
  expect(accepted).toBeGreaterThan(200);
});
