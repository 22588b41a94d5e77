import { expect, test } from "vitest";
import { changeWeight, evenWeights, firstVariants, variantsProblem } from "./new-variants.ts";

const two = firstVariants(3, true);
const three = evenWeights([...two, { key: "second", version: 2, label: "C", weight: "" }]);
const weightsOf = (variants: typeof two) => variants.map(({ weight }) => weight);

test("of two variants, a typed percentage leaves the rest to the other one, until that is typed, too", () => {
  const typed = changeWeight(two, "control", "80");
  expect(weightsOf(typed)).toEqual(["80", "20"]);
  const wrong = changeWeight(typed, "control", "800");
  expect(weightsOf(wrong)).toEqual(["800", "20"]);
  const both = changeWeight(changeWeight(typed, "first", "30"), "control", "60");
  expect(weightsOf(both)).toEqual(["60", "30"]);
  expect(weightsOf(changeWeight(evenWeights(both), "first", "10"))).toEqual(["90", "10"]);
  expect(weightsOf(changeWeight(three, "control", "80"))).toEqual(["80", "33", "33"]);
});

test("a problem names the fields that are wrong", () => {
  const where = (variants: typeof two) => {
    const problem = variantsProblem(variants);
    return problem && [problem.field, ...problem.keys];
  };
  const [control, first] = two;
  if (!control || !first) throw new Error("Two variants are expected");
  expect(where(two)).toBeNull();
  expect(where(firstVariants(3, false))).toEqual(["version", "first"]);
  expect(where([control, { ...first, version: 3 }])).toEqual(["version", "first"]);
  expect(where([{ ...control, label: " " }, first])).toEqual(["label", "control"]);
  expect(where([control, { ...first, label: "a " }])).toEqual(["label", "first"]);
  expect(where([control, { ...first, weight: "0" }])).toEqual(["weight", "first"]);
  expect(where([control, { ...first, weight: "49" }])).toEqual(["weight", "control", "first"]);
});
