import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { databases } from "../../support/database.ts";
import { become } from "../../support/database-persons.ts";
import { createWorld } from "../../support/database-world.ts";
import { inTurn } from "../../support/in-turn.ts";

describe.each(databases().filter(({ name }) => name === "PostgreSQL"))(
  "Two at the same moment, on $name",
  ({ open }) => {
    test("who save a template with one id don't replace each other's text, also from two accounts", async () => {
      const db = await open();
      try {
        const { people } = await createWorld(db);
        const { "active sales": rep, admin } = people;
        const { rows } = await db.run<{ id: string }>(
          "select id from public.accounts where kind = 'client' order by id limit 1",
        );
        for (const [index, first] of [
          "select public.save_email_template($1, 'First', 'Hello', 'Hi')",
          `insert into public.email_templates (id, account_id, name, subject, body) values ($1, '${rows[0]?.id}', 'First', 'Hello', 'Hi')`,
        ].entries()) {
          const id = randomUUID();
          const outcome = await inTurn(
            db,
            async (one) => {
              if (index === 0) await become(one, rep);
              await one.run(first.replace("'First'", `'First ${index}'`), [id]);
            },
            async (two) => {
              await become(two, admin);
              await two.run("select public.save_email_template($1, $2, 'Hello', 'Mine')", [id, `Second ${index}`]);
            },
          );
          expect([index, outcome]).toEqual([index, "PT409"]);
          const kept = await db.run("select name, body from public.email_templates where id = $1", [id]);
          expect(kept.rows).toEqual([{ name: `First ${index}`, body: "Hi" }]);
        }
      } finally {
        await db.close();
      }
    });

    test("who mark the same person as away for the same days store it once", async () => {
      const db = await open();
      try {
        const { people } = await createWorld(db);
        const { "active sales": rep, admin } = people;
        await db.run("delete from public.absences where user_id = $1", [rep.id]);
        const add = "select public.add_absence($1, $2, '2098-12-20', '2098-12-10')";
        const outcome = await inTurn(
          db,
          async (one) => {
            await become(one, rep);
            await one.run(add, [randomUUID(), rep.id]);
          },
          async (two) => {
            await become(two, admin);
            await two.run(add, [randomUUID(), rep.id]);
          },
        );
        expect(outcome).toBe("PT409");
        expect((await db.run("select from public.absences where user_id = $1", [rep.id])).rows).toHaveLength(1);
      } finally {
        await db.close();
      }
    });
  },
);
