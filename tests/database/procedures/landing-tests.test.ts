import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { assignVariant } from "../../../server/landing/assign-variant.ts";
import { createClientAccount, enter } from "../../support/client-accounts.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { becomeOwner, rolledBack } from "../../support/database-persons.ts";
import type { TestDatabase } from "../../support/database-session.ts";

const AB = [
  { version: 1, weight: 50, label: "A" },
  { version: null, weight: 50, label: "B" },
];

/** What a visitor does: when they first come, and what their browser reports when they leave. */
const course = fc.record({
  came: fc.constantFrom("before the test", "in the test", "beside the test", "never"),
  version: fc.constantFrom(1, 2, 3),
  bounced: fc.boolean(),
  speed: fc.option(fc.nat(3)),
});

type Figures = {
  version: number;
  visitors: string;
  submissions: string;
  qualified: string;
  booked: string;
  won: string;
  visits: string;
  bounced: string;
  speeds: string[];
};

onEveryDatabase("A test of a landing page", (given) => {
  type Step = {
    db: TestDatabase;
    page: string;
    asAdmin: () => Promise<void>;
    call: <Answer>(name: string, ...values: unknown[]) => Promise<Answer>;
    look: <Row>(text: string, ...values: unknown[]) => Promise<Row[]>;
    refused: (work: () => Promise<unknown>) => Promise<unknown>;
    start: (variants?: object[], more?: { id?: string; source?: string | null; seen?: number }) => Promise<string>;
  };

  /** A published page of the agency whose draft differs. Everything is rolled back. */
  const withPage = (work: (step: Step) => Promise<void>) => {
    const { db, world } = given();
    return rolledBack(db, async () => {
      const page = randomUUID();
      const call = async <Answer>(name: string, ...values: unknown[]) => {
        const places = values.map((_, at) => `$${at + 1}`).join(", ");
        const sent = values.map((value) => (typeof value === "object" && value ? JSON.stringify(value) : value));
        return (await db.run<{ answer: Answer }>(`select public.${name}(${places}) as answer`, sent)).rows[0]
          ?.answer as Answer;
      };
      const asAdmin = () => enter(db, world.people.admin, null);
      const look = async <Row>(text: string, ...values: unknown[]) => {
        await becomeOwner(db);
        return (await db.run<Row>(text, values)).rows;
      };
      const refused = async (asked: () => Promise<unknown>) => {
        await db.run("savepoint before");
        const outcome = await asked().then(
          () => "done",
          (error: { code?: string; hint?: string }) => error.hint ?? error.code,
        );
        await db.run("rollback to before");
        return outcome;
      };
      const start: Step["start"] = (variants = AB, { id = randomUUID(), source = null, seen = 2 } = {}) =>
        call("start_landing_test", id, page, seen, "submission", variants, source);
      await asAdmin();
      await call("create_landing_page", page, "tested", { title: "Tested", content: "<h1>One</h1>" });
      await call("publish_landing_page", page, 1);
      await call("save_landing_draft", page, 1, { content: "<h1>Two</h1>" });
      await work({ db, page, asAdmin, call, look, refused, start });
    });
  };
  const submit = async ({ look }: Step, form: object) => {
    const sent = { email: "ann@example.com", answers: { email: "ann@example.com" }, source: "direct", ...form };
    const [row] = await look<{ id: string }>(
      "select public.submit_landing_form($1::text::jsonb, '192.0.2.1') as id",
      JSON.stringify(sent),
    );
    const [stored] = await look<{ version: number; test_id: string | null; lead_id: string }>(
      "select version, test_id, lead_id from public.landing_submissions where id = $1",
      row?.id,
    );
    return stored;
  };
  const record = ({ look }: Step, views: object[]) =>
    look("select public.record_landing_views($1::text::jsonb)", JSON.stringify(views));
  const figures = async ({ db, asAdmin, page }: Step) => {
    await asAdmin();
    return (await db.run<Figures>("select * from public.landing_test_figures($1)", [page])).rows;
  };
  const assigned = async ({ look }: Step, id: string, visitor: string, day = "public.agency_today()") =>
    (
      await look<{ version: number }>(`select private.assigned_landing_version($1, ${day}, $2) as version`, id, visitor)
    )[0]?.version;
  /** A visitor whom the test shows this version today. */
  const visitorOf = async (step: Step, id: string, version: number, from = 0) => {
    for (let at = from; ; at += 1)
      if ((await assigned(step, id, `10.0.0.${at}\nFirefox`)) === version) return `10.0.0.${at}\nFirefox`;
  };

  test("stores its draft as a version that no later one is compared with", () =>
    withPage(async ({ db, page, look, start, call, asAdmin }) => {
      const draft = (revision: number, fields: object) => call("save_landing_draft", page, revision, fields);
      await call("publish_landing_page", page, 2);
      await draft(2, { title: "Better" });
      const id = await start(
        [
          { version: 2, weight: 40, label: "A" },
          { version: 1, weight: 30, label: "B" },
          { version: null, weight: 30, label: "C" },
        ],
        { seen: 3 },
      );
      // Everything in a test has one moment. Here, the versions before it are older.
      await look(
        "update public.landing_page_versions set published_at = published_at - interval '1 day' where page_id = $1 and number < 3",
        page,
      );
      await asAdmin();
      await call("stop_landing_test", id);
      await call("publish_landing_page", page, 3);
      await look(
        "update public.landing_page_versions set published_at = published_at + interval '1 day' where page_id = $1 and number = 4",
        page,
      );
      await asAdmin();
      const { rows } = await db.run(
        "select number, fields, is_variant, compared_with from public.landing_version_changes($1) order by number",
        [page],
      );
      expect(rows).toEqual([
        { number: 1, fields: null, is_variant: false, compared_with: null },
        { number: 2, fields: ["content"], is_variant: false, compared_with: 1 },
        { number: 3, fields: ["title"], is_variant: true, compared_with: 2 },
        { number: 4, fields: ["title"], is_variant: false, compared_with: 2 },
      ]);
    }));

  test("keeps the audit log from changing its page, whose draft can be published again after a revert", () =>
    withPage(async ({ page, look, start, call, asAdmin, refused }) => {
      const live = async () =>
        (await look<{ content: string }>("select content from public.landing_pages where id = $1", page))[0]?.content;
      await call("publish_landing_page", page, 2);
      expect(await live()).toBe("<h1>Two</h1>");
      const [entry] = await look<{ id: string }>(
        "select id from public.audit_log where table_name = 'landing_pages' and row_id = $1 order by id desc limit 1",
        page,
      );
      const revert = () => call("restore_audit_entry", entry?.id);
      await asAdmin();
      expect(
        await refused(async () => {
          await start([
            { version: 2, weight: 50, label: "A" },
            { version: 1, weight: 50, label: "B" },
          ]);
          await revert();
        }),
      ).toBe("test_running");
      await asAdmin();
      await revert();
      expect(await live()).toBe("<h1>One</h1>");
      await asAdmin();
      expect(await call("publish_landing_page", page, 2)).toBe(3);
      expect(await live()).toBe("<h1>Two</h1>");
    }));

  test("takes the draft as a version that is not live, and serves it to nobody but the host", () =>
    withPage(async (step) => {
      const { page, look, start, call, asAdmin } = step;
      const id = await start();
      expect(await start(AB, { id })).toBe(id);
      expect(await look("select version, content from public.landing_pages where id = $1", page)).toEqual([
        { version: 1, content: "<h1>One</h1>" },
      ]);
      const [served] = await look<{ page: { test: { seed: string; variants: object[] } } }>(
        "select public.landing_page_to_serve($1) as page",
        page,
      );
      expect(served?.page.test.seed).toMatch(/^[0-9a-f]{64}$/);
      expect(served?.page.test.variants).toMatchObject([
        { version: 1, weight: 50, content: "<h1>One</h1>" },
        { version: 2, weight: 50, content: "<h1>Two</h1>" },
      ]);
      await asAdmin();
      await call("stop_landing_test", id, " Shorter is better. ");
      await call("stop_landing_test", id, "Again");
      expect(await look("select state, learned, winner_version from public.landing_tests where id = $1", id)).toEqual([
        { state: "stopped", learned: "Shorter is better.", winner_version: null },
      ]);
      const [after] = await look<{ page: { test: null } }>("select public.landing_page_to_serve($1) as page", page);
      expect(after?.page.test).toBeNull();
      // The next version does not take the number of the variant.
      await asAdmin();
      expect(await call("publish_landing_page", page, 2)).toBe(3);
    }));

  test("is refused for what cannot be tested", () =>
    withPage(async ({ page, call, start, refused, db }) => {
      const variants = (...all: [version: number | null, weight: unknown, label?: unknown][]) =>
        all.map(([version, weight, label], at) => ({ version, weight, label: label ?? `V${at}` }));
      const wrong: object[][] = [
        variants([1, 100]),
        variants([1, 50], [null, 49]),
        variants([1, 50.5], [null, 49.5]),
        variants([1, 100], [null, 0]),
        variants([1, "50"], [null, 50]),
        variants([1, 50], [1, 50]),
        variants([1, 50, "A"], [null, 50, "a "]),
        variants([1, 50, " "], [null, 50]),
        variants([1, 50, "x".repeat(41)], [null, 50]),
        variants([1, 20], [null, 20], [2, 20], [3, 20], [4, 10], [5, 10]),
        [[], []],
      ];
      for (const each of wrong) expect([each, await refused(() => start(each))]).toEqual([each, "test_invalid"]);
      expect(await refused(() => start(variants([1, 50], [7, 50])))).toBe("version_not_found");
      expect(await refused(() => start(variants([null, 50], [1, 50])))).toBe("outdated");
      expect(await refused(() => start(AB, { seen: 1 }))).toBe("outdated");
      expect(await refused(() => start(AB, { source: "x".repeat(101) }))).toBe("too_long");
      await db.run("savepoint published");
      await call("publish_landing_page", page, 2);
      expect(await refused(() => start(variants([2, 50], [null, 50])))).toBe("nothing_to_test");
      expect(await refused(() => start(variants([2, 50], [1, 50])))).toBe("done");
      await call("unpublish_landing_page", page);
      expect(await refused(() => start(variants([2, 50], [1, 50])))).toBe("page_unpublished");
      await call("delete_landing_page", page);
      expect(await refused(() => start(variants([2, 50], [1, 50])))).toBe("page_not_found");
    }));

  test("keeps its page as it is while it runs", () =>
    withPage(async ({ page, call, start, refused, look, asAdmin }) => {
      await start();
      const [other] = await look<{ id: string }>("select id from public.accounts where kind = 'client' limit 1");
      await asAdmin();
      for (const [name, ...values] of [
        ["publish_landing_page", page, 2],
        ["roll_back_landing_page", page, 1],
        ["unpublish_landing_page", page],
        ["move_landing_page", page, other?.id],
        ["start_landing_test", randomUUID(), page, 2, "submission", AB, null],
      ] as [string, ...unknown[]][])
        expect([name, await refused(() => call(name, ...values))]).toEqual([name, "test_running"]);
      expect(await refused(() => call("delete_landing_page", page))).toBe("page_published");
      expect(await refused(() => call("save_landing_draft", page, 2, { content: "<h1>Three</h1>" }))).toBe("done");
    }));

  test("ends with what replaces its page, and goes on when that is refused", () =>
    withPage(async ({ db, page, call, start, refused, look, asAdmin }) => {
      const id = await start();
      const state = async () => {
        const [test] = await look<{ state: string }>("select state from public.landing_tests where id = $1", id);
        await asAdmin();
        return test?.state;
      };
      const publish = (seen: number, stopped: string) => call("publish_landing_page", page, seen, stopped);
      expect(await refused(() => publish(1, id))).toBe("outdated");
      // Only the test that someone saw is stopped.
      expect(await refused(() => publish(2, randomUUID()))).toBe("test_running");
      expect(await refused(() => call("roll_back_landing_page", page, 9, id))).toBe("version_not_found");
      // Another page is live there, though its draft has a new address.
      const other = randomUUID();
      await call("create_landing_page", other, "taken", { title: "Other" });
      await look("update public.landing_drafts set slug = 'elsewhere' where slug = 'taken'");
      await look("update public.landing_drafts set slug = 'taken' where page_id = $1", page);
      await asAdmin();
      expect(await refused(() => publish(2, id))).toBe("slug_taken");
      expect(await state()).toBe("running");
      // The test of another page goes on, whoever names it.
      await db.run("savepoint other");
      await call("unpublish_landing_page", other, id);
      expect(await state()).toBe("running");
      await call("publish_landing_page", other, 1, id);
      expect(await state()).toBe("running");
      await db.run("rollback to other");
      await asAdmin();
      await look("update public.landing_drafts set slug = 'tested' where page_id = $1", page);
      for (const [name, ...values] of [
        ["publish_landing_page", page, 2, id],
        ["roll_back_landing_page", page, 1, id],
        ["unpublish_landing_page", page, id],
      ] as [string, ...unknown[]][]) {
        await asAdmin();
        await db.run("savepoint running");
        await call(name, ...values);
        expect([name, await state()]).toEqual([name, "stopped"]);
        await db.run("rollback to running");
      }
    }));

  test("rolls a variant out once, and keeps edits that were made since", () =>
    withPage(async ({ page, call, start, refused, look, asAdmin }) => {
      const id = await start();
      await call("save_landing_draft", page, 2, { content: "<h1>Three</h1>" });
      expect(await refused(() => call("roll_out_landing_test", id, 9, null))).toBe("version_not_found");
      expect(await call("roll_out_landing_test", id, 2, "Two wins")).toBe(3);
      expect(await call("roll_out_landing_test", id, 2, null)).toBe(3);
      expect(await refused(() => call("roll_out_landing_test", id, 1, null))).toBe("test_stopped");
      await call("note_landing_test", id, "Two wins by far");
      expect(
        await look(
          `select page.content, page.version, draft.content as draft, draft.published_revision, past.rolled_back_to, test.learned, test.winner_version
           from public.landing_pages as page join public.landing_drafts as draft on draft.page_id = page.id
           join public.landing_page_versions as past on past.page_id = page.id and past.number = page.version
           join public.landing_tests as test on test.page_id = page.id where page.id = $1`,
          page,
        ),
      ).toEqual([
        {
          content: "<h1>Two</h1>",
          version: 3,
          draft: "<h1>Three</h1>",
          published_revision: null,
          rolled_back_to: 2,
          learned: "Two wins by far",
          winner_version: 2,
        },
      ]);
      expect(
        (
          await look(
            "select action from public.audit_log where table_name = 'landing_tests' and row_id = $1 order by id",
            id,
          )
        ).length,
      ).toBe(3);
      await asAdmin();
      expect(await refused(() => call("note_landing_test", randomUUID(), "x"))).toBe("test_not_found");
      expect(await refused(() => call("note_landing_test", id, "x".repeat(2_001)))).toBe("too_long");
    }));

  test("assigns visitors as the host does, by weight, and anew each day", () =>
    withPage(async (step) => {
      const id = await step.start([
        { version: 1, weight: 70, label: "A" },
        { version: null, weight: 30, label: "B" },
      ]);
      const [secret] = await step.look<{ seed: string }>(
        "select seed from private.landing_test_seeds where test_id = $1",
        id,
      );
      const served = {
        seed: secret?.seed ?? "",
        variants: [
          { version: 1, weight: 70 },
          { version: 2, weight: 30 },
        ],
      };
      const rows = await step.look<{ visitor: string; day: string; version: number }>(
        `select visitor, day::text, private.assigned_landing_version($1, day, visitor) as version
         from generate_series(1, 500) as at cross join lateral (
           select '2001:db8:' || at || E'::\\nBrowser' || at % 7 as visitor, date '2026-01-01' + at % 3 as day) as made`,
        id,
      );
      for (const { visitor, day, version } of rows) expect(assignVariant(served, day, visitor)?.version).toBe(version);
      const ofA = rows.filter(({ version }) => version === 1).length;
      expect(ofA).toBeGreaterThan(300);
      expect(ofA).toBeLessThan(400);
      const days = await step.look<{ days: number }>(
        `select count(distinct private.assigned_landing_version($1, date '2026-01-01' + at, E'1.1.1.1\\nFirefox'))::int as days from generate_series(1, 60) as at`,
        id,
      );
      expect(days).toEqual([{ days: 2 }]);
    }));

  test("counts forms for the variant that their visitor saw, and a forged or replayed form for none", () =>
    withPage(async (step) => {
      const { page, look } = step;
      const id = await step.start();
      const ofB = await visitorOf(step, id, 2);
      const form = { page_id: page, visitor: ofB };
      expect(await submit(step, { ...form, version: 2 })).toMatchObject({ version: 2, test_id: id });
      // It names the other variant, or none.
      expect(await submit(step, { ...form, version: 1 })).toMatchObject({ version: 2, test_id: null });
      expect(await submit(step, { ...form, version: 99 })).toMatchObject({ version: 2, test_id: null });
      expect(await submit(step, { page_id: page, version: 2 })).toMatchObject({ version: 1, test_id: null });
      const once = { ...form, version: 2, submission_id: randomUUID() };
      await submit(step, once);
      await submit(step, once);
      expect((await figures(step)).map(({ version, submissions }) => [version, Number(submissions)])).toEqual([
        [1, 0],
        [2, 1],
      ]);
      // Yesterday's assignment counts from the second day on.
      const yesterday = "public.agency_today() - 1";
      let switched = "";
      for (let at = 0; switched === ""; at += 1) {
        const visitor = `10.1.0.${at}\nFirefox`;
        if ((await assigned(step, id, visitor)) === 1 && (await assigned(step, id, visitor, yesterday)) === 2)
          switched = visitor;
      }
      const late = { page_id: page, visitor: switched, version: 2 };
      expect(await submit(step, late)).toMatchObject({ version: 1, test_id: null });
      await look("update public.landing_tests set started_at = now() - interval '1 day' where id = $1", id);
      expect(await submit(step, late)).toMatchObject({ version: 2, test_id: id });
      // After the test, a form of its variant keeps its version and counts no more.
      await look("update public.landing_tests set state = 'stopped' where id = $1", id);
      expect(await submit(step, { ...form, version: 2 })).toMatchObject({ version: 2, test_id: null });
    }));

  test("of one source leaves all other visitors out", () =>
    withPage(async (step) => {
      const id = await step.start(AB, { source: " Instagram " });
      const visitor = await visitorOf(step, id, 2);
      const form = { page_id: step.page, visitor };
      expect(await submit(step, { ...form, version: 2, source: "instagram" })).toMatchObject({
        version: 2,
        test_id: id,
      });
      expect(await submit(step, { ...form, version: 2, source: "direct" })).toMatchObject({
        version: 1,
        test_id: null,
      });
      expect(await submit(step, { ...form, version: 1, source: "direct" })).toMatchObject({
        version: 1,
        test_id: null,
      });
    }));

  test("counts a visitor once a day, with the views of the page and within the same limits", () =>
    withPage(async (step) => {
      const { page, look } = step;
      const id = await step.start();
      const seen = { page_id: page, source: "direct", views: 2 };
      await record(step, [{ ...seen, version: 1, visitors: ["1.1.1.1\nFirefox"] }]);
      await record(step, [
        { ...seen, version: 1, test_id: id, visitors: ["1.1.1.1\nFirefox", "2.2.2.2\nFirefox"] },
        { ...seen, version: 2, test_id: id, visitors: ["3.3.3.3\nFirefox"] },
        { ...seen, version: 2, test_id: id, source: "instagram", visitors: ["3.3.3.3\nFirefox", "4.4.4.4\nFirefox"] },
        { ...seen, version: 2, test_id: randomUUID(), visitors: [] },
      ]);
      const flood = Array.from({ length: 500 }, (_, at) => `9.9.9.9\nbrowser ${at}`);
      await record(step, [{ ...seen, version: 2, test_id: id, visitors: flood }]);
      expect((await figures(step)).map(({ version, visitors }) => [version, Number(visitors)])).toEqual([
        [1, 1],
        [2, 202],
      ]);
      expect(
        await look(
          "select version, sum(views)::int as views, sum(visitors)::int as visitors from public.landing_views where page_id = $1 group by 1 order by 1",
          page,
        ),
      ).toEqual([
        { version: 1, views: 4, visitors: 2 },
        { version: 2, views: 8, visitors: 202 },
      ]);
      await look("update public.landing_tests set state = 'stopped' where id = $1", id);
      await record(step, [{ ...seen, version: 2, test_id: id, visitors: ["5.5.5.5\nFirefox"] }]);
      expect((await figures(step)).map(({ visitors }) => Number(visitors))).toEqual([1, 202]);
    }));

  test("sums the visits of its own visitors, and not of those who came before it or beside it", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(course, { maxLength: 12 }), async (courses) => {
        await withPage(async (step) => {
          const { page, look } = step;
          const all = courses.map((each, at) => ({ ...each, visitor: `10.1.0.${at}\nFirefox` }));
          const arrive = (when: string, test_id?: string) =>
            record(
              step,
              all.flatMap(({ came, version, visitor }) =>
                came === when
                  ? [{ page_id: page, source: "direct", views: 1, version, visitors: [visitor], test_id }]
                  : [],
              ),
            );
          await arrive("before the test");
          await step.asAdmin();
          const id = await step.start();
          // A visitor who comes back is counted once, with the first view of the day.
          for (const when of ["before the test", "in the test"]) await arrive(when, id);
          await arrive("beside the test");
          const report = all.map(({ version, visitor, bounced, speed }) => ({
            ...{ page_id: page, version, visitor, bounced, speed },
            ...{ width: "phone", depth: 1, clicks: [] },
          }));
          for (let times = 0; times < 2; times += 1)
            await look("select public.record_landing_visits($1::text::jsonb)", JSON.stringify(report));
          const expected = [1, 2].map((version) => {
            const counted = all.filter((each) => each.came === "in the test" && each.version === version);
            return {
              visits: counted.length,
              bounced: counted.filter(({ bounced }) => bounced).length,
              speeds: [0, 1, 2, 3].map((part) => counted.filter(({ speed }) => speed === part).length),
            };
          });
          const summed = (await figures(step)).map(({ visits, bounced, speeds }) => ({
            visits: Number(visits),
            bounced: Number(bounced),
            speeds: speeds.map(Number),
          }));
          expect(summed).toEqual(expected);
        });
      }),
      { numRuns: 10 },
    );
  });

  test("follows its leads to the goal, once for each person and without spam", () =>
    withPage(async (step) => {
      const { page, look } = step;
      const id = await step.start();
      const visitor = await visitorOf(step, id, 2);
      const send = (email: string) => submit(step, { page_id: page, visitor, version: 2, email, answers: { email } });
      const known = await send("known@example.com");
      await look(
        "update public.leads set created_at = now() - interval '9 days', stage = 'won', value_cents = 500 where id = $1",
        known?.lead_id,
      );
      const stages = ["won", "won", "call_booked", "qualified", "lost", "new"];
      for (const [at, stage] of stages.entries()) {
        const sent = await send(`person-${at}@example.com`);
        await send(`person-${at}@example.com`);
        await look(
          "update public.leads set stage = $2, value_cents = $3, lost_reason_id = case when $2 = 'lost' then (select id from public.lost_reasons limit 1) end where id = $1",
          sent?.lead_id,
          stage,
          stage === "won" ? 1_000 * (at + 1) : null,
        );
      }
      const spam = await send("spam@example.com");
      await look("update public.leads set is_spam = true where id = $1", spam?.lead_id);
      const [, b] = await figures(step);
      expect(b).toMatchObject({ version: 2 });
      expect(
        Object.entries(b ?? {}).flatMap(([name, value]) =>
          ["test_id", "version", "visitors", "visits", "bounced", "speeds"].includes(name)
            ? []
            : [[name, Number(value)]],
        ),
      ).toEqual([
        ["submissions", 7],
        ["qualified", 4],
        ["booked", 3],
        ["won", 2],
        ["revenue_cents", 3_000],
        ["revenue_squares", 5_000_000],
      ]);
    }));

  test("of a client is started by an admin while the agency checks what the client publishes", () =>
    withPage(async ({ db, call, refused, look, asAdmin }) => {
      await becomeOwner(db);
      const account = await createClientAccount(db, "Harbor Dental");
      const page = randomUUID();
      const start = (id = randomUUID()) => call<string>("start_landing_test", id, page, 2, "won", AB, null);
      await enter(db, account.owner, account.slug);
      await call("create_landing_page", page, "harbor", { title: "Harbor", content: "<h1>One</h1>" });
      const asAgency = async () => {
        await asAdmin();
        await db.run("select set_config('request.headers', $1, true)", [JSON.stringify({ "x-account": account.slug })]);
      };
      await asAgency();
      await call("publish_landing_page", page, 1);
      await enter(db, account.owner, account.slug);
      await call("save_landing_draft", page, 1, { content: "<h1>Two</h1>" });
      expect(await refused(() => start())).toBe("approval_needed");
      await asAgency();
      const id = await start();
      await enter(db, account.owner, account.slug);
      expect((await db.run("select from public.landing_test_figures($1)", [page])).count).toBe(2);
      expect(await refused(() => call("roll_out_landing_test", id, 2, null))).toBe("approval_needed");
      expect(await refused(() => call("stop_landing_test", id, null))).toBe("done");
      await look("update public.accounts set requires_approval = false where id = $1", account.id);
      await enter(db, account.owner, account.slug);
      expect(await refused(() => call("roll_out_landing_test", id, 2, null))).toBe("done");
      await enter(db, account.billing, account.slug);
      expect(await refused(() => call("stop_landing_test", id, null))).toBe("pages_only");
      // Moving is possible after the test; its figures move, and its forms stay.
      await asAgency();
      await call("stop_landing_test", id, null);
      const [agency] = await look<{ id: string }>("select id from public.accounts where kind = 'agency'");
      await asAgency();
      await call("move_landing_page", page, agency?.id);
      await enter(db, account.owner, account.slug);
      expect((await db.run("select from public.landing_tests")).count).toBe(0);
    }));
});
