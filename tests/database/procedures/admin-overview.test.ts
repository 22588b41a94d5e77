import { expect, test } from "vitest";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { asPerson, become, becomeOwner, type PersonKind, rolledBack } from "../../support/database-persons.ts";

const overview = "select * from public.list_admin_overview()";

onEveryDatabase("The admin dashboard's figures", (given) => {
  test("count people, pending sign-ups, leads and companies, without archived leads and spam", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      await db.run(`insert into public.leads (company, archived_at, is_spam) values
        (null, null, false), ('  ', null, false), ('Beta', null, false), ('Old', now(), false), ('Spam', null, true)`);
      await become(db, world.people.admin);
      const { rows } = await db.run(overview);
      const figures = Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, value]) => [name, Number(value)]));
      expect(figures).toEqual({ total_users: 9, pending_approvals: 1, total_leads: 8, companies: 3 });
      await becomeOwner(db);
    });
  });

  test.each(["owner", "active sales", "pending sales", "inactive", "no role"] satisfies PersonKind[])(
    "are refused to %s",
    async (kind) => {
      const { db, world } = given();
      await expect(asPerson(db, world.people[kind], overview)).rejects.toMatchObject({ code: "42501" });
    },
  );
});
