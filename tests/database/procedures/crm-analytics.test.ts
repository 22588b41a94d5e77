import { expect, test } from "vitest";
import { refusalCode, runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { type Person, rolledBack } from "../../support/database-persons.ts";
import type { TestDatabase } from "../../support/database-session.ts";

type Row = Record<string, unknown>;
const ask = async (
  db: TestDatabase,
  who: Person,
  name: string,
  from: string,
  to: string,
  owner: string | null = null,
  source: string | null = null,
  scope = "team",
) =>
  (
    await runAs<{ answer: Row }>(db, who, `select public.${name}($1, $2, $3, $4, $5) as answer`, [
      from,
      to,
      scope,
      owner,
      source,
    ])
  ).answer;

/** Midnight in New York is 05:00 UTC in winter and 04:00 UTC in summer. */
async function addLeads(db: TestDatabase, sales: Person, other: Person): Promise<void> {
  await db.run("delete from public.leads");
  await db.run("update public.agency_settings set time_zone = 'America/New_York', speed_to_lead_minutes = 5");
  await db.run(
    `insert into public.leads (user_id, email, source, stage, created_at, closed_at, value_cents, lost_reason_id, first_touch, archived_at)
     select lead.owner::uuid, lead.email, lead.source::public.lead_source, lead.stage, lead.at::timestamptz, lead.closed::timestamptz, lead.value,
       case when lead.stage = 'lost' then (select id from public.lost_reasons where label = 'No budget' and account_id = private.agency_account()) end, lead.touch::jsonb, lead.archived::timestamptz
     from (values
       ($1, 'a@x.example', 'referral', 'won', '2026-03-02T04:59:00Z', '2026-03-20T12:00:00Z', 1000, '{"utm_campaign": "spring"}', null),
       ($1, 'b@x.example', 'referral', 'won', '2026-03-02T05:00:00Z', '2026-03-20T12:00:00Z', 2000, null, null),
       ($2, 'c@x.example', 'website_form', 'lost', '2026-03-09T04:00:00Z', '2026-03-21T12:00:00Z', 4000, null, null),
       ($2, 'd@x.example', 'website_form', 'proposal', '2026-03-09T03:59:00Z', null, 8000, null, null),
       (null, 'e@x.example', 'other', 'new', '2026-03-15T12:00:00Z', null, null, null, null),
       (null, 'f@x.example', 'other', 'new', '2026-03-15T12:00:00Z', null, null, null, '2026-03-16T12:00:00Z'),
       (null, 'g@x.example', 'other', 'new', '2026-02-15T12:00:00Z', null, null, null, null)
     ) as lead (owner, email, source, stage, at, closed, value, touch, archived)`,
    [sales.id, other.id],
  );
}

onEveryDatabase("Analytics", (given) => {
  test("start weeks on Monday in the agency's time zone, across a daylight saving change", async () => {
    const { db, world } = given();
    const { "active sales": sales, "other active sales": other } = world.people;
    await rolledBack(db, async () => {
      await addLeads(db, sales, other);
      const answer = await ask(db, sales, "crm_analytics", "2026-03-02", "2026-03-22");
      expect(answer).toMatchObject({ new: 4, new_before: 2, weeks: ["2026-03-02", "2026-03-09", "2026-03-16"] });
      expect(answer.sources).toEqual([
        { week: "2026-03-02", source: "website_form", leads: 1 },
        { week: "2026-03-02", source: "referral", leads: 1 },
        { week: "2026-03-09", source: "website_form", leads: 1 },
        { week: "2026-03-09", source: "other", leads: 1 },
      ]);
      const cohorts = answer.cohorts as { week: string; stages: Record<string, Row> }[];
      expect(cohorts[0]?.stages).toMatchObject({
        new: { reached: 2, moving: 0 },
        proposal: { reached: 2, moving: 0 },
        won: { reached: 1, moving: 1 },
      });
      expect(cohorts[1]?.stages).toMatchObject({
        new: { reached: 2 },
        connected: { reached: 0, moving: 1 },
        won: { reached: 0 },
      });
      expect((await ask(db, sales, "crm_analytics", "2026-03-02", "2026-03-22", "none")).new).toBe(1);
      expect((await ask(db, sales, "crm_analytics", "2026-03-02", "2026-03-22", null, "referral")).new).toBe(1);
      expect((await ask(db, sales, "crm_analytics", "2026-03-01", "2026-03-22")).campaigns).toEqual([
        { name: "spring", leads: 1, won: 1, closed: 1 },
      ]);
    });
  });

  test("show reps the team's counts without money, and counts and money of their own and unowned leads", async () => {
    const { db, world } = given();
    const { "active sales": sales, "other active sales": other, admin } = world.people;
    await rolledBack(db, async () => {
      await addLeads(db, sales, other);
      const march = ["2026-03-01", "2026-03-31"] as const;
      const stage = (answer: Row, key: string) => (answer.open as Row[]).find((one) => one.stage === key);
      const all = await ask(db, admin, "crm_outcomes", ...march);
      expect(all).toMatchObject({
        has_money: true,
        won: 2,
        lost: 1,
        won_before: 0,
        won_cents: 3000,
        lost_reasons: [{ label: "No budget", leads: 1 }],
      });
      // A lead that was lost earlier says nothing about proposals.
      expect(stage(all, "proposal")).toMatchObject({
        leads: 1,
        value_cents: 8000,
        won: 2,
        closed: 2,
        forecast_cents: 8000,
      });
      expect((await ask(db, admin, "crm_outcomes", "2026-05-01", "2026-05-31")).won_cents).toBeNull();

      for (const owner of [null, sales.id, other.id, "me", "none"]) {
        const team = await ask(db, other, "crm_outcomes", ...march, owner);
        expect(team).toMatchObject({ has_money: false, won_cents: null, won_cents_before: null });
        for (const one of team.open as Row[])
          expect(one).toMatchObject({ valued: null, value_cents: null, stalled_cents: null, forecast_cents: null });
      }
      expect(await ask(db, other, "crm_outcomes", ...march)).toMatchObject({ won: 2, lost: 1 });

      const mine = await ask(db, sales, "crm_outcomes", ...march, null, null, "mine");
      expect(mine).toMatchObject({ has_money: true, won: 2, lost: 0, won_cents: 3000 });
      expect(stage(mine, "proposal")).toMatchObject({ leads: 0, value_cents: 0 });
      expect(stage(mine, "new")).toMatchObject({ leads: 2 });
      const theirs = await ask(db, other, "crm_outcomes", ...march, null, null, "mine");
      expect(theirs).toMatchObject({ won: 0, lost: 1, won_cents: null });
      // The history covers the same leads: none of theirs was won.
      expect(stage(theirs, "proposal")).toMatchObject({ leads: 1, value_cents: 8000, won: 0, closed: 0 });
      expect(stage(theirs, "proposal")?.forecast_cents).toBeNull();
    });
  });

  test("count the caller's and unowned leads as Mine, or one of the two by owner, never a colleague's", async () => {
    const { db, world } = given();
    const { "active sales": sales, "other active sales": other } = world.people;
    await rolledBack(db, async () => {
      await addLeads(db, sales, other);
      const count = async (owner: string | null) =>
        (await ask(db, other, "crm_analytics", "2026-02-01", "2026-03-31", owner, null, "mine")).new;
      expect(await count(null)).toBe(4);
      expect(await count("me")).toBe(2);
      expect(await count(other.id)).toBe(2);
      expect(await count("none")).toBe(2);
      expect(await count(sales.id)).toBe(0);
      const reps = async (owner: string | null, scope: string) =>
        (await ask(db, other, "crm_responses", "2026-02-01", "2026-03-31", owner, null, scope)).reps as Row[];
      expect((await reps(null, "mine")).map(({ id }) => id)).toEqual([other.id]);
      expect((await reps(sales.id, "mine")).map(({ id }) => id)).toEqual([]);
      expect((await reps(sales.id, "team")).map(({ id }) => id)).toEqual([sales.id]);
      expect((await reps(null, "team")).map(({ id }) => id)).toEqual(expect.arrayContaining([sales.id, other.id]));
    });
  });

  test("show response times to the whole team, and no data as no value, not zero", async () => {
    const { db, world } = given();
    const { "active sales": sales, "other active sales": other } = world.people;
    await rolledBack(db, async () => {
      await addLeads(db, sales, other);
      expect(await ask(db, sales, "crm_responses", "2026-03-01", "2026-03-31")).toMatchObject({
        all: { leads: 0, median: null, p90: null },
        median_before: null,
        answered_before: 0,
      });
      await db.run(
        `insert into public.lead_clocks (lead_id, arrived_at, target_seconds, state, answered_at, answered_by, response_seconds, source, owner_id)
         select lead.id, lead.created_at, 300, 'answered', lead.created_at, $1, case lead.email when 'a@x.example' then 30 when 'b@x.example' then 300 else 2000 end, lead.source, lead.user_id
         from public.leads as lead where lead.email < 'd'`,
        [sales.id],
      );
      await db.run(
        "insert into public.lead_clocks (lead_id, arrived_at, target_seconds, source, owner_id) select id, created_at, 300, source, user_id from public.leads where email = 'd@x.example'",
      );
      await db.run("update public.lead_clocks set due_at = arrived_at where state = 'running'");
      await db.run("select private.sync_lead_clock(id) from public.leads");
      const answer = await ask(db, other, "crm_responses", "2026-03-01", "2026-03-31");
      expect(answer).toMatchObject({
        target_seconds: 300,
        all: { leads: 4, answered: 3, within: 2, median: 300, p90: 1660 },
      });
      expect(answer.histogram).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1]);
      const reps = answer.reps as Row[];
      expect(reps.find(({ id }) => id === sales.id)).toMatchObject({ answered: 3, within: 2 });
      expect(reps.find(({ id }) => id === other.id)).toMatchObject({ leads: 1, answered: 0, median: null });
      expect((answer.hours as Row[]).map(({ hour }) => hour)).toEqual([0, 23]);
      const sources = answer.sources as { leads: number; answered: number; within: number }[];
      const sum = (key: "leads" | "answered" | "within") => sources.reduce((total, one) => total + one[key], 0);
      expect([sum("leads"), sum("answered"), sum("within")]).toEqual([4, 3, 2]);
    });
  });

  test("are only for the team, and explain an invalid period, scope or owner", async () => {
    const { db, world } = given();
    const { "active sales": sales, "pending sales": pending, inactive, owner } = world.people;
    await rolledBack(db, async () => {
      for (const name of ["crm_analytics", "crm_outcomes", "crm_responses"]) {
        const call = `select public.${name}($1, $2)`;
        for (const who of [pending, inactive, owner])
          expect(await refusalCode(db, who, call, ["2026-01-01", "2026-01-02"])).toBe("42501");
        expect(await refusalCode(db, sales, call, ["2026-01-02", "2026-01-01"])).toBe("22023");
        expect(await refusalCode(db, sales, call, ["2016-01-02", "2026-01-01"])).toBe("22023");
        for (const [scope, owner] of [
          ["everybody", null],
          [null, null],
          ["team", "x' or true"],
        ])
          expect(
            await refusalCode(db, sales, `select public.${name}($1, $2, $3, $4)`, [
              "2026-01-01",
              "2026-01-02",
              scope,
              owner,
            ]),
          ).toBe("22023");
      }
    });
  });
});
