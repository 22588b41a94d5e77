import { expect, test } from "vitest";
import { hostsText } from "./hosts-text.ts";

const person = (name: string) => ({ id: `id of ${name}`, name });
const [BEN, DANA, KIM, AL] = [person("Ben Ito"), person("Dana Ruiz"), person("Kim Vo"), person("Al Roy")];

test.each([
  ["pool", [BEN, DANA], undefined, "Ben Ito or Dana Ruiz"],
  ["pool", [BEN, DANA], BEN, "Ben Ito or Dana Ruiz"],
  ["pool", [BEN, DANA], KIM, "Ben Ito or Dana Ruiz, not Kim Vo"],
  // A namesake is someone else.
  ["pool", [BEN, DANA], { id: "other", name: "Ben Ito" }, "Ben Ito or Dana Ruiz, not Ben Ito"],
  ["pool", [BEN], BEN, "Ben Ito"],
  ["pool", [BEN, DANA, KIM, AL], null, "one of 4 people"],
  ["together", [BEN, DANA], BEN, "Ben Ito and Dana Ruiz"],
  ["person", [DANA], BEN, "Dana Ruiz, not Ben Ito"],
] as const)("The hosts of a %s type with %j, in the calendar of %j, are %s", (assignment, hosts, asked, text) => {
  expect(hostsText({ assignment, hosts: [...hosts] }, asked)).toBe(text);
});
