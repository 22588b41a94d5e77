import { expect, test } from "vitest";
import { onEveryDatabase, testRights } from "../../support/database-matrix.ts";
import { asPerson, become, rolledBack } from "../../support/database-persons.ts";

testRights(
  "lost_reasons",
  {
    "read all": "select * from public.lost_reasons",
    "add one": "insert into public.lost_reasons (label, position) values ('Moved away', 9)",
    "hide one": "update public.lost_reasons set is_active = false where label = 'No budget'",
    "delete one": "delete from public.lost_reasons where label = 'No budget'",
  },
  `
                          | anon    | no role | new client | owner   | other client | pending sales | active sales | other active sales | inactive | admin
   read all               | refused | 0       | 0       | 0       | 0       | 0       | 6       | 6       | 0       | 6      
   add one                | refused | refused | refused | refused | refused | refused | refused | refused | refused | 1      
   hide one               | refused | 0       | 0       | 0       | 0       | 0       | 0       | 0       | 0       | 1      
   delete one             | refused | refused | refused | refused | refused | refused | refused | refused | refused | refused
  `,
);

onEveryDatabase("The order of the lost reasons", (given) => {
  const order = "select public.order_lost_reasons($1)";
  const ids = async () =>
    (
      await given().db.run<{ id: string }>(
        "select id from public.lost_reasons where account_id = '00000000-0000-4000-8000-000000000001' order by position",
      )
    ).rows.map(({ id }) => id);

  test("is set by an admin in one step, and only for all reasons", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      const before = await ids();
      await become(db, world.people.admin);
      await db.run(order, [before.toReversed()]);
      expect(await ids()).toEqual(before.toReversed());
      await expect(db.run(order, [before.slice(1)])).rejects.toMatchObject({ code: "PT409" });
    });
  });

  test("cannot be set by anybody else", async () => {
    const { db, world } = given();
    const all = await ids();
    for (const kind of ["active sales", "pending sales", "owner"] as const)
      await expect(asPerson(db, world.people[kind], order, [all])).rejects.toMatchObject({ code: "42501" });
  });
});
