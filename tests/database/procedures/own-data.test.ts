import { expect, test } from "vitest";
import { runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { type Person, rolledBack } from "../../support/database-persons.ts";
import type { Session } from "../../support/database-session.ts";

onEveryDatabase("One's own data", (given) => {
  type Data = { email: string } & Record<string, Record<string, unknown>[]>;
  const dataOf = async (db: Session, who: Person) =>
    (await runAs<{ data: Data }>(db, who, "select public.own_data() as data")).data;

  test("has the rows of the caller, and of nobody else, also for an admin who may read everyone's", async () => {
    const { db, world } = given();
    const { owner, admin, "other client": other } = world.people;
    await rolledBack(db, async () => {
      for (const person of [owner, admin, other])
        await db.run(
          "insert into public.change_requests (user_id, user_email, business_name, message) values ($1, $2, 'Acme', $3)",
          [person.id, person.email, `Words of ${person.id}`],
        );
      for (const person of [owner, admin, other]) {
        const data = await dataOf(db, person);
        expect(data.email).toBe(person.email);
        expect(data.profile).toMatchObject({ user_id: person.id });
        expect(data.roles?.map(({ user_id }) => user_id)).toEqual([person.id]);
        expect(new Set(data.requests?.map(({ user_id }) => user_id))).toEqual(new Set([person.id]));
        const words = JSON.stringify(data);
        expect(words).toContain(`Words of ${person.id}`);
        for (const stranger of [owner, admin, other])
          if (stranger !== person) expect(words).not.toContain(`Words of ${stranger.id}`);
      }
      // Drafts are the agency's until they are sent.
      const { rows } = await db.run<{ id: string; status: string }>(
        "select id, status from public.invoices where client_id = $1",
        [owner.id],
      );
      const own = (await dataOf(db, owner)).invoices?.map(({ id }) => id) ?? [];
      expect(rows.length).toBeGreaterThan(0);
      for (const { id, status } of rows) expect(own.includes(id)).toBe(status !== "draft");
      expect((await dataOf(db, admin)).invoices).toEqual([]);
    });
  });
});
