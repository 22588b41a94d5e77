import { expect, test } from "vitest";
import { compareRestReadings } from "../../tests/support/rest-readings.ts";

test("guard and library read every accepted query and body alike, in any spelling, repetition and order", async () => {
  const { disagreements, accepted } = await compareRestReadings(2_000);
  expect(disagreements).toEqual([]);
  // A guard that refuses everything would pass too.
  expect(accepted).toBeGreaterThan(200);
});
