import { expect, test } from "vitest";
import { payThroughKills } from "../support/killed-payments.ts";

// `npm run bench -- payments` repeats this twenty times.
test("A host that is killed between the provider's answer and its own write charges nothing twice and loses nothing", async () => {
  expect(await payThroughKills(3)).toEqual({ killed: 3, unpaid: 0, paidTwice: 0, unrecorded: 0 });
}, 180_000);
