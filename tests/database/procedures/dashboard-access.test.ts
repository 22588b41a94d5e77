import { expect, test } from "vitest";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { asPerson, become, becomeOwner, type Person, rolledBack } from "../../support/database-persons.ts";
import type { Session, TestDatabase } from "../../support/database-session.ts";

const record = "select public.record_dashboard_access($1)";

type Visits = { id: string; access_count: number; last_accessed: string | null; recent: boolean };

async function visitsOf(db: Session, { id }: Person): Promise<Visits> {
  const { rows } = await db.run<Visits>(
    `select id, access_count, last_accessed, coalesce(last_accessed = now(), false) as recent
     from public.client_dashboards where user_id = $1`,
    [id],
  );
  if (!rows[0]) throw new Error("no dashboard");
  return rows[0];
}

async function visit(db: TestDatabase, person: Person, id: string) {
  await become(db, person);
  await db.run(record, [id]);
  await becomeOwner(db);
}

const lastVisitWas = (db: TestDatabase, { id }: Person, ago: string) =>
  db.run("update public.client_dashboards set last_accessed = now() - $2::text::interval where user_id = $1", [
    id,
    ago,
  ]);

onEveryDatabase("A visit to a dashboard", (given) => {
  test("counts for its own client only", async () => {
    const { db, world } = given();
    const { owner, "other client": other } = world.people;
    await rolledBack(db, async () => {
      const { id } = await visitsOf(db, owner);
      await visit(db, owner, id);
      expect(await visitsOf(db, owner)).toMatchObject({ access_count: 1, recent: true });
      expect(await visitsOf(db, other)).toMatchObject({ access_count: 0, last_accessed: null });
    });
  });

  test.each([
    ["59 seconds", 0],
    ["60 seconds", 1],
    ["3 days", 1],
  ])("%s after the last visit adds %i", async (ago, added) => {
    const { db, world } = given();
    const { owner } = world.people;
    await rolledBack(db, async () => {
      const { id } = await visitsOf(db, owner);
      await lastVisitWas(db, owner, ago);
      await visit(db, owner, id);
      await visit(db, owner, id);
      expect(await visitsOf(db, owner)).toMatchObject({ access_count: added, recent: added === 1 });
    });
  });

  test.each(["no role", "new client", "other client", "pending sales", "active sales", "inactive", "admin"] as const)(
    "to the owner's dashboard is refused for %s",
    async (kind) => {
      const { db, world } = given();
      const { id } = await visitsOf(db, world.people.owner);
      await expect(asPerson(db, world.people[kind], record, [id])).rejects.toMatchObject({ code: "PT404" });
    },
  );

  test.each(["no role", "active sales", "admin"] as const)("to their own dashboard counts for %s too", async (kind) => {
    const { db, world } = given();
    const person = world.people[kind];
    await rolledBack(db, async () => {
      await db.run(
        `insert into public.client_dashboards (user_id, business_name, notion_database_url)
         values ($1, 'Theirs', 'https://notion.so/theirs') on conflict do nothing`,
        [person.id],
      );
      await become(db, person);
      const { rows } = await db.run<{ id: string }>("select id from public.client_dashboards where user_id = $1", [
        person.id,
      ]);
      expect(rows).toHaveLength(1);
      await becomeOwner(db);
      await visit(db, person, rows[0]?.id ?? "");
      expect(await visitsOf(db, person)).toMatchObject({ access_count: 1, recent: true });
    });
  });

  test.each(["pending sales", "inactive"] as const)("to their own dashboard is refused for %s", async (kind) => {
    const { db, world } = given();
    const { id } = await visitsOf(db, world.people[kind]);
    await expect(asPerson(db, world.people[kind], record, [id])).rejects.toMatchObject({ code: "PT404" });
  });

  test("to an imported, an unknown or no dashboard is refused, and visitors may not call the function", async () => {
    const { db, world } = given();
    const { rows } = await db.run<{ id: string }>(
      "select id from public.client_dashboards where user_id = 'imported-user'",
    );
    for (const id of [rows[0]?.id, "00000000-0000-0000-0000-000000000000", null])
      await expect(asPerson(db, world.people.owner, record, [id])).rejects.toMatchObject({ code: "PT404" });
    await expect(asPerson(db, world.people.anon, record, [null])).rejects.toMatchObject({ code: "42501" });
  });

  test("counts once when several windows open it at the same moment", async () => {
    const { db, world } = given();
    const { owner } = world.people;
    if (!db.connect) return;
    const { id, access_count } = await visitsOf(db, owner);
    const windows = await Promise.all(Array.from({ length: 4 }, () => db.connect?.()));
    await Promise.all(
      windows.map(async (window) => {
        if (!window) return;
        await window.run("begin");
        await become(window, owner);
        await window.run(record, [id]);
        await window.run("commit");
        window.release();
      }),
    );
    expect((await visitsOf(db, owner)).access_count).toBe(access_count + 1);
    await db.run("update public.client_dashboards set access_count = 0, last_accessed = null where id = $1", [id]);
  });
});
