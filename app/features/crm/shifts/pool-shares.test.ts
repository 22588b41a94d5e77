import { expect, test } from "vitest";
import { poolShares } from "./pool-shares.ts";

const person = (user_id: string, weight?: number) => ({ user_id, rota: weight === undefined ? null : { weight } });
const team = {
  people: [person("ann", 2), person("ben"), person("cleo", 0), person("dan", 3)],
  routing: {
    pools: [
      // Someone who left stays in the pool until a leader removes them.
      { name: "West", people: ["ann", "ben", "left"] },
      { name: "East", people: ["ann", "cleo"] },
      { name: "Evenings", people: ["ben", "cleo"] },
    ],
  },
};
const texts = (id: string, weight: number) => poolShares(id, weight, team).map(({ text }) => text);

test("A share is a share of what each of the person's pools gets, never of all new leads", () => {
  expect(texts("ann", 2)).toEqual(["2 of every 3 leads that go to West", "every lead that goes to East"]);
  expect(texts("ann", 1)[0]).toBe("1 of every 2 leads that go to West");
  expect(texts("dan", 3)).toEqual([]);
  expect(texts("cleo", 0)).toEqual(["no new leads", "no new leads"]);
});

test("Only a pool whose people weigh the same is even", () => {
  expect(poolShares("ann", 1, team).map(({ isEven }) => isEven)).toEqual([true, false]);
});
