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
        {
          payload: {
            to: owner.email,
            data: { type: "dashboard_change", question: "Please pause the ads", requestId: expect.any(String) },
          },
        },
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

  test("comes first in the list when a link names it, whatever is searched", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      await become(db, world.people.admin);
      const list = async (call: string) => {
        const { rows } = await db.run<{ found: { rows: { id: string }[]; total: number } }>(`select ${call} as found`);
        return { ids: rows[0]?.found.rows.map(({ id }) => id) ?? [], total: rows[0]?.found.total ?? 0 };
      };
      const all = await list("public.search_change_requests()");
      for (const id of all.ids)
        for (const order of ["wait", "activity"]) {
          const { ids, total } = await list(`public.search_change_requests(p_sort => '${order}', p_linked => '${id}')`);
          expect([ids[0], ids.toSorted(), total]).toEqual([id, all.ids.toSorted(), all.total]);
          for (const search of ["p_query => 'zzz'", "p_status => 'closed'", "p_assignee => 'me'", "p_limit => 1"])
            expect((await list(`public.search_change_requests(${search}, p_linked => '${id}')`)).ids[0]).toBe(id);
        }
      expect(await list("public.search_change_requests(p_linked => gen_random_uuid())")).toEqual(all);
    });
  });

  const attach = (db: Session, path: string, name: string, owner: string | null) =>
    db.run(
      `insert into storage.objects (bucket_id, name, version, owner_id, metadata, user_metadata)
       values ('attachments', $1, gen_random_uuid(), $2, '{"size": 2048, "mimetype": "application/pdf"}', jsonb_build_object('name', $3::text))`,
      [path, owner, name],
    );

  test("has files with the names that they had, in its list and in the email about the answer", async () => {
    const { db, world } = given();
    const { owner, admin } = world.people;
    await rolledBack(db, async () => {
      const { id, seen } = await requestOf(db, owner.id);
      await become(db, owner);
      await attach(db, `${id}/request/11111111-plan.pdf`, "Mein\nPlan für März.pdf", owner.id);
      await become(db, admin);
      await attach(db, `${id}/${KEY}/22222222-report.pdf`, "", admin.id);
      await attach(db, `${id}/00000000-0000-4000-8000-00000000000b/33333333-never-sent.pdf`, "never", admin.id);
      await answer(db, id, seen, "See the report", KEY);
      await become(db, owner);
      const { rows } = await db.run<{ files: unknown }>("select public.list_request_files(array[$1::uuid]) as files", [
        id,
      ]);
      const file = { request_id: id, size: 2048, type: "application/pdf" };
      expect(rows[0]?.files).toEqual([
        { ...file, answer_id: KEY, path: `${id}/${KEY}/22222222-report.pdf`, name: "report.pdf" },
        { ...file, answer_id: null, path: `${id}/request/11111111-plan.pdf`, name: "Mein Plan für März.pdf" },
      ]);
      await becomeOwner(db);
      const mails = await db.run(
        "select payload -> 'data' as data from private.outbox where payload ->> 'template' = 'request-answered'",
      );
      expect(mails.rows).toMatchObject([{ data: { files: "report.pdf", askedFiles: "Mein Plan für März.pdf" } }]);
    });
  });

  test("that nobody sends within two days loses its files; files of sent ones stay", async () => {
    const { db, world } = given();
    const { owner, admin } = world.people;
    await rolledBack(db, async () => {
      const { id } = await requestOf(db, owner.id);
      const unsent = "00000000-0000-4000-8000-00000000000c";
      const said = await db.run<{ id: string }>("select id from public.change_request_answers where request_id = $1", [
        id,
      ]);
      const [sentFile, answerFile] = [`${id}/request/a.pdf`, `${id}/${said.rows[0]?.id}/b.pdf`];
      const [unsentFile, unsentAnswerFile] = [`${unsent}/request/c.pdf`, `${id}/${unsent}/d.pdf`];
      const all = [sentFile, answerFile, unsentFile, unsentAnswerFile];
      for (const path of all) await attach(db, path, "", admin.id);
      const purge = async () =>
        (await db.run<{ gone: number }>("select private.purge_unsent_files(3) as gone")).rows[0]?.gone;
      const left = async () =>
        (
          await db.run<{ name: string }>("select name from storage.objects where name = any($1) order by name", [all])
        ).rows.map(({ name }) => name);
      expect(await purge()).toBe(0);
      await db.run("update private.attached_files set attached_at = attached_at - interval '2 days 1 minute'");
      expect([await purge(), await purge(), await purge()]).toEqual([3, 1, 0]);
      expect(await left()).toEqual([sentFile, answerFile].sort());
      // A deleted file needs no look.
      await attach(db, unsentFile, "", admin.id);
      await db.run("delete from storage.objects where name = $1", [unsentFile]);
      expect((await db.run("select from private.attached_files")).count).toBe(0);
    });
  });

  test("that nobody sends leaves its files on a hosted project to the storage API", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      await becomeOwner(db);
      await db.run("create table storage.migrations (id integer)");
      const path = "00000000-0000-4000-8000-00000000000c/request/c.pdf";
      await attach(db, path, "", null);
      await db.run("update private.attached_files set attached_at = attached_at - interval '2 days 1 minute'");
      await db.run("select private.purge_unsent_files(10)");
      expect((await db.run("select bucket_id, name from private.removed_files")).rows).toEqual([
        { bucket_id: "attachments", name: path },
      ]);
      expect((await db.run("select from storage.objects where name = $1", [path])).count).toBe(1);
      expect((await db.run("select from private.outbox where kind = 'remove_files'")).count).toBe(1);
    });
  });
});
