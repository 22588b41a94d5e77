import type { Pool, ShiftPerson } from "./api.ts";

export type PoolProblems = { name?: string; people?: string };

/** What keeps a pool from being saved, as in `private.checked_routing`. Someone who left the team doesn't count as its person. */
export function poolProblems(pool: Pool, pools: Pool[], team: Pick<ShiftPerson, "user_id">[]): PoolProblems {
  const nameOf = ({ name }: Pool) => name.trim().toLowerCase();
  const first = pools.find((one) => nameOf(one) === nameOf(pool));
  return {
    ...(nameOf(pool) === "" ? { name: "Enter a name" } : first !== pool && { name: "Give each pool a different name" }),
    ...(!team.some(({ user_id }) => pool.people.includes(user_id)) && { people: "Choose at least one person" }),
  };
}
