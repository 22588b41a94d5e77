import { expect, test } from "vitest";
import { trialTitle } from "./trial-title.ts";

test("a trial says which leads it counts, and whether there are more", () =>
  expect([1, 181, 200].map(trialTitle)).toEqual([
    "1 lead that came in through forms",
    "181 leads that came in through forms",
    "The last 200 leads that came in through forms",
  ]));
