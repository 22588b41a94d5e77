import { expect, test } from "vitest";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { asPerson, become, type PersonKind, rolledBack } from "../../support/database-persons.ts";

const search = "select * from public.search_client_dashboards($1, $2, $3, $4)";
type Row = { id: string; business_name: string; client_email: string | null; total: string };

onEveryDatabase("The dashboard search", (given) => {
  const find = async (query: string | null, sort: string | null = "newest", limit = 25, offset = 0) => {
    const { db, world } = given();
    return (await asPerson<Row>(db, world.people.admin, search, [query, sort, limit, offset])).rows;
  };

  test("shows admins every dashboard, with the exact total on each page", async () => {
    const rows = await find("");
    expect(rows.map((row) => Number(row.total))).toEqual(rows.map(() => 6));
    expect((await find(null, "newest", 2, 4)).map((row) => Number(row.total))).toEqual([6, 6]);
    expect(await find("", "newest", 2, 6)).toEqual([]);
  });

  test("finds by business, title, and the start of the id and the client's email; pattern characters are text", async () => {
    const { world } = given();
    expect((await find(" imPORted ")).map((row) => row.business_name)).toEqual(["Imported"]);
    const own = (await find(world.people.owner.email))[0];
    expect(own).toMatchObject({ client_email: world.people.owner.email });
    expect((await find(own?.id.slice(0, 8) ?? "-")).map((row) => row.id)).toEqual([own?.id]);
    expect(await find("lead dash")).toHaveLength(6);
    for (const signs of ["%", "_", "\\", "'; drop table x"]) expect(await find(signs)).toEqual([]);
  });

  test("sorts newest first, and by name and views", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      await db.run(
        "update public.client_dashboards set access_count = 9, created_at = now() + interval '1 hour' where business_name = 'Imported'",
      );
      await become(db, world.people.admin);
      const first = async (sort: string) =>
        (await db.run<Row>(search, ["", sort, 25, 0])).rows.map((row) => row.business_name);
      expect((await first("newest"))[0]).toBe("Imported");
      expect((await first("oldest")).at(-1)).toBe("Imported");
      expect((await first("views"))[0]).toBe("Imported");
      expect((await first("views_asc")).at(-1)).toBe("Imported");
      expect(await first("name")).toEqual((await first("name_desc")).toReversed());
    });
  });

  test("refuses an unknown order", async () => {
    await expect(find("", "random()")).rejects.toMatchObject({ code: "22023" });
    await expect(find("", null)).rejects.toMatchObject({ code: "22023" });
  });

  test.each(["anon", "no role", "owner", "pending sales", "active sales", "inactive"] satisfies PersonKind[])(
    "is refused for %s",
    async (kind) => {
      const { db, world } = given();
      await expect(asPerson(db, world.people[kind], search, ["", "newest", 1, 0])).rejects.toMatchObject({
        code: "42501",
      });
    },
  );
});

const update = "select public.update_client_dashboard($1, 'Renamed', 'https://notion.so/a', 'T', $2)";

onEveryDatabase("Two admins on one dashboard", (given) => {
  test("the second one is refused, and nothing is overwritten", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      const read = async () =>
        (
          await db.run<{ id: string; at: string }>(
            "select id, updated_at::text as at from public.client_dashboards where business_name in ('Imported', 'Renamed')",
          )
        ).rows[0];
      await db.run("alter table public.client_dashboards disable trigger touch_updated_at");
      await db.run("update public.client_dashboards set updated_at = '2026-01-01' where business_name = 'Imported'");
      await db.run("alter table public.client_dashboards enable trigger touch_updated_at");
      const before = await read();
      await become(db, world.people.admin);
      await db.run(update, [before?.id, before?.at]);
      expect((await read())?.at).not.toBe(before?.at);
      await db.run("savepoint second");
      await expect(db.run(update, [before?.id, before?.at])).rejects.toMatchObject({ code: "PT409" });
      await db.run("rollback to savepoint second");
      await db.run(update, [before?.id, (await read())?.at]);
      await db.run(update, [before?.id, null]);
    });
  });

  test("a client's visit and a check do not count as changes", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      await db.run("alter table public.client_dashboards disable trigger touch_updated_at");
      await db.run("update public.client_dashboards set updated_at = '2026-01-01'");
      await db.run("alter table public.client_dashboards enable trigger touch_updated_at");
      await db.run("update public.client_dashboards set access_count = access_count + 1, health_status = 'error'");
      expect((await db.run("select from public.client_dashboards where updated_at <> '2026-01-01'")).count).toBe(0);
    });
  });
});
