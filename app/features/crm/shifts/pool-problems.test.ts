import { expect, test } from "vitest";
import { poolProblems } from "./pool-problems.ts";

const TEAM = [{ user_id: "ada" }, { user_id: "bo" }];
const pool = (name: string, ...people: string[]) => ({ id: name, name, people });

test("A pool has a name of its own and someone of the team", () => {
  const pools = [pool("Inbound", "ada"), pool(" inbound ", "bo"), pool(" ", "ada"), pool("Closers", "left")];
  expect(pools.map((one) => poolProblems(one, pools, TEAM))).toEqual([
    {},
    { name: "Give each pool a different name" },
    { name: "Enter a name" },
    { people: "Choose at least one person" },
  ]);
});
