import { expect, test } from "vitest";
import { refusal } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { become, becomeOwner, becomeService, rolledBack } from "../../support/database-persons.ts";
import type { Session } from "../../support/database-session.ts";

/** The remaining rows, by the names that the test gave them. */
async function left(db: Session, question: string): Promise<string[]> {
  return (await db.run<{ name: string }>(question)).rows.map(({ name }) => name);
}

const purge = async (db: Session, name: string, limit = 1000) =>
  Number((await db.run<{ gone: number }>(`select private.purge_${name}($1) as gone`, [limit])).rows[0]?.gone);

/** How a test adds records of a given age in seconds, with a name, and how it reads what is left. */
const AGED: Record<string, { setting: string; add: string; read: string }> = {
  audit_log: {
    setting: "audit_log",
    add: `insert into public.audit_log (action, table_name, row_id, happened_at)
      values ('insert', 'purge test', $1, now() - make_interval(secs => $2))`,
    read: "select row_id as name from public.audit_log where table_name = 'purge test' order by 1",
  },
  auth_log: {
    setting: "auth_log",
    add: `insert into auth.audit_log_entries (id, payload, created_at)
      values (gen_random_uuid(), json_build_object('name', $1::text), now() - make_interval(secs => $2))`,
    read: "select payload ->> 'name' as name from auth.audit_log_entries order by 1",
  },
  email_log: {
    setting: "email_log",
    add: `insert into private.outbox (kind, dedupe_key, status, done_at)
      values ('mail', $1, 'done', now() - make_interval(secs => $2))`,
    read: "select dedupe_key as name from private.outbox order by 1",
  },
  failed_emails: {
    setting: "failed_emails",
    add: `insert into private.outbox (kind, dedupe_key, status, created_at)
      values ('mail', $1, 'failed', now() - make_interval(secs => $2))`,
    read: "select dedupe_key as name from private.outbox order by 1",
  },
};

onEveryDatabase("Purges", (given) => {
  test.each(Object.entries(AGED))(
    "remove %s when its retention period ends, and not a minute before",
    async (name, { setting, add, read }) => {
      const { db } = given();
      await rolledBack(db, async () => {
        await db.run("delete from private.outbox");
        for (const days of [null, 365]) {
          if (days)
            await db.run("update public.retention_settings set keep_days = $2 where kind = $1", [setting, days]);
          const { rows } = await db.run<{ seconds: number }>(
            "select keep_days * 86400 as seconds from public.retention_settings where kind = $1",
            [setting],
          );
          const limit = Number(rows[0]?.seconds);
          await db.run(add, ["inside", limit - 60]);
          await db.run(add, ["outside", limit + 60]);
          expect(await purge(db, name)).toBe(1);
          expect(await left(db, read)).toEqual(["inside"]);
          expect(await purge(db, name)).toBe(0);
          await db.run("delete from private.outbox");
          await db.run("update public.retention_settings set keep_days = min_days where kind = $1", [setting]);
          await purge(db, name);
        }
      });
    },
  );

  test.each(Object.entries(AGED))("remove %s in small batches", async (name, { add, read }) => {
    const { db } = given();
    await rolledBack(db, async () => {
      await db.run("delete from private.outbox");
      for (let at = 0; at < 5; at += 1) await db.run(add, [`old ${at}`, 4000 * 86400 + 60 * at]);
      expect([await purge(db, name, 3), await purge(db, name, 3), await purge(db, name, 3)]).toEqual([3, 2, 0]);
      expect(await left(db, read)).toEqual([]);
    });
  });

  test("never remove waiting work, however old it is", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      await db.run("delete from private.outbox");
      await db.run(`insert into private.outbox (kind, dedupe_key, status, created_at, run_at)
        select 'mail', status, status, now() - interval '900 days', now() - interval '900 days'
        from unnest(array['queued', 'running']) as status`);
      for (const name of ["email_log", "failed_emails", "email_secrets"]) await purge(db, name);
      expect(await left(db, "select dedupe_key as name from private.outbox order by 1")).toEqual(["queued", "running"]);
    });
  });

  test("only the purge removes audit log entries", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      await db.run("insert into public.audit_log (action, table_name, row_id) values ('insert', 't', 'r')");
      for (const statement of [
        "delete from public.audit_log",
        "update public.audit_log set row_id = 'x'",
        "truncate public.audit_log",
      ]) {
        await db.run("savepoint tried");
        await expect(db.run(statement)).rejects.toMatchObject({ code: "42501" });
        await db.run("rollback to savepoint tried");
      }
      await purge(db, "audit_log");
      await db.run("savepoint tried");
      await expect(db.run("delete from public.audit_log")).rejects.toMatchObject({ code: "42501" });
      await db.run("rollback to savepoint tried");
      // Setting the switch by hand still gives no right to delete.
      await db.run("select set_config('app.purging_audit_log', 'on', true)");
      expect(await refusal(db, world.people.admin, "delete from public.audit_log")).toMatchObject({ code: "42501" });
      await becomeService(db);
      await expect(db.run("delete from public.audit_log")).rejects.toMatchObject({ code: "42501" });
    });
  });

  test("remove sessions that ended or were unused for this long, and tokens that were replaced this long ago", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      const id = (at: number) => `00000000-0000-4000-8000-00000000000${at}`;
      // Named by their last digit: created, last used, end, in days before now.
      const sessions: [number, number, number | null, number | null][] = [
        [1, 400, 29, null],
        [2, 400, 31, null],
        [3, 400, null, null],
        [4, 10, null, null],
        [5, 60, 1, 31],
        [6, 60, 1, 29],
      ];
      for (const [name, made, used, ended] of sessions)
        await db.run(
          `insert into auth.sessions (id, user_id, created_at, updated_at, refreshed_at, not_after) values (
             $1, $2, now() - make_interval(days => $3), now() - make_interval(days => $3),
             (now() - make_interval(days => $4::int)) at time zone 'UTC', now() - make_interval(days => $5::int))`,
          [id(name), world.people.owner.id, made, used, ended],
        );
      await db.run(
        `insert into auth.refresh_tokens (id, token, user_id, session_id, revoked, updated_at)
         select n::text || age::text, 't' || n || age, $1, ('00000000-0000-4000-8000-00000000000' || n)::uuid, revoked,
           now() - make_interval(days => age)
         from (values (1), (2)) as session (n) cross join (values (31, true), (29, true), (200, false)) as token (age, revoked)`,
        [world.people.owner.id],
      );
      expect(await purge(db, "sessions")).toBe(3);
      expect(await left(db, "select right(id::text, 1) as name from auth.sessions order by 1")).toEqual([
        "1",
        "4",
        "6",
      ]);
      expect(await purge(db, "refresh_tokens")).toBe(1);
      // The token that was replaced 29 days ago can still reveal a theft. The current token may have any age.
      expect(await left(db, "select token as name from auth.refresh_tokens order by 1")).toEqual(["t1200", "t129"]);
    });
  });

  test("remove unfinished sign-ins, expired counters and yesterday's visitors", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      await db.run(`insert into auth.flow_state (id, authentication_method, provider_type, auth_code, created_at)
        select gen_random_uuid(), 'magiclink', 'email', name, now() - age
        from (values ('fresh', interval '23 hours'), ('old', interval '25 hours')) as flow (name, age)`);
      await purge(db, "flow_states");
      expect(await left(db, "select auth_code as name from auth.flow_state")).toEqual(["fresh"]);
      await db.run(
        `insert into private.landing_visitors (day, page_id, visitor)
         select private.agency_day() - age, $1, 'v' || age from generate_series(0, 1) as age`,
        [world.ids["open page"]],
      );
      await purge(db, "landing_visitors");
      expect(await left(db, "select visitor as name from private.landing_visitors")).toEqual(["v0"]);
    });
  });

  test("continue if an auth table may not be cleaned", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      await db.run("create schema elsewhere");
      await db.run("create table elsewhere.kept (id integer)");
      await db.run("create role cleaner");
      await db.run("grant usage on schema elsewhere to cleaner");
      await db.run("grant select on elsewhere.kept to cleaner");
      const may = async (table: string) => (await db.run("select private.may_purge($1) as may", [table])).rows[0]?.may;
      expect([await may("elsewhere.kept"), await may("elsewhere.missing")]).toEqual([true, false]);
      await db.run("grant usage on schema private to cleaner");
      await db.run("grant execute on function private.may_purge(text) to cleaner");
      await db.run("set local role cleaner");
      expect(await may("elsewhere.kept")).toBe(false);
    });
  });

  test("remove import rows once nobody may undo them, and the import says so", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      await db.run("delete from public.lead_imports");
      // Named by file: status and age in days since it ended.
      await db.run(
        `insert into public.lead_imports (id, actor_id, file_name, headers, mapping, status, created_at, finished_at, created)
         select gen_random_uuid(), $1, status || ' ' || age, '{a}', '[null]', status, now() - make_interval(days => age),
           case when status not in ('staging', 'ready', 'running', 'undoing') then now() - make_interval(days => age) end, 1
         from unnest(array['staging', 'ready', 'running', 'done', 'canceled', 'failed', 'undoing', 'undone']) as status
         cross join unnest(array[0, 2, 29, 31]) as age`,
        [sales.id],
      );
      await db.run(`insert into private.lead_import_rows (import_id, row_no, fields)
        select id, n, '{}' from public.lead_imports cross join generate_series(1, 3) as n`);
      let rounds = 0;
      while ((await purge(db, "import_rows", 5)) > 0) rounds += 1;
      expect(rounds).toBe(6);
      const kept = await left(
        db,
        `select distinct one.file_name as name from private.lead_import_rows as staged
         join public.lead_imports as one on one.id = staged.import_id order by 1`,
      );
      expect(kept).toEqual(
        [
          ...["staging 0", "ready 0"],
          ...["running", "undoing"].flatMap((status) => [0, 2, 29, 31].map((age) => `${status} ${age}`)),
          ...["done", "canceled", "failed", "undone"].flatMap((status) => [0, 2, 29].map((age) => `${status} ${age}`)),
        ].sort(),
      );
      // Files that no one imported are gone. Imports stay in the list.
      expect(
        await left(
          db,
          "select file_name as name from public.lead_imports where status in ('staging', 'ready') order by 1",
        ),
      ).toEqual(["ready 0", "staging 0"]);
      expect(
        await left(db, "select file_name as name from public.lead_imports where rows_purged_at is not null order by 1"),
      ).toEqual([...["canceled 31", "done 31", "failed 31", "undone 31"]]);
      const undo = (name: string) =>
        refusal(
          db,
          sales,
          `select public.undo_lead_import((select id from public.lead_imports where file_name = '${name}'))`,
        );
      expect(await undo("done 29")).toEqual({});
      expect(await undo("done 31")).toEqual({
        code: "PT409",
        message: "This import's rows were deleted, so it can no longer be undone",
      });
    });
  });

  test("an import can no longer be started or filled once its rows are being removed", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      await db.run("delete from public.lead_imports");
      await db.run(
        `insert into public.lead_imports (id, actor_id, file_name, headers, mapping, status, created_at, rows)
         select gen_random_uuid(), $1, status, '{a}', '[null]', status, now() - interval '25 hours', 3
         from unnest(array['staging', 'ready']) as status`,
        [sales.id],
      );
      await db.run(`insert into private.lead_import_rows (import_id, row_no, fields)
        select id, n, '{}' from public.lead_imports cross join generate_series(1, 3) as n`);
      expect(await purge(db, "import_rows", 1)).toBe(1);
      const id = (name: string) => `(select id from public.lead_imports where file_name = '${name}')`;
      expect(await refusal(db, sales, `select public.start_lead_import(${id("ready")})`)).toMatchObject({
        code: "PT409",
      });
      expect(await refusal(db, sales, `select public.stage_lead_import(${id("staging")}, 4, '[]')`)).toMatchObject({
        code: "PT409",
      });
    });
  });

  test("one purge runs in each round; a full batch runs again at once, and a failure stops no other purge", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      await db.run("delete from private.purges");
      await db.run(`create function private.purge_first(p_limit integer) returns integer language plpgsql as $$
        begin perform set_config('test.first', (coalesce(nullif(current_setting('test.first', true), ''), '0')::int + 1)::text, true);
        return case when current_setting('test.first')::int < 3 then p_limit else 0 end; end $$`);
      await db.run(`create function private.purge_broken(p_limit integer) returns integer language plpgsql as $$
        begin delete from public.contacts; raise exception 'out of order'; end $$`);
      await db.run(`insert into private.purges (name, batch, next_run_at) values
        ('broken', 10, now() - interval '2 hours'), ('first', 10, now() - interval '1 hour')`);
      for (let round = 0; round < 6; round += 1) await db.run("select private.run_next_purge()");
      const { rows } = await db.run(
        "select name, removed::integer as removed, last_error, next_run_at > now() as later from private.purges order by name",
      );
      expect(rows).toEqual([
        { name: "broken", removed: 0, last_error: "out of order", later: true },
        { name: "first", removed: 20, last_error: null, later: true },
      ]);
      expect((await db.run("select from public.contacts")).count).toBe(1);
    });
  });

  test("each one runs, and finds nothing the second time", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      const { rows } = await db.run<{ count: number }>("select count(*)::integer as count from private.purges");
      for (let round = 0; round < Number(rows[0]?.count); round += 1) await db.run("select private.run_next_purge()");
      const idle = await db.run("select name from private.purges where last_run_at is null or last_error is not null");
      expect(idle.rows).toEqual([]);
    });
  });

  test("a retention period has bounds, and its changes are in the audit log", async () => {
    const { db, world } = given();
    const { admin } = world.people;
    await rolledBack(db, async () => {
      const set = (days: string) => `update public.retention_settings set keep_days = ${days} where kind = 'sessions'`;
      for (const days of ["13", "366", "0", "-1", "null"])
        expect((await refusal(db, admin, set(days))).code).toMatch(/^(23514|23502)$/);
      await become(db, admin);
      await db.run(set("14"));
      await becomeOwner(db);
      const { rows } = await db.run(
        "select row_id, before ->> 'keep_days' as was, after ->> 'keep_days' as is from public.audit_log where table_name = 'retention_settings'",
      );
      expect(rows).toEqual([{ row_id: "sessions", was: "30", is: "14" }]);
    });
  });
});

onEveryDatabase("An email's content", (given) => {
  const enqueue = (db: Session, key: string, data: object) =>
    db.run("select public.enqueue_outbox('mail', $1, $2::text::jsonb)", [
      key,
      JSON.stringify({ to: "a@example.com", template: "reset-password", data }),
    ]);
  const finish = async (db: Session, result: object | null) => {
    const { rows } = await db.run<{ id: string }>("select id from public.claim_outbox('w')");
    for (const { id } of rows)
      await db.run("select public.complete_outbox($1, 'w', $2::text::jsonb)", [id, JSON.stringify(result)]);
  };
  const stored = (db: Session) =>
    db.run("select dedupe_key, payload, result from private.outbox order by dedupe_key").then(({ rows }) => rows);

  test("is removed on delivery, and the key keeps no token", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      await db.run("delete from private.outbox");
      await enqueue(db, "auth:reset-password:SECRET", { link: "https://x/?token=SECRET", code: "SECRET" });
      await enqueue(db, "auth:reset-password:SECRET", { link: "https://x/?token=SECRET" });
      await finish(db, { subject: "Reset" });
      const rows = await stored(db);
      expect(rows).toMatchObject([
        { payload: { to: "a@example.com", template: "reset-password", redacted: true }, result: { subject: "Reset" } },
      ]);
      expect(JSON.stringify(rows)).not.toContain("SECRET");
    });
  });

  test("stays in the local inbox for a day if it contains a secret link, else as long as the log", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      await db.run("delete from private.outbox");
      for (const age of ["23 hours", "25 hours"]) {
        await enqueue(db, `secret ${age}`, { link: "https://x/?token=SECRET" });
        await enqueue(db, `plain ${age}`, { name: "Ann" });
        await finish(db, { subject: "Hi", html: "<p>SECRET</p>", text: "SECRET" });
        await db.run("update private.outbox set done_at = now() - $1::interval where dedupe_key like '% ' || $1", [
          age,
        ]);
      }
      expect(await purge(db, "email_secrets")).toBe(1);
      expect(await purge(db, "email_secrets")).toBe(0);
      const found = (await stored(db)).map((row) => [row.dedupe_key, JSON.stringify(row.result).includes("SECRET")]);
      expect(found).toEqual([
        ["plain 23 hours", true],
        ["plain 25 hours", true],
        ["secret 23 hours", true],
        ["secret 25 hours", false],
      ]);
    });
  });

  test("of an unsent email is removed when its link expires, and then it cannot be sent again", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      await db.run("delete from private.outbox");
      await enqueue(db, "7 days", { token: "SECRET" });
      await enqueue(db, "9 days", { token: "SECRET" });
      await db.run("update private.outbox set status = 'failed', created_at = now() - dedupe_key::interval");
      expect(await purge(db, "email_secrets")).toBe(1);
      const { rows } = await db.run<{ id: string }>("select id from private.outbox order by dedupe_key");
      const retry = (at: number) => refusal(db, world.people.admin, "select public.retry_email($1)", [rows[at]?.id]);
      expect(await retry(0)).toEqual({});
      expect(await retry(1)).toEqual({
        code: "22023",
        message: "This email can't be resent because its link has expired",
      });
    });
  });
});
