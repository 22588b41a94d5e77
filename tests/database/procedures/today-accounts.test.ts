import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { refusal, runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { type Person, rolledBack } from "../../support/database-persons.ts";
import type { TestDatabase } from "../../support/database-session.ts";
import { headersOf } from "../../support/isolation/try-calls.ts";

type Row = { id: string; account_id: string; clock: { due_at: string; target_seconds: number } | null };
type Section = { total: number; rows: Row[] };
type Account = { id: string; slug: string; name: string; currency: string; calendar: { timeZone: string } };
type Today = Record<"unanswered" | "overdue" | "due_today" | "no_next_step", Section> & { accounts: Account[] };
type Mark = Pick<Account, "id" | "slug" | "name"> | null;
type Pulse = { change: number; unanswered: number; overdue: number; newest: { id: string; account: Mark } | null };
type News = { lead_id: string; account: Mark }[];

const BRIGHT = { slug: "bright-dental", name: "Bright Dental" };

onEveryDatabase("One Today for a sales person who is lent to a client", (given) => {
  /** A client's account in Tokyo that answers within 20 minutes. The sales person is lent to it. */
  const lent = (work: (db: TestDatabase, rep: Person, account: string) => Promise<void>) => {
    const { db, world } = given();
    const rep = world.people["active sales"];
    return rolledBack(db, async () => {
      const { rows } = await db.run<{ id: string }>(
        `insert into public.accounts (name, slug, time_zone, currency, speed_to_lead_minutes) values ($1, $2, 'Asia/Tokyo', 'jpy', 20) returning id`,
        [BRIGHT.name, BRIGHT.slug],
      );
      const account = rows[0]?.id ?? "";
      await db.run("insert into public.account_loans (account_id, user_id) values ($1, $2)", [account, rep.id]);
      await db.run("update public.agency_settings set time_zone = 'UTC'");
      await work(db, rep, account);
    });
  };
  const named = (db: TestDatabase, slug: string | null) =>
    db.run("select set_config('request.headers', $1, true)", [headersOf(slug)]);
  const ask = async <Answer>(db: TestDatabase, who: Person, call: string, values: unknown[] = []) =>
    (await runAs<{ answer: Answer }>(db, who, `select public.${call} as answer`, values)).answer;
  const today = (db: TestDatabase, who: Person) => ask<Today>(db, who, "crm_today()");
  const pulse = (db: TestDatabase, who: Person) => ask<Pulse>(db, who, "crm_pulse()");
  /** What the bell says about leads. */
  const news = async (db: TestDatabase, who: Person) =>
    (await ask<News>(db, who, "crm_notifications()")).filter(({ lead_id }) => lead_id !== null);
  const addLead = async (db: TestDatabase, account: string | null, owner: Person | null, task?: string) => {
    const id = randomUUID();
    await db.run(
      `insert into public.leads (id, account_id, first_name, last_name, user_id, phone)
       values ($1, coalesce($2, private.agency_account()), 'Ann', 'Ode', $3, '+1 503 555 0147')`,
      [id, account, owner?.id ?? null],
    );
    if (task)
      await db.run(
        "insert into public.lead_tasks (lead_id, title, due_at) select $1, 'Call', now() + $2::text::interval",
        [id, task],
      );
    return id;
  };
  /** A lead whose clock has so many minutes left. */
  const addWaiting = async (db: TestDatabase, account: string | null, owner: Person | null, left: number) => {
    const id = await addLead(db, account, owner);
    const { rows } = await db.run<{ id: string }>(
      `insert into public.lead_clocks (lead_id, arrived_at, started_at, target_seconds, warn_at, due_at, escalate_at, source)
       select $1, now() - interval '1 minute', now() - interval '1 minute', private.account_target(lead.account_id),
         now() + make_interval(mins => $2 - 1), now() + make_interval(mins => $2), now() + make_interval(mins => $2 + 9), 'website_form'
       from public.leads as lead where lead.id = $1 returning id`,
      [id, left],
    );
    await db.run("update public.leads set clock_due_at = now() + make_interval(mins => $2) where id = $1", [id, left]);
    await db.run(
      "insert into public.lead_clock_events (clock_id, lead_id, event, happened_at) values ($1, $2, 'started', now())",
      [rows[0]?.id, id],
    );
    return id;
  };

  test("has both accounts' leads in one order by the clock, and counts agree everywhere", () =>
    lent(async (db, rep, account) => {
      const { "other active sales": other, admin } = given().world.people;
      const last = await addWaiting(db, account, rep, 12);
      const second = await addWaiting(db, null, null, 4);
      const first = await addWaiting(db, account, null, 2);
      await addWaiting(db, account, other, 1);
      const late = await addLead(db, account, rep, "-1 hour");
      await addLead(db, account, other, "-1 hour");
      const idle = await addLead(db, account, null);
      const day = await today(db, rep);
      expect(day.unanswered.rows.map(({ id }) => id)).toEqual([first, second, last]);
      expect(day.unanswered.rows.map(({ clock }) => clock?.target_seconds)).toEqual([1200, 300, 1200]);
      expect(day.overdue.rows.map(({ id, account_id }) => [id, account_id])).toEqual([[late, account]]);
      expect(day.no_next_step.rows.map(({ id }) => id)).toContain(idle);
      expect(day.accounts).toEqual([
        { id: account, ...BRIGHT, currency: "jpy", calendar: expect.objectContaining({ timeZone: "Asia/Tokyo" }) },
      ]);
      const counts = await pulse(db, rep);
      expect(counts).toMatchObject({ unanswered: day.unanswered.total, overdue: day.overdue.total });
      expect(counts.newest?.account ?? null).toEqual(counts.newest?.id === second ? null : { id: account, ...BRIGHT });
      const events = await news(db, rep);
      expect(new Map(events.map((item) => [item.lead_id, item.account]))).toEqual(
        new Map([first, second, last].map((id) => [id, id === second ? null : { id: account, ...BRIGHT }])),
      );
      // Colleagues who aren't lent and admins have the agency's leads only; in the account it is that account's alone.
      for (const who of [other, admin]) {
        const theirs = await today(db, who);
        expect(theirs.accounts).toEqual([]);
        expect(theirs.unanswered.rows.map(({ id }) => id)).toEqual([second]);
        expect((await pulse(db, who)).unanswered).toBe(1);
        expect((await news(db, who)).map(({ lead_id }) => lead_id)).toEqual([second]);
      }
      await named(db, BRIGHT.slug);
      const there = await today(db, rep);
      expect(there.accounts).toEqual([]);
      expect(there.unanswered.rows.map(({ id }) => id)).toEqual([first, last]);
      expect((await pulse(db, rep)).unanswered).toBe(2);
    }));

  test("ends the day of each lead by its account's time zone", () =>
    lent(async (db, rep, account) => {
      // The day ends at different times in Tokyo and in UTC. Right after the first of them, one lead is due tomorrow.
      const { rows } = await db.run<{ later: boolean; task: string }>(
        `select tokyo > utc as later, (least(tokyo, utc) + interval '1 minute' - now())::text as task
         from (select private.account_day_start($1, 1) as tokyo, private.account_day_start(private.agency_account(), 1) as utc) as ends`,
        [account],
      );
      const there = await addLead(db, account, rep, rows[0]?.task);
      const home = await addLead(db, null, rep, rows[0]?.task);
      expect((await today(db, rep)).due_today.rows.map(({ id }) => id)).toEqual([rows[0]?.later ? there : home]);
    }));

  test.each([
    ["the loan ends", "delete from public.account_loans where account_id = $1"],
    ["the account is archived", "update public.accounts set archived_at = now() where id = $1"],
  ])("when %s, its leads are gone at once, open pages hear of it, and an action says so", (_, end) =>
    lent(async (db, rep, account) => {
      const lead = await addWaiting(db, account, null, 2);
      await addLead(db, account, rep, "-1 hour");
      const tasks = await db.run<{ id: string }>("select id from public.lead_tasks where account_id = $1", [account]);
      expect(await pulse(db, rep)).toMatchObject({ unanswered: 1, overdue: 1 });
      const { change } = await pulse(db, rep);
      await db.run(end, [account]);
      expect(await today(db, rep)).toMatchObject({ accounts: [], unanswered: { total: 0 }, overdue: { total: 0 } });
      expect(await pulse(db, rep)).toMatchObject({ unanswered: 0, overdue: 0, newest: null });
      expect((await pulse(db, rep)).change).toBeGreaterThan(change);
      expect(await news(db, rep)).toEqual([]);
      await named(db, BRIGHT.slug);
      const refused = { code: "42501", message: "You no longer work in this account" };
      for (const [call, values] of [
        ["claim_lead($1)", [lead]],
        ["log_activity($1, $2, 'call', p_claim => true)", [randomUUID(), lead]],
        ["finish_task($1)", [tasks.rows[0]?.id]],
      ] as const)
        expect(await refusal(db, rep, `select public.${call}`, [...values])).toMatchObject(refused);
      expect((await db.run("select from public.leads where user_id is not null and id = $1", [lead])).count).toBe(0);
    }),
  );

  test("works on a lead in its own account only, and undo starts the clock again", () =>
    lent(async (db, rep, account) => {
      const lead = await addWaiting(db, account, null, 2);
      const log = "log_activity($1, $2, 'call', p_outcome => 'connected', p_claim => true)";
      const id = randomUUID();
      expect(await refusal(db, rep, `select public.${log}`, [id, lead])).toMatchObject({ code: "PT404" });
      expect(await refusal(db, rep, "select public.claim_lead($1)", [lead])).toMatchObject({ code: "PT404" });
      await named(db, BRIGHT.slug);
      expect(await ask(db, rep, log, [id, lead])).toMatchObject({ claimed: true, again: false });
      expect(await ask(db, rep, log, [id, lead])).toMatchObject({ again: true });
      await named(db, null);
      expect((await today(db, rep)).unanswered.total).toBe(0);
      expect(await refusal(db, rep, "select public.undo_log_activity($1)", [id])).toMatchObject({ code: "PT404" });
      await named(db, BRIGHT.slug);
      expect(await ask(db, rep, "undo_log_activity($1)", [id])).toEqual({ restored: 1, kept: 0 });
      await named(db, null);
      expect((await today(db, rep)).unanswered.rows.map((row) => row.id)).toEqual([lead]);
    }));

  test("an owner who is also lent has each of their own and unowned leads once", () =>
    lent(async (db, rep, account) => {
      await db.run("insert into public.account_members (account_id, user_id, role) values ($1, $2, 'owner')", [
        account,
        rep.id,
      ]);
      const own = await addWaiting(db, account, rep, 3);
      await addWaiting(db, account, given().world.people["other active sales"], 2);
      const day = await today(db, rep);
      expect(day.unanswered.rows.map(({ id }) => id)).toEqual([own]);
      expect(day.accounts).toHaveLength(1);
      expect((await pulse(db, rep)).unanswered).toBe(1);
      expect(await news(db, rep)).toHaveLength(1);
    }));
});
