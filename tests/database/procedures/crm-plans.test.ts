import { afterAll, beforeAll, expect, test } from "vitest";
import { runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import type { TestDatabase } from "../../support/database-session.ts";

const LEADS = 10_000;
const SORTS = ["arrived", "name", "company", "value", "stage", "next_step", "last_activity", "response", "clock"];

type Plan = { "Node Type": string; "Index Name"?: string; "Actual Rows": number; Plans?: Plan[] };
const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];

onEveryDatabase("With many leads", (given) => {
  // The leads are in one open transaction. Each test rolls back its own changes.
  beforeAll(async () => {
    const { db, world } = given();
    await db.run("begin");
    await db.run(
      `insert into public.leads (user_id, first_name, last_name, company, phone, stage, value_cents, next_task_at,
         last_activity_at, response_seconds, clock_due_at, tags, created_at)
       select case when n % 3 > 0 then $1::uuid end, 'Lead ' || n % 997, 'Person ' || n % 61, 'Firm ' || n % 501,
         case when n % 10 < 9 then '+1 503 ' || lpad(n::text, 7, '0') end, (array['new', 'connected', 'proposal', 'won'])[1 + n % 4], n * 7919 % 100000, now() + n * interval '1 minute',
         now() - n * interval '1 minute', n % 900, now() + n * interval '1 minute',
         case when n % 5 = 0 then array['tag' || n % 30] else '{}' end, now() - n * interval '3 minutes'
       from generate_series(1, ${LEADS}) as made (n)`,
      [world.people["active sales"].id],
    );
    await db.run("analyze public.leads");
  });
  afterAll(() => given().db.run("rollback"));
  const withMany = async (work: (db: TestDatabase) => Promise<void>) => {
    const { db } = given();
    await db.run("savepoint test");
    try {
      await work(db);
    } finally {
      await db.run("rollback to savepoint test");
    }
  };
  const explain = async (db: TestDatabase, condition: string, sort: string, after: object | null = null) => {
    const { rows } = await db.run<{ statement: string }>(
      `select private.page_sql($1, array(select part from unnest((private.lead_order($2))[1:1]) as part), 1, $3, 50) as statement`,
      [condition, sort, after && JSON.stringify(after)],
    );
    const { rows: plans } = await db.run<{ "QUERY PLAN": { Plan: Plan }[] }>(
      `explain (analyze, format json) ${rows[0]?.statement}`,
    );
    const [plan] = plans[0]?.["QUERY PLAN"] ?? [];
    return plan ? nodes(plan.Plan) : [];
  };
  const LIVE = "lead.account_id = private.agency_account() and lead.archived_at is null and not lead.is_spam";

  test("every order reads an index, on the first page and on later ones", () =>
    withMany(async (db) => {
      for (const sort of SORTS.flatMap((name) => [name, `-${name}`])) {
        const plan = await explain(db, LIVE, sort);
        const types = plan.map((node) => node["Node Type"]);
        expect(
          types.some((type) => /^Index/.test(type)),
          `${sort}: ${types}`,
        ).toBe(true);
        expect(types.join(" "), sort).not.toMatch(/Seq Scan|(?<!Incremental )Sort/);
        expect(Math.max(...plan.map((node) => node["Actual Rows"])), sort).toBeLessThan(500);
      }
      const { rows } = await db.run<{ id: string; key: string }>(
        "select id, value_cents::text as key from public.leads order by value_cents desc, id desc offset 7500 limit 1",
      );
      const plan = await explain(db, LIVE, "-value", { s: 1, k: rows[0]?.key, id: rows[0]?.id });
      expect(Math.max(...plan.map((node) => node["Actual Rows"]))).toBeLessThan(500);
      expect(plan.map((node) => node["Node Type"]).join(" ")).not.toMatch(/Seq Scan|(?<!Incremental )Sort/);
    }));

  test("a value that nearly all leads have gives the same results in every order and plan", () =>
    withMany(async (db) => {
      const named = { field: "first_name", is: "contains", value: "lead" };
      const found = async (rules: object[], sort: string) => {
        const filter = JSON.stringify({ op: "and", rules });
        const { answer } = await runAs<{ answer: { rows: { id: string }[] } }>(
          db,
          given().world.people.admin,
          "select public.list_leads('all', $1, $2) as answer",
          [filter, sort],
        );
        return answer.rows.map(({ id }) => id);
      };
      for (const sort of SORTS) {
        const ids = await found([named], sort);
        expect(ids).toHaveLength(50);
        expect(await found([{ field: "q", is: "eq", value: "lead" }, named], sort), sort).toEqual(ids);
      }
      await db.run(
        "update public.leads set archived_at = now() where id in (select id from public.leads where first_name like 'Lead %' limit 60)",
      );
      const away = { field: "archived", is: "eq", value: true };
      for (const sort of ["-arrived", "name"])
        expect(await found([{ field: "q", is: "eq", value: "lead" }, named, away], sort), sort).toHaveLength(50);
    }));

  test("the search box and the phone filter find the same numbers, common or rare", () =>
    withMany(async (db) => {
      const count = async (person: "admin" | "active sales", rules: object[]) => {
        const filter = JSON.stringify({ op: "and", rules });
        const { leads } = await runAs<{ leads: string }>(
          db,
          given().world.people[person],
          "select leads::text from public.count_leads_matching('all', $1)",
          [filter],
        );
        return Number(leads);
      };
      const away = { field: "archived", is: "eq", value: true };
      await db.run(
        "update public.leads set archived_at = now() where id in (select id from public.leads where phone is not null limit 700)",
      );
      for (const person of ["admin", "active sales"] as const)
        for (const digits of ["1503", "+1 503 000", "503000123", "9876", "0007"])
          for (const also of [[], [away]]) {
            const searched = await count(person, [{ field: "q", is: "eq", value: digits }, ...also]);
            const filtered = await count(person, [{ field: "phone", is: "contains", value: digits }, ...also]);
            expect(searched, `${person} ${digits} ${also.length}`).toBe(filtered);
          }
      expect(await count("admin", [{ field: "q", is: "eq", value: "1503" }])).toBe(8_300);
    }));

  test("a part of a text is found at any position, common or rare", () =>
    withMany(async (db) => {
      const asked = {
        company: ["irm 49", "firm", "m 4", "FIRM 499", "rm 1", " 50", "irm-1"],
        name: ["ead 996 pers", "lead 1", "son 6", "996 person 4", "ad 9", "d 99", "person 60"],
      };
      for (const [field, values] of Object.entries(asked))
        for (const value of values) {
          const filter = JSON.stringify({ op: "and", rules: [{ field, is: "contains", value }] });
          const { leads } = await runAs<{ leads: string }>(
            db,
            given().world.people.admin,
            "select leads::text from public.count_leads_matching('all', $1)",
            [filter],
          );
          const text = field === "company" ? "company" : "first_name || ' ' || last_name";
          const { rows } = await db.run<{ leads: string }>(
            `select count(*)::text as leads from public.leads
             where strpos(lower(${text}), lower($1)) > 0 and archived_at is null and not is_spam`,
            [value],
          );
          expect(leads, `${field} ${value}`).toBe(rows[0]?.leads);
        }
    }));

  test("indexing a new lead's words reads no other leads", () =>
    withMany(async (db) => {
      const READ =
        "select seq_tup_read::int as read from pg_stat_xact_user_tables where relid = 'private.lead_words'::regclass";
      await db.run(
        "insert into private.lead_words (account_id, word) select private.agency_account(), 'word' || n from generate_series(1, 20000) as made (n)",
      );
      await db.run("analyze private.lead_words");
      const before = await db.run<{ read: number }>(READ);
      await db.run("insert into public.leads (first_name, email) values ('Wordy', 'word77@quillfeather.example')");
      const after = await db.run<{ read: number }>(READ);
      expect(after.rows).toEqual(before.rows);
      const { rows } = await db.run(
        "select word from private.lead_words where word in ('wordy', 'quillfeather') order by word",
      );
      expect(rows).toEqual([{ word: "quillfeather" }, { word: "wordy" }]);
    }));

  test("a search, a rare tag and a part of a name use their indexes", () =>
    withMany(async (db) => {
      for (const rule of [
        { field: "q", is: "eq", value: "person 60 lead 996" },
        { field: "tags", is: "contains", value: "nobody has this" },
        { field: "company", is: "contains", value: "irm 499" },
        { field: "name", is: "contains", value: "ead 996 pers" },
      ]) {
        const { rows } = await db.run<{ condition: string }>("select private.lead_filter_sql($1) as condition", [
          JSON.stringify({ op: "and", rules: [rule] }),
        ]);
        const plan = await explain(db, `${LIVE} and ${rows[0]?.condition}`, "-arrived");
        const read = Math.max(...plan.map((node) => node["Actual Rows"]));
        expect(plan.map((node) => node["Node Type"]).join(" "), rule.field).not.toMatch(/Seq Scan/);
        expect(read, rule.field).toBeLessThan(LEADS / 10);
      }
    }));
});
