import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { databases } from "../../support/database.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { becomeService, createPerson, type Person, rolledBack } from "../../support/database-persons.ts";
import type { TestDatabase } from "../../support/database-session.ts";

const MESSAGE = "The last active admin can't be removed, demoted or deactivated";

const attempts = {
  "deleting the role": "delete from public.user_roles where user_id = $1",
  "deactivating it": "update public.user_roles set status = 'inactive' where user_id = $1",
  "putting it back to pending": "update public.user_roles set status = 'pending' where user_id = $1",
  "making it another role": "update public.user_roles set role = 'sales' where user_id = $1",
  "deleting the account": "delete from auth.users where id = $1",
};

onEveryDatabase("The last active admin", (given) => {
  describe.each(Object.entries(attempts))("survives %s", (_, statement) => {
    test("by the owner of the database", async () => {
      const { db, world } = given();
      await rolledBack(db, () => expect(db.run(statement, [world.people.admin.id])).rejects.toThrow(MESSAGE));
    });

    test("but allows it while there is another admin", async () => {
      const { db, world } = given();
      await rolledBack(db, async () => {
        await createPerson(db, "admin");
        expect((await db.run(statement, [world.people.admin.id])).count).toBe(1);
      });
    });
  });

  test("survives the service role", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      await becomeService(db);
      await expect(db.run(attempts["deleting the role"], [world.people.admin.id])).rejects.toThrow(MESSAGE);
    });
  });

  test("survives statements on all admins at once", async () => {
    const { db } = given();
    for (const statement of [
      "update public.user_roles set status = 'inactive' where role = 'admin'",
      "delete from public.user_roles",
      "delete from auth.users where id in (select user_id from public.user_roles where role = 'admin' and status = 'active')",
    ])
      await rolledBack(db, async () => {
        await createPerson(db, "admin");
        await expect(db.run(statement)).rejects.toThrow(MESSAGE);
      });
    await rolledBack(db, () => expect(db.run("truncate public.user_roles")).rejects.toThrow("never emptied"));
  });

  test("may pass the role to another account", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      await createPerson(db, "admin");
      const { count } = await db.run("update public.user_roles set user_id = $2 where user_id = $1", [
        world.people.admin.id,
        world.people["no role"].id,
      ]);
      expect(count).toBe(1);
    });
  });

  test("cannot be demoted in isolation levels that miss a parallel demotion", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      await createPerson(db, "admin");
      await db.run("commit");
      await db.run("begin isolation level repeatable read");
      await expect(db.run(attempts["deactivating it"], [world.people.admin.id])).rejects.toMatchObject({
        code: "25001",
      });
    });
  });

  test("does not block a restore", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      await db.run("set local session_replication_role = replica");
      expect((await db.run("delete from public.user_roles where role = 'admin'")).count).toBeGreaterThan(0);
    });
  });
});

describe.each(databases().filter(({ overlapping }) => overlapping))("Two admins, on $name", ({ open }) => {
  let db: TestDatabase;
  let admins: Person[];
  beforeAll(async () => {
    db = await open();
    admins = [await createPerson(db, "admin"), await createPerson(db, "admin")];
  });
  afterAll(() => db?.close());

  test("who demote each other at the same moment cannot both succeed", async () => {
    const demote = async (person: Person | undefined) => {
      const session = await db.connect?.();
      if (!session) throw new Error("This database has one connection");
      try {
        await session.run("begin");
        await session.run(attempts["deactivating it"], [person?.id]);
        await session.run("commit");
      } catch (error) {
        await session.run("rollback");
        throw error;
      } finally {
        session.release();
      }
    };
    for (let round = 0; round < 20; round += 1) {
      const results = await Promise.allSettled(admins.map(demote));
      expect(
        results
          .filter(({ status }) => status === "rejected")
          .map((each) => String((each as PromiseRejectedResult).reason)),
      ).toEqual([expect.stringContaining(MESSAGE)]);
      await db.run("update public.user_roles set status = 'active' where role = 'admin'");
    }
  });
});
