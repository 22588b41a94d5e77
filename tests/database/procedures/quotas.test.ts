import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { databases } from "../../support/database.ts";
import { refusal, runAs } from "../../support/database-calls.ts";
import { fill, onEveryDatabase } from "../../support/database-matrix.ts";
import {
  asPerson,
  become,
  becomeOwner,
  becomeService,
  type Person,
  rolledBack,
} from "../../support/database-persons.ts";
import type { Session, TestDatabase } from "../../support/database-session.ts";
import { createWorld, type World } from "../../support/database-world.ts";
import { countAccepted, QUOTA_STATEMENTS } from "../../support/quotas.ts";

const REQUEST = `insert into public.change_requests (user_id, user_email, business_name, message)
  select {self}, {self.email}, 'Acme', 'Please'`;

const requestBy = (world: World, who: Person) => fill(REQUEST, world, who);

/** Gives the lead of sales consent, so that it can get emails. */
const agree = (db: Session, world: World) =>
  db.run("update public.leads set email = 'lead@example.com', consent_at = now() where id = $1", [
    world.ids["lead of sales"],
  ]);

onEveryDatabase("Quotas", (given) => {
  test("each one can be reached, and each one is tested here", async () => {
    const { rows } = await given().db.run<{ kind: string }>("select kind from private.quotas order by 1");
    expect(rows.map(({ kind }) => kind)).toEqual(Object.keys(QUOTA_STATEMENTS).sort());
  });

  test.each(Object.entries(QUOTA_STATEMENTS))("%s has a limit", async (kind, { who, statement, amount = 1 }) => {
    const { db, world } = given();
    const person = world.people[who];
    await rolledBack(db, async () => {
      await agree(db, world);
      const text = fill(statement, world, person);
      const { rows } = await db.run<{ held: boolean }>(
        "update private.quotas set max_count = 1000000 where kind = $1 returning period is null as held",
        [kind],
      );
      // Leaves room for three more, whatever the world already has.
      const before = rows[0]?.held ? await heldOf(db, world, person, kind) : 0;
      const step = kind.endsWith("_bytes") && rows[0]?.held ? await bytesOf(db, person, text, world, kind) : amount;
      await db.run("update private.quotas set max_count = $2 where kind = $1", [kind, before + 3 * step]);
      const passed = await countAccepted(db, person, text, 8);
      expect(passed).toBeGreaterThanOrEqual(1);
      expect(passed).toBeLessThanOrEqual(kind.endsWith("_bytes") ? 7 : 3);
      const { code, detail, message } = await refusal(db, person, `do $do$ begin ${text}; end $do$`);
      expect({ code, quota: JSON.parse(detail ?? "{}").quota }).toEqual({ code: "PT429", quota: kind });
      expect(message).toMatch(rows[0]?.held ? /\. [A-Z].*\.$/ : /Try again in \d+ hours\.$/);
    });
  });

  test("of a thousand requests in a loop twenty pass, and of a thousand emails two hundred, twenty per address", async () => {
    const { db, world } = given();
    const { owner, "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      expect(await countAccepted(db, owner, requestBy(world, owner), 1000)).toBe(20);
      await db.run(
        `insert into public.leads (user_id, email, consent_at) select $1, 'l' || n || '@example.com', now()
         from generate_series(1, 50) as n`,
        [sales.id],
      );
      const send = `perform public.send_lead_email(gen_random_uuid(), (
        select id from public.leads where email = 'l' || (1 + try % 50) || '@example.com'), 'Hello', 'There')`;
      expect(await countAccepted(db, sales, send, 1000)).toBe(200);
      const { rows } = await db.run("select from private.outbox where payload ->> 'template' = 'lead-message'");
      expect(rows).toHaveLength(200);
      await agree(db, world);
      await db.run("delete from private.quota_uses");
      const again = `perform public.send_lead_email(gen_random_uuid(), '${world.ids["lead of sales"]}', 'Hello', 'There')`;
      expect(await countAccepted(db, sales, again, 1000)).toBe(20);
      const { rows: counts } = await db.run("select from private.quota_uses where key like '%@%'");
      expect(counts).toEqual([]);
    });
  }, 120_000);

  test("refused and rolled back work does not count, and one person's use does not count for another", async () => {
    const { db, world } = given();
    const { owner, "other client": other } = world.people;
    await rolledBack(db, async () => {
      const used = async () =>
        (await db.run<{ used: string }>("select used from private.quota_uses where key = $1", [owner.id])).rows[0]
          ?.used;
      const many = (count: number) => `${requestBy(world, owner)} from generate_series(1, ${count})`;
      expect(await refusal(db, owner, many(21))).toMatchObject({ code: "PT429" });
      expect(await used()).toBeUndefined();
      await runAs(db, owner, many(19));
      expect(await refusal(db, owner, many(2))).toMatchObject({ code: "PT429" });
      expect(Number(await used())).toBe(19);
      await runAs(db, owner, many(1));
      expect(await refusal(db, owner, many(1))).toMatchObject({
        code: "PT429",
        message: "You can send 20 service requests a day. Try again in 24 hours.",
      });
      await runAs(db, other, `${requestBy(world, other)} from generate_series(1, 20)`);
    });
  });

  test("a count restarts when its period ends, and is deleted afterward", async () => {
    const { db, world } = given();
    const { owner } = world.people;
    await rolledBack(db, async () => {
      await countAccepted(db, owner, requestBy(world, owner), 20);
      await db.run("update private.quota_uses set resets_at = clock_timestamp() + interval '90 seconds'");
      expect(await refusal(db, owner, requestBy(world, owner))).toMatchObject({
        message: "You can send 20 service requests a day. Try again in 2 minutes.",
      });
      await db.run("update private.quota_uses set resets_at = clock_timestamp() - interval '1 second'");
      expect(await countAccepted(db, owner, requestBy(world, owner), 30)).toBe(20);
      await db.run("update private.quota_uses set resets_at = now() - interval '1 second'");
      const { rows } = await db.run("select private.purge_quota_uses(1000) as gone");
      expect(rows).toEqual([{ gone: 1 }]);
    });
  });

  test("the product's own work does not count: imports, seeds and the service role", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      const insert = `insert into public.change_requests (user_id, user_email, business_name, message)
        select '${world.people.owner.id}', 'a@example.com', 'Acme', 'Please' from generate_series(1, 500)`;
      await db.run(insert);
      await becomeService(db);
      await db.run(insert);
      await db.run("insert into public.leads (company) select 'Acme' from generate_series(1, 5000)");
      await becomeOwner(db);
      expect((await db.run("select from private.quota_uses")).rows).toEqual([]);
    });
  });

  test("a change of 10,000 leads and a file of 100,000 rows stay far below the limits", async () => {
    const { rows } = await given().db.run(
      "select kind, max_count from private.quotas where kind in ('changed_leads', 'lead_history', 'import_rows') and max_count < 100000",
    );
    expect(rows).toEqual([]);
  });

  test("account metadata has a size limit", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      const set = (bytes: number) =>
        db.run(
          "update auth.users set raw_user_meta_data = jsonb_build_object('x', repeat('x', $2::int)) where id = $1",
          [world.people.owner.id, bytes],
        );
      await set(9000);
      await expect(set(10_001)).rejects.toMatchObject({ code: "22001" });
    });
  });

  test.each(["anon", "owner", "admin"] as const)("cannot be changed by %s", async (kind) => {
    const { db, world } = given();
    for (const text of [
      "select * from private.quotas",
      "delete from private.quota_uses",
      "select private.consume_quota('leads', 'x')",
      "select private.run_next_purge()",
    ])
      await expect(asPerson(db, world.people[kind], text)).rejects.toMatchObject({ code: "42501" });
  });
});

/** The current amount of something without a period. */
async function heldOf(db: Session, world: World, person: Person, kind: string): Promise<number> {
  const sizes =
    "coalesce(pg_column_size(content), 0) + coalesce(pg_column_size(blocks), 0) + coalesce(pg_column_size(custom_css), 0) + coalesce(pg_column_size(custom_js), 0)";
  const AGENCY = "private.agency_account()";
  const OWN = "(select account_id from public.account_members where user_id = {self})";
  const questions: Record<string, string> = {
    replies_to_one: `select count(*) as held from public.change_request_answers as said
      where said.from_client and said.request_id = (select id from public.change_requests where user_id = {self} order by id limit 1)`,
    lead_views: "select count(*) as held from public.lead_views where owner_id = {self}",
    email_templates: `select count(*) as held from public.email_templates where account_id = ${AGENCY}`,
    lost_reasons: `select count(*) as held from public.lost_reasons where account_id = ${AGENCY}`,
    landing_pages_held: `select count(*) as held from public.landing_pages where account_id = ${AGENCY}`,
    landing_draft_bytes: `select sum(${sizes}) as held from public.landing_drafts where account_id = ${AGENCY}`,
    client_pages_held: `select count(*) as held from public.landing_pages where account_id in ${OWN}`,
    client_draft_bytes: `select coalesce(sum(${sizes}), 0) as held from public.landing_drafts where account_id in ${OWN}`,
    landing_versions: "select count(*) as held from public.landing_page_versions where page_id = {open page}",
    landing_history_bytes: `select sum(${sizes}) as held from public.landing_page_versions where page_id = {open page}`,
    landing_previews_open: "select count(*) as held from public.landing_previews where page_id = {hidden page}",
    file_bytes: "select sum(bytes) as held from private.file_usage where owner = {self}",
    all_file_bytes: "select sum(bytes) as held from private.file_usage where owner = 'all'",
  };
  const { rows } = await db.run<{ held: string }>(fill(questions[kind] ?? "", world, person));
  return Number(rows[0]?.held);
}

/** The size of one more, in bytes. */
async function bytesOf(db: Session, person: Person, text: string, world: World, kind: string): Promise<number> {
  await db.run("savepoint weighed");
  const before = await heldOf(db, world, person, kind);
  await runAs(db, person, `do $do$ begin ${text}; end $do$`);
  const after = await heldOf(db, world, person, kind);
  await db.run("rollback to savepoint weighed");
  return after - before;
}

describe.each(databases().filter(({ overlapping }) => overlapping))(
  "Quotas at the same moment, on $name",
  ({ open }) => {
    let db: TestDatabase;
    let world: World;
    beforeAll(async () => {
      db = await open();
      world = await createWorld(db);
    });
    afterAll(() => db?.close());

    /** Runs transactions with parallel callers. Returns the codes of the refusals. */
    async function runInParallel(who: Person, callers: number, each: number, statement: (caller: number) => string) {
      const refused: string[] = [];
      const work = async (caller: number) => {
        const session = await db.connect?.();
        if (!session) throw new Error("This database has one connection");
        for (let at = 0; at < each; at += 1) {
          await session.run("begin");
          try {
            await become(session, who);
            await session.run(statement(caller));
            await session.run("commit");
          } catch (error) {
            refused.push((error as { code: string }).code);
            await session.run("rollback");
          }
        }
        session.release();
      };
      await Promise.all(Array.from({ length: callers }, (_, caller) => work(caller)));
      return refused;
    }

    test("let through exactly the allowed number", async () => {
      const { owner, "active sales": sales } = world.people;
      const refused = await runInParallel(owner, 6, 10, () => requestBy(world, owner));
      expect(refused).toEqual(Array(40).fill("PT429"));
      await db.run("delete from public.lead_views");
      const views = await runInParallel(sales, 6, 40, () => "insert into public.lead_views (name) values ('Mine')");
      expect(views).toEqual(Array(40).fill("PT429"));
      expect((await db.run("select from public.lead_views")).rows).toHaveLength(200);
    });

    test("do not deadlock when one person logs on and changes the same leads at once", async () => {
      const { "active sales": sales } = world.people;
      const { rows } = await db.run<{ id: string }>(
        "insert into public.leads (user_id, first_name) select $1, 'Busy' from generate_series(1, 3) returning id",
        [sales.id],
      );
      const [one = "", two = "", three = ""] = rows.map(({ id }) => id);
      const stages = ["attempting", "connected", "qualified"];
      const statements = [
        (stage: string) =>
          `select public.log_activity(gen_random_uuid(), '${one}', 'call', null, 'reached', null, false, null, 60, '${stage}')`,
        (stage: string) =>
          `select public.change_leads(gen_random_uuid(), array['${one}', '${two}', '${three}']::uuid[], '{"stage": "${stage}"}')`,
        (stage: string) =>
          `select public.change_leads(gen_random_uuid(), array['${three}', '${one}']::uuid[], '{"stage": "${stage}"}')`,
        () => `insert into public.lead_tasks (lead_id, title, due_at) values ('${two}', 'Call', now())`,
      ];
      let round = 0;
      const refused = await runInParallel(sales, 6, 20, (caller) => {
        round += 1;
        return statements[caller % statements.length]?.(stages[round % 3] ?? "") ?? "";
      });
      expect(refused).toEqual([]);
    });
  },
);
