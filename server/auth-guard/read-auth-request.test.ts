import { expect, test } from "vitest";
import { compareAuthReadings } from "../../tests/support/auth-readings.ts";

test("for every spelling, repetition and order of a query and a body, guard and library agree, or it is refused", async () => {
  const { disagreements, accepted } = await compareAuthReadings(2_000);
  expect(disagreements).toEqual([]);
  // Refusing everything would agree too.
  expect(accepted).toBeGreaterThan(200);
});
