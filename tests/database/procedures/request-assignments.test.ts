import { expect, test } from "vitest";
import { refusal, runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { createPerson, type Person, rolledBack } from "../../support/database-persons.ts";
import type { Session } from "../../support/database-session.ts";

const ASSIGN = "select public.assign_change_request($1, $2, $3)";

type Found = {
  rows: { id: string; updated_at: string; assignee: { id: string; name: string } | null }[];
  total: number;
  counts: { all: number };
};
type Note = { id: string; event: string; company: string; lead_id: null; by: string; is_read: boolean };

onEveryDatabase("The assignee of a request", (given) => {
  const requestOf = async (db: Session, { id }: Person) =>
    (await db.run<{ id: string }>("select id from public.change_requests where user_id = $1", [id])).rows[0]?.id ?? "";
  const found = async (db: Session, who: Person, assignee: string) =>
    (
      await runAs<{ found: Found }>(db, who, "select public.search_change_requests(p_assignee => $1) as found", [
        assignee,
      ])
    ).found;
  const news = async (db: Session, who: Person) =>
    (await runAs<{ news: Note[] }>(db, who, "select public.crm_notifications() as news")).news.filter(
      ({ event }) => event === "assigned",
    );

  test("is one admin, whom the list shows and filters by, and whose change keeps the request as it is", async () => {
    const { db, world } = given();
    const { admin, owner } = world.people;
    await rolledBack(db, async () => {
      const id = await requestOf(db, owner);
      const before = await found(db, admin, "nobody");
      await runAs(db, admin, ASSIGN, [id, admin.id, null]);
      // A repeated call, because the response was lost.
      await runAs(db, admin, ASSIGN, [id, admin.id, null]);
      const mine = await found(db, admin, "me");
      expect([mine.total, mine.counts.all, mine.rows[0]?.assignee?.id]).toEqual([1, 1, admin.id]);
      expect((await found(db, admin, "nobody")).total).toBe(before.total - 1);
      expect((await found(db, admin, "anyone")).total).toBe(before.total);
      // No one who writes a reply has to look at it again.
      expect(mine.rows[0]?.updated_at).toBe(before.rows.find((row) => row.id === id)?.updated_at);
      expect((await refusal(db, admin, "select public.search_change_requests(p_assignee => 'x')"))?.code).toBe("22023");
      const logged = await db.run("select from public.audit_log where table_name = 'request_assignments'");
      expect(logged.count).toBe(1);
      await runAs(db, admin, ASSIGN, [id, null, admin.id]);
      expect((await found(db, admin, "me")).total).toBe(0);
    });
  });

  test("can only be an active admin, and is not overwritten by someone who saw another one", async () => {
    const { db, world } = given();
    const { admin, owner, "active sales": sales, inactive } = world.people;
    await rolledBack(db, async () => {
      const other = await createPerson(db, "admin");
      const id = await requestOf(db, owner);
      for (const person of [sales, owner, inactive])
        expect(await refusal(db, admin, ASSIGN, [id, person.id, null])).toMatchObject({ code: "22023" });
      await runAs(db, admin, ASSIGN, [id, other.id, null]);
      expect(await refusal(db, admin, ASSIGN, [id, admin.id, null])).toMatchObject({ code: "PT409" });
      expect(await refusal(db, admin, ASSIGN, [admin.id, admin.id, null])).toMatchObject({ code: "PT404" });
    });
  });

  test("is whoever answers first, and stays when another admin answers", async () => {
    const { db, world } = given();
    const { admin, owner } = world.people;
    await rolledBack(db, async () => {
      const other = await createPerson(db, "admin");
      const id = await requestOf(db, owner);
      for (const person of [admin, other]) {
        const seen = (await found(db, admin, "anyone")).rows.find((row) => row.id === id)?.updated_at;
        await runAs(db, person, "select public.answer_change_request($1, $2, $3)", [id, seen, "Done."]);
        expect((await found(db, admin, "me")).rows.map((row) => row.id)).toEqual([id]);
      }
      expect(await news(db, admin)).toEqual([]);
    });
  });

  test("has it in the bell until they read it, and no longer takes care of it without access", async () => {
    const { db, world } = given();
    const { admin, owner, "active sales": sales } = world.people;
    const mark = (who: Person, id: string) => runAs(db, who, "select public.mark_notifications_read($1)", [[id]]);
    await rolledBack(db, async () => {
      const other = await createPerson(db, "admin");
      const id = await requestOf(db, owner);
      await runAs(db, admin, ASSIGN, [id, other.id, null]);
      expect(await news(db, other)).toEqual([
        expect.objectContaining({
          id,
          lead_id: null,
          company: expect.any(String),
          by: expect.any(String),
          is_read: false,
        }),
      ]);
      for (const person of [admin, sales]) {
        expect(await news(db, person)).toEqual([]);
        await mark(person, id);
      }
      expect((await news(db, other))[0]?.is_read).toBe(false);
      await mark(other, id);
      expect((await news(db, other))[0]?.is_read).toBe(true);
      // What one takes oneself is no news.
      await runAs(db, admin, ASSIGN, [id, admin.id, other.id]);
      expect([await news(db, admin), await news(db, other)]).toEqual([[], []]);
      await runAs(db, admin, ASSIGN, [id, other.id, admin.id]);
      await runAs(db, admin, "select public.deactivate_user($1)", [other.id]);
      expect((await found(db, admin, "nobody")).rows.map((row) => row.id)).toContain(id);
    });
  });
});
