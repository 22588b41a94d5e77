import { expect, test } from "vitest";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { become, becomeOwner, rolledBack } from "../../support/database-persons.ts";
import type { Session } from "../../support/database-session.ts";

onEveryDatabase("A change request", (given) => {
  const requestOf = async (db: Session, client: string | null) => {
    const { rows } = await db.run<{ id: string; status: string; seen: string }>(
      "select id, status, updated_at::text as seen from public.change_requests where user_id = $1",
      [client],
    );
    return rows[0] as { id: string; status: string; seen: string };
  };
  const answer = (db: Session, id: string, seen: string, words: string, key: string) =>
    db.run("select public.answer_change_request($1, $2::timestamptz, $3, $4)", [id, seen, words, key]);
  const KEY = "00000000-0000-4000-8000-00000000000a";

  test("is answered once, by email and on the client's page, even if the answer is sent repeatedly", async () => {
    const { db, world } = given();
    const { owner, admin } = world.people;
    await rolledBack(db, async () => {
      await become(db, admin);
      const { id, seen } = await requestOf(db, owner.id);
      for (const _ of [1, 2]) await answer(db, id, seen, "Done today", KEY);
      await become(db, owner);
      expect(await requestOf(db, owner.id)).toMatchObject({ status: "answered" });
      const read = await db.run("select body from public.change_request_answers where id = $1", [KEY]);
      expect(read.rows).toEqual([{ body: "Done today" }]);
      await becomeOwner(db);
      const mails = await db.run(
        "select payload from private.outbox where payload ->> 'template' = 'request-answered'",
      );
      expect(mails.rows).toMatchObject([
        { payload: { to: owner.email, data: { answer: "Done today", question: "Please" } } },
      ]);
    });
  });

  test("is confirmed by an email with its text, and demo data and backups are not", async () => {
    const { db, world } = given();
    const { owner } = world.people;
    const send = (text: string) =>
      db.run(
        "insert into public.change_requests (user_id, user_email, business_name, message) values ($1, $2, 'Acme', $3)",
        [owner.id, owner.email, text],
      );
    await rolledBack(db, async () => {
      await send("An old request from a backup");
      await become(db, owner);
      await send("Please pause the ads");
      await becomeOwner(db);
      const mails = await db.run(
        "select payload from private.outbox where payload ->> 'template' = 'request-received'",
      );
      expect(mails.rows).toMatchObject([
        { payload: { to: owner.email, data: { type: "dashboard_change", question: "Please pause the ads" } } },
      ]);
    });
  });

  test("refuses an answer after a change, and an empty answer", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      await become(db, world.people.admin);
      const { id, seen } = await requestOf(db, world.people.owner.id);
      await db.run("savepoint before");
      await expect(answer(db, id, "2020-01-01", "Late", KEY)).rejects.toMatchObject({ code: "PT409" });
      await db.run("rollback to before");
      await expect(answer(db, id, seen, " ", KEY)).rejects.toMatchObject({ message: "Answer is required" });
      await db.run("rollback to before");
      await db.run("select public.set_change_request_status($1, $2::timestamptz, 'closed')", [id, seen]);
      const found = await db.run<{ found: { rows: object[]; counts: object } }>(
        "select public.search_change_requests('acme', 'closed') as found",
      );
      expect(found.rows[0]?.found).toMatchObject({ rows: [{ id, status: "closed" }], counts: { closed: 1, open: 4 } });
    });
  });
});
