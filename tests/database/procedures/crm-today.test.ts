import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { book } from "../../support/booked-calls.ts";
import { refusalCode, runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { type Person, type PersonKind, rolledBack } from "../../support/database-persons.ts";
import type { TestDatabase } from "../../support/database-session.ts";

type Row = Record<string, unknown> & { id: string };
type Section = { total: number; rows: Row[] };
type Today = Record<"unanswered" | "overdue" | "due_today" | "no_next_step", Section> & {
  response: Record<string, number | null>;
};

/** A procedure's answer. Its changes stay until the end of the test. */
const answerOf = async <Answer>(db: TestDatabase, who: Person, statement: string, given: unknown[] = []) =>
  (await runAs<{ answer: Answer }>(db, who, statement, given)).answer;
const TODAY = "select public.crm_today($1) as answer";
const PULSE = "select public.crm_pulse($1) as answer";
const PAGE = "select public.lead_page($1) as answer";
const TIMELINE = "select public.lead_timeline($1, $2, $3, $4, $5) as answer";
const LOG =
  "select public.log_activity(p_id => $1, p_lead_id => $2, p_kind => $3, p_body => $4, p_outcome => $5, p_claim => $6, p_next => $7, p_stage => $8) as answer";
const MAIL = "select public.send_lead_email($1, $2, 'Hello', 'Some words') as answer";
const FINISH = "select public.finish_task($1, $2) as answer";
const today = (db: TestDatabase, who: Person, scope = "mine") => answerOf<Today>(db, who, TODAY, [scope]);
const logged = (
  lead: string,
  more: Partial<Record<"id" | "kind" | "body" | "outcome" | "claim" | "next" | "stage", unknown>> = {},
) => {
  const {
    id = randomUUID(),
    kind = "call",
    body = null,
    outcome = "connected",
    claim = false,
    next = null,
    stage = null,
  } = more;
  return [id, lead, kind, body, outcome, claim, next && JSON.stringify(next), stage];
};

const OUTSIDERS: PersonKind[] = ["anon", "no role", "new client", "owner", "pending sales", "inactive"];

onEveryDatabase("A sales person's day", (given) => {
  const ids = new Map<string, string>();
  beforeAll(async () => {
    const { rows } = await given().db.run<{ id: string; first_name: string }>(
      "select id, first_name from public.leads",
    );
    for (const { id, first_name } of rows) ids.set(first_name, id);
  });
  const lead = (name: string) => ids.get(`Lead of ${name}`) ?? "";
  const startClock = async (db: TestDatabase, id: string, minutesAgo: number) => {
    await db.run(
      `insert into public.lead_clocks (lead_id, arrived_at, started_at, target_seconds, warn_at, due_at, escalate_at, source)
       select $1, at, at, 300, at + interval '3 minutes', at + interval '5 minutes', at + interval '10 minutes', 'website_form'
       from (select now() - make_interval(mins => $2) as at) as moment`,
      [id, minutesAgo],
    );
    await db.run(
      "update public.leads set clock_due_at = now() - make_interval(mins => $2) + interval '5 minutes' where id = $1",
      [id, minutesAgo],
    );
  };

  test("has four sections and exact counts, with the least time left first", async () => {
    const { db, world } = given();
    const { "active sales": sales, admin } = world.people;
    await rolledBack(db, async () => {
      await startClock(db, lead("sales"), 1);
      await startClock(db, lead("nobody"), 7);
      await startClock(db, lead("otherSales"), 3);
      const mine = await today(db, sales);
      expect(mine.unanswered.rows.map(({ id }) => id)).toEqual([lead("nobody"), lead("sales")]);
      expect(mine.unanswered.total).toBe(2);
      expect(mine.unanswered.rows[0]).toMatchObject({
        owner_name: null,
        clock: { target_seconds: 300, state: "running" },
      });
      expect(mine.response).toMatchObject({ answered: 0, median_seconds: null, p90_seconds: null });
      expect((await today(db, admin, "all")).unanswered.total).toBe(3);
      // The scope 'all' shows reps no more leads.
      expect((await today(db, sales, "all")).unanswered.total).toBe(2);
    });
  });

  test("shows what a lead last answered in a form, and nothing for a lead without a form", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      await startClock(db, lead("sales"), 1);
      await startClock(db, lead("nobody"), 7);
      const form = (daysAgo: number, payload: object) =>
        db.run(
          `insert into public.lead_activities (lead_id, kind, occurred_at, payload)
           values ($1, 'form', now() - make_interval(days => $2), $3::text::jsonb)`,
          [lead("sales"), daysAgo, JSON.stringify(payload)],
        );
      await form(2, { answers: { city: "Reno" }, asked: [{ name: "city", question: "City" }] });
      await form(1, { answers: { roof: "Tile" }, asked: [{ name: "roof", question: "Which roof?" }] });
      const { rows } = (await today(db, sales)).unanswered;
      const answers = new Map(rows.map(({ id, answers }) => [id, answers]));
      expect(answers.get(lead("sales"))).toBe("Which roof? Tile");
      expect(answers.get(lead("nobody"))).toBeNull();
    });
  });

  test("moves a lead between late, due today and without a next step", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      const has = async (section: keyof Omit<Today, "response">) =>
        (await today(db, sales))[section].rows.some(({ id }) => id === lead("sales"));
      expect(await has("no_next_step")).toBe(true);
      const plan = (due: string) => ({ kind: "call", title: "Call back", due_at: due });
      const late = new Date(Date.now() - 60_000).toISOString();
      await answerOf(
        db,
        sales,
        LOG,
        logged(lead("sales"), { next: { kind: "call", title: "Call back", due_at: late } }),
      );
      expect(await has("overdue")).toBe(true);
      expect(await has("no_next_step")).toBe(false);
      const { rows } = await db.run<{ id: string }>("select id from public.lead_tasks where lead_id = $1", [
        lead("sales"),
      ]);
      const next = { ...plan(new Date(Date.now() + 30 * 86_400_000).toISOString()), id: randomUUID() };
      expect(await answerOf(db, sales, FINISH, [rows[0]?.id, JSON.stringify(next)])).toMatchObject({ again: false });
      expect(await answerOf(db, sales, FINISH, [rows[0]?.id, JSON.stringify(next)])).toMatchObject({ again: true });
      expect(await has("overdue")).toBe(false);
      expect((await db.run("select from public.lead_tasks where lead_id = $1", [lead("sales")])).count).toBe(2);
    });
  });

  test("A call that takes place now is due today, not overdue, until it ends, in the badge, too", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      const places = async () => {
        const day = await today(db, sales);
        const { late } = await runAs<{ late: number }>(
          db,
          sales,
          "select (public.crm_pulse() ->> 'overdue')::int as late",
        );
        const has = (section: "overdue" | "due_today") => day[section].rows.some(({ id }) => id === lead("sales"));
        return [has("overdue"), has("due_today"), late];
      };
      const [, , before] = await places();
      const call = await book(db, { lead: lead("sales"), hosts: [sales.id ?? null], in: -10, minutes: 30 });
      expect(await places()).toEqual([false, true, before]);
      await db.run("update public.bookings set ends_at = now() - interval '1 minute' where id = $1", [call]);
      expect(await places()).toEqual([true, false, Number(before) + 1]);
    });
  });

  test("reports changes in its pulse, and nothing if nothing changed", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      await startClock(db, lead("nobody"), 2);
      const first = await answerOf<{ change: number }>(db, sales, PULSE, [null]);
      expect(first).toMatchObject({ unanswered: 1, newest: { id: lead("nobody") }, team: expect.any(Array) });
      expect(await answerOf(db, sales, PULSE, [first.change])).toEqual({ change: first.change });
    });
  });

  test("claims, moves and plans with one log, once", async () => {
    const { db, world } = given();
    const { "active sales": sales, "other active sales": other, admin } = world.people;
    await rolledBack(db, async () => {
      const next = { kind: "call", title: "Call back", due_at: "2030-01-01T10:00:00Z" };
      const call = logged(lead("nobody"), { claim: true, next, stage: "connected" });
      expect(await answerOf(db, sales, LOG, call)).toMatchObject({ claimed: true, again: false });
      expect(await answerOf(db, sales, LOG, call)).toMatchObject({ claimed: true, again: true });
      const page = await answerOf<Record<string, unknown>>(db, sales, PAGE, [lead("nobody")]);
      expect(page).toMatchObject({
        stage: "connected",
        owner_id: sales.id,
        tasks: [{ title: "Call back" }],
        last_change: { by_id: sales.id, fields: ["stage"] },
        owner_history: [{ from: null }],
      });
      // The slower one learns who has it. An admin may still log.
      expect(await refusalCode(db, other, LOG, logged(lead("nobody"), { claim: true }))).toBe("PT409");
      expect(await refusalCode(db, other, LOG, logged(lead("nobody")))).toBe("PT404");
      expect(
        await answerOf(db, admin, LOG, logged(lead("nobody"), { kind: "note", body: "Seen", outcome: null })),
      ).toMatchObject({ claimed: false });
    });
  });

  test("refuses an invalid log with a reason", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      for (const bad of [
        { kind: "form" },
        { kind: "note", body: "  " },
        { outcome: "Robert'); --" },
        { next: { title: "", due_at: "2030-01-01" } },
        { next: { title: "x" } },
      ])
        expect(await refusalCode(db, sales, LOG, logged(lead("sales"), bad))).toBe("22023");
    });
  });

  test("answers alike for a colleague's lead and an unknown one, and refuses people outside the team", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      for (const id of [lead("otherSales"), randomUUID()]) {
        expect(await refusalCode(db, sales, PAGE, [id])).toBe("PT404");
        expect(await refusalCode(db, sales, TIMELINE, [id, null, null, null, null])).toBe("PT404");
        expect(await refusalCode(db, sales, LOG, logged(id))).toBe("PT404");
        expect(await refusalCode(db, sales, MAIL, [randomUUID(), id])).toBe("PT404");
      }
      expect(await refusalCode(db, sales, FINISH, [randomUUID(), null])).toBe("PT404");
      for (const kind of OUTSIDERS)
        for (const [statement, parameters] of [
          [TODAY, ["mine"]],
          [PULSE, [null]],
          ["select public.crm_notifications() as answer", []],
          ["select public.start_call($1)", [lead("nobody")]],
          ["select public.stage_medians() as answer", []],
          [PAGE, [lead("nobody")]],
          [TIMELINE, [lead("nobody"), null, null, null, null]],
          [LOG, logged(lead("nobody"))],
          [MAIL, [randomUUID(), lead("nobody")]],
          [FINISH, [randomUUID(), null]],
        ] as [string, unknown[]][])
          expect(`${kind}: ${await refusalCode(db, world.people[kind], statement, parameters)}`).toBe(`${kind}: 42501`);
    });
  });

  test("sends an email only with an address and consent, logs it, and sends it once", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      await db.run("update public.leads set email = 'lead@example.com', consent_at = null where id = $1", [
        lead("sales"),
      ]);
      expect(await refusalCode(db, sales, MAIL, [randomUUID(), lead("sales")])).toBe("22023");
      await db.run("update public.leads set consent_at = now() where id = $1", [lead("sales")]);
      const id = randomUUID();
      expect(await answerOf(db, sales, MAIL, [id, lead("sales")])).toEqual({
        id,
        again: false,
        claimed: false,
        finished: null,
        undo_seconds: 10,
      });
      expect(await answerOf(db, sales, MAIL, [id, lead("sales")])).toMatchObject({ id, again: true, undo_seconds: 10 });
      expect((await db.run("select from private.outbox where dedupe_key = $1", [`lead-message:${id}`])).count).toBe(1);
      await db.run("update public.leads set email = null where id = $1", [lead("sales")]);
      expect(await refusalCode(db, sales, MAIL, [randomUUID(), lead("sales")])).toBe("22023");
    });
  });

  test("claims and moves a lead with a first response by email, as with a call", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      const { rows } = await db.run<{ id: string }>(
        "insert into public.leads (email, consent_at) values ('new@example.com', now()) returning id",
      );
      const id = rows[0]?.id ?? "";
      const mail = randomUUID();
      await db.run(
        "insert into public.lead_tasks (lead_id, kind, title, due_at, created_by) values ($1, 'email', 'Send examples', now(), $2)",
        [id, sales.id],
      );
      expect(await answerOf(db, sales, MAIL, [mail, id])).toMatchObject({
        again: false,
        claimed: true,
        finished: "Send examples",
      });
      await answerOf(db, sales, MAIL, [mail, id]);
      const read = async () =>
        (await db.run("select user_id, stage, version from public.leads where id = $1", [id])).rows[0];
      expect(await read()).toMatchObject({ user_id: sales.id, stage: "attempting" });
      const before = await read();
      await answerOf(db, sales, MAIL, [randomUUID(), id]);
      expect(await read()).toEqual(before);
    });
  });

  test("pauses the tasks of a lost lead until it comes back", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      const late = new Date(Date.now() - 240_000).toISOString();
      await answerOf(
        db,
        sales,
        LOG,
        logged(lead("sales"), { next: { kind: "call", title: "Call back", due_at: late } }),
      );
      const overdue = async () => (await today(db, sales)).overdue.total;
      const before = await overdue();
      await db.run(
        "update public.leads set stage = 'lost', lost_reason_id = (select id from public.lost_reasons where account_id = '00000000-0000-4000-8000-000000000001' limit 1) where id = $1",
        [lead("sales")],
      );
      expect(await overdue()).toBe(before - 1);
      await db.run("update public.leads set stage = 'connected' where id = $1", [lead("sales")]);
      expect(await overdue()).toBe(before);
    });
  });

  test("pages through a timeline of activities, merged leads and the clock, with pins", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      const { rows: made } = await db.run<{ id: string }>(
        `insert into public.leads (first_name, user_id, merged_into, archived_at) values ('Old', $1, $2, now()) returning id`,
        [sales.id, lead("sales")],
      );
      const before = (await answerOf<{ total: number }>(db, sales, TIMELINE, [lead("sales"), null, null, null, 2]))
        .total;
      await db.run(
        `insert into public.lead_activities (lead_id, kind, body, actor_id, occurred_at)
         select case when n % 2 = 0 then $1::uuid else $2::uuid end, 'note', 'Note ' || n, $3, now() - n * interval '1 hour' from generate_series(1, 5) as made (n)`,
        [lead("sales"), made[0]?.id, sales.id],
      );
      type Page = {
        rows: { id: string; at: string; body: string; pinned: boolean }[];
        more: boolean;
        total?: number;
        pinned?: Row[];
      };
      const seen: string[] = [];
      let [at, id]: [string | null, string | null] = [null, null];
      for (let page = 0; page < 10; page++) {
        const answer: Page = await answerOf<Page>(db, sales, TIMELINE, [lead("sales"), ["note"], at, id, 2]);
        if (page === 0) expect(answer.total).toBeGreaterThanOrEqual(5);
        seen.push(...answer.rows.map(({ body }) => body));
        const last = answer.rows.at(-1);
        if (!answer.more || !last) break;
        [at, id] = [last.at, last.id];
      }
      expect(seen.filter((body) => body?.startsWith("Note "))).toEqual([
        "Note 1",
        "Note 2",
        "Note 3",
        "Note 4",
        "Note 5",
      ]);
      expect((await answerOf<{ total: number }>(db, sales, TIMELINE, [lead("sales"), null, null, null, 2])).total).toBe(
        before + 5,
      );
    });
  });
});
