import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { planImport, toExported } from "../../../domain/dashboard-import.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { asPerson, become, becomeOwner, type PersonKind, rolledBack } from "../../support/database-persons.ts";
import type { TestDatabase } from "../../support/database-session.ts";

const URL = "https://acme.notion.site/share-0123456789abcdef0123456789abcdef";
const stage = "select public.stage_dashboard_import($1, $2::text::jsonb) as staged";
const check = "select * from public.check_dashboard_import($1)";
const finish = "select public.finish_dashboard_import($1, $2) as added";
const drop = "select public.discard_dashboard_import($1)";

const entry = (position: number, business_name: string, user_id = "imported-user", url = URL) => ({
  position,
  user_id,
  business_name,
  notion_database_url: url,
  dashboard_title: "Lead Dashboard",
});
const count = async (db: TestDatabase) =>
  Number((await db.run<{ n: string }>("select count(*) as n from public.client_dashboards")).rows[0]?.n);

onEveryDatabase("A dashboard import", (given) => {
  test("is staged, lists its warnings, and then adds everything once in one step", async () => {
    const { db, world } = given();
    const { admin, owner, "new client": client } = world.people;
    await rolledBack(db, async () => {
      const before = await count(db);
      await become(db, admin);
      const [id, foreign] = [randomUUID(), randomUUID()];
      const entries = [
        entry(1, "New one"),
        entry(2, "Imported"),
        entry(3, "Has one", owner.id ?? ""),
        entry(4, "Nobody's", foreign),
        entry(5, "First of theirs", client.id?.toUpperCase()),
        entry(6, "Second of theirs", client.id ?? ""),
        entry(7, "Of another program", "auth0|42"),
      ];
      for (let twice = 0; twice < 2; twice++) await db.run(stage, [id, JSON.stringify(entries)]);
      expect(await count(db)).toBe(before);
      expect((await db.run(check, [id])).rows).toEqual([
        { position: 2, problem: "exists" },
        { position: 3, problem: "has_dashboard" },
        { position: 4, problem: "unknown_account" },
        { position: 7, problem: "unknown_account" },
      ]);
      expect((await db.run(finish, [id, [2]])).rows).toEqual([{ added: 6 }]);
      expect((await db.run(finish, [id, []])).rows).toEqual([{ added: 6 }]);
      expect((await db.run(stage, [id, JSON.stringify(entries)])).rows).toEqual([{ staged: 0 }]);
      expect(await count(db)).toBe(before + 6);
      const added = await db.run(
        "select business_name, user_id, original_user_id from public.client_dashboards where business_name = any ($1) order by 1",
        [entries.filter(({ position }) => position !== 2).map(({ business_name }) => business_name)],
      );
      const nobody = (business_name: string, original_user_id: string | null) => ({
        business_name,
        user_id: "imported-user",
        original_user_id,
      });
      expect(added.rows).toEqual([
        { business_name: "First of theirs", user_id: client.id, original_user_id: null },
        nobody("Has one", owner.id),
        nobody("New one", null),
        nobody("Nobody's", foreign),
        nobody("Of another program", "auth0|42"),
        nobody("Second of theirs", client.id),
      ]);
      await becomeOwner(db);
    });
  });

  test("accepts another deployment's full export, and its own export restores everything", async () => {
    const { db, world } = given();
    type Row = Parameters<typeof toExported>[0];
    const exportAll = async () => {
      const { rows } = await db.run<Row>(
        `select business_name, notion_database_url, dashboard_title, user_id, original_user_id
         from public.client_dashboards order by business_name, user_id`,
      );
      return JSON.stringify(rows.map(toExported).sort((a, b) => (a.business_name < b.business_name ? -1 : 1)));
    };
    const importAll = async (file: string) => {
      const plan = planImport(JSON.parse(file));
      expect(plan?.skipped).toEqual([]);
      const id = randomUUID();
      await become(db, world.people.admin);
      await db.run(stage, [id, JSON.stringify(plan?.entries)]);
      await db.run(finish, [id, []]);
      await becomeOwner(db);
    };
    await rolledBack(db, async () => {
      const here = await exportAll();
      // The other deployment's people have other ids.
      const { rows } = await db.run<{ id: string }>("select id from auth.users");
      const ids = new Map(rows.map(({ id }) => [id, randomUUID()]));
      const there = here.replace(/[0-9a-f-]{36}/g, (id) => ids.get(id) ?? id);
      expect(there).not.toBe(here);
      for (const file of [there, there, here]) {
        await db.run("delete from public.client_dashboards");
        await importAll(file);
        expect(await exportAll()).toBe(file);
      }
      const { rows: owned } = await db.run("select from public.client_dashboards where owner_id is not null");
      expect(owned.length).toBeGreaterThan(3);
    });
  });

  test.each([
    ["an address that the table refuses", entry(2, "Acme", "imported-user", "javascript:alert(1)"), "23514"],
    ["an empty name", entry(2, " "), "23514"],
  ])("adds nothing at all with %s", async (_, bad, code) => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      const before = await count(db);
      await become(db, world.people.admin);
      const id = randomUUID();
      await db.run(stage, [id, JSON.stringify([entry(1, "Good"), bad])]);
      await db.run("savepoint before_finish");
      await expect(db.run(finish, [id, []])).rejects.toMatchObject({ code });
      await db.run("rollback to savepoint before_finish");
      await becomeOwner(db);
      expect(await count(db)).toBe(before);
    });
  });

  test("can be discarded, but not by another admin", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      const id = randomUUID();
      await db.run("insert into private.dashboard_imports (id, admin_id) values ($1, $2)", [id, world.people.owner.id]);
      await become(db, world.people.admin);
      for (const [text, parameters] of [
        [stage, [id, "[]"]],
        [check, [id]],
        [finish, [id, []]],
      ] as const) {
        await db.run("savepoint attempt");
        await expect(db.run(text, [...parameters])).rejects.toMatchObject({ code: "PT404" });
        await db.run("rollback to savepoint attempt");
      }
      const own = randomUUID();
      await db.run(stage, [own, JSON.stringify([entry(1, "A")])]);
      await db.run(drop, [own]);
      await expect(db.run(check, [own])).rejects.toMatchObject({ code: "PT404" });
    });
  });

  test("accepts arrays of at most 2000 entries", async () => {
    const { db, world } = given();
    const many = JSON.stringify(Array.from({ length: 2001 }, (_, at) => entry(at, `B ${at}`)));
    for (const bad of ["{}", "null", "7", many])
      await expect(asPerson(db, world.people.admin, stage, [randomUUID(), bad])).rejects.toMatchObject({
        code: "22023",
      });
  });

  test.each(["anon", "no role", "owner", "pending sales", "active sales", "inactive"] satisfies PersonKind[])(
    "is refused for %s",
    async (kind) => {
      const { db, world } = given();
      const id = randomUUID();
      for (const [text, parameters] of [
        [stage, [id, "[]"]],
        [check, [id]],
        [finish, [id, []]],
        [drop, [id]],
      ] as const)
        await expect(asPerson(db, world.people[kind], text, [...parameters])).rejects.toMatchObject({ code: "42501" });
    },
  );
});
