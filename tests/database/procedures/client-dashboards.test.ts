import { expect, test } from "vitest";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { rolledBack } from "../../support/database-persons.ts";

const insert =
  "insert into public.client_dashboards (user_id, business_name, notion_database_url) values ($1, 'Acme', $2)";
const url = "https://notion.so/a";

onEveryDatabase("A dashboard's user", (given) => {
  test.each([
    ["00000000-0000-0000-0000-000000000000", "23503"],
    ["somebody", "23514|22P02"],
    ["", "23514|22P02"],
    [null, "23502"],
  ])("cannot be %j", async (user, code) => {
    const { db } = given();
    await rolledBack(db, () =>
      expect(db.run(insert, [user, url])).rejects.toMatchObject({ code: expect.stringMatching(code) }),
    );
  });

  test("has at most one dashboard, but imported-user may have many", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      await db.run(insert, ["imported-user", url]);
      expect((await db.run(insert, ["imported-user", url])).count).toBe(1);
      await expect(db.run(insert, [world.people.owner.id, url])).rejects.toMatchObject({ code: "23505" });
    });
  });

  test("is deleted together with the dashboard", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      const { id } = world.people["new client"];
      await db.run(insert, [id, url]);
      await db.run("delete from auth.users where id = $1", [id]);
      expect((await db.run("select from public.client_dashboards where user_id = $1", [id])).count).toBe(0);
    });
  });

  test.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "https://user:pw@notion.so/",
    "https://a b",
    `https://notion.so/${"x".repeat(2048)}`,
  ])("never gets a dashboard with the address %.60s", async (bad) => {
    const { db } = given();
    await rolledBack(db, () => expect(db.run(insert, ["imported-user", bad])).rejects.toMatchObject({ code: "23514" }));
  });
});
