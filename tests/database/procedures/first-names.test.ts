import fc from "fast-check";
import { expect, test } from "vitest";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { become, rolledBack } from "../../support/database-persons.ts";

const SPACES = [" ", "\t", "\n", "\u00a0", "\u2003", "\u200b", "\u200d", "\u202f", "\u2060", "\u3000", "\ufeff"];
const spaces = fc.array(fc.constantFrom(...SPACES), { maxLength: 5 }).map((parts) => parts.join(""));

onEveryDatabase("The first name of a person", (given) => {
  test("changes to any other name, but not to nothing or to spaces of any kind", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      await become(db, world.people.owner);
      const change = (name: string | null) =>
        db.run("update public.profiles set first_name = $1 where user_id = $2", [name, world.people.owner.id]);
      await change("Ann");
      const attempt = async (name: string | null) => {
        await db.run("savepoint before");
        const outcome = await change(name).then(
          () => "done",
          (error: { hint?: string; code?: string }) => error.hint ?? error.code,
        );
        await db.run("rollback to before");
        return outcome;
      };
      expect(await attempt(null)).toBe("required");
      await fc.assert(
        fc.asyncProperty(spaces, fc.constantFrom("", "Zoë", "李", "M\u200dm", "\u0645\u06cc"), async (blank, name) => {
          expect(await attempt(blank + name + blank)).toBe(name === "" ? "required" : "done");
        }),
        { numRuns: 60 },
      );
    });
  });

  test("may be given by a person who has none, and their other fields may change without one", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      await db.run("update public.profiles set first_name = 'X' where user_id = $1", [world.people.owner.id]);
      await db.run("alter table public.profiles disable trigger keep_first_name");
      await db.run("update public.profiles set first_name = null where user_id = $1", [world.people.owner.id]);
      await db.run("alter table public.profiles enable trigger keep_first_name");
      await become(db, world.people.owner);
      const changed = await db.run("update public.profiles set first_name = ' ', company = 'A' where user_id = $1", [
        world.people.owner.id,
      ]);
      expect(changed.count).toBe(1);
    });
  });
});
