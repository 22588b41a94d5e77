import { expect, test } from "vitest";
import { hostsText } from "./hosts-text.ts";

const PAIR = ["Ben Ito", "Dana Ruiz"];

test.each([
  ["pool", PAIR, undefined, "Ben Ito or Dana Ruiz"],
  ["pool", PAIR, "Ben Ito", "Ben Ito or Dana Ruiz, not necessarily Ben Ito"],
  ["pool", PAIR, "Kim Vo", "Ben Ito or Dana Ruiz, not Kim Vo"],
  ["pool", ["Ben Ito"], "Ben Ito", "Ben Ito"],
  ["pool", [...PAIR, "Kim Vo", "Al Roy"], "Al Roy", "one of 4 people, not necessarily Al Roy"],
  ["together", PAIR, "Ben Ito", "Ben Ito and Dana Ruiz"],
  ["person", ["Dana Ruiz"], "Ben Ito", "Dana Ruiz, not Ben Ito"],
] as const)("The hosts of a %s type with %j, for a time of %s, are %s", (assignment, hosts, asked, text) => {
  expect(hostsText({ assignment, hosts: [...hosts] }, asked)).toBe(text);
});
