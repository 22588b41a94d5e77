import fc from "fast-check";
import { expect, test } from "vitest";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { asPerson, become, becomeOwner, type Person, rolledBack } from "../../support/database-persons.ts";
import type { TestDatabase } from "../../support/database-session.ts";
import { ALWAYS, logActivity, setHours, startClock } from "../../support/lead-clocks.ts";

type Row = {
  key: string;
  label: string;
  leads: number;
  answered: number;
  median_seconds: number | null;
  p90_seconds: number | null;
  within: number | null;
  target_seconds: number;
};

const STATS = `select key, label, leads::int, answered::int, median_seconds, p90_seconds, "within"::int, target_seconds
  from public.response_stats($1, $2, $3)`;

onEveryDatabase("Response times", (given) => {
  const stats = async (
    db: TestDatabase,
    who: Person,
    by: string,
    from: string | null = null,
    to: string | null = null,
  ) => {
    await become(db, who);
    const { rows } = await db.run<Row>(STATS, [from, to, by]);
    await becomeOwner(db);
    return rows;
  };
  const newLead = async (db: TestDatabase, owner: string | null, source = "website_form") =>
    (
      await db.run<{ id: string }>(
        "insert into public.leads (user_id, source) values ($1, $2::public.lead_source) returning id",
        [owner, source],
      )
    ).rows[0]?.id ?? "";
  const answered = async (db: TestDatabase, who: Person, seconds: number) => {
    const lead = await newLead(db, who.id);
    await startClock(db, lead, 2000);
    await logActivity(db, who, lead, "call", 2000 - seconds);
  };

  test("of today use the agency's day, the same on every screen", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      // A distant zone where the day did not just start (at 10:00 in London's winter), so that a lead from half an hour
      // ago arrived today.
      const zone = new Date().getUTCHours() === 10 ? "Asia/Tokyo" : "Pacific/Kiritimati";
      await db.run("update public.agency_settings set time_zone = $1", [zone]);
      await answered(db, world.people["active sales"], 60);
      await become(db, world.people["active sales"]);
      const { rows } = await db.run<{ board: object; today: object }>(
        `select to_jsonb(stats) - '{key,label,leads,target_seconds,booked}'::text[] as board, public.crm_today() -> 'response' as today
         from public.response_stats_today() as stats`,
      );
      await becomeOwner(db);
      expect(rows[0]?.board).toEqual(rows[0]?.today);
      expect(rows[0]?.board).toMatchObject({ answered: 1 });
    });
  });

  test("have one median and 90th percentile on the board, Today and Analytics", async () => {
    const { db, world } = given();
    const sales = world.people["active sales"];
    const responses = fc.array(fc.integer({ min: 1, max: 1900 }), { minLength: 1, maxLength: 8 });
    const isSame = fc.asyncProperty(responses, (each) =>
      rolledBack(db, async () => {
        const zone = new Date().getUTCHours() === 10 ? "Asia/Tokyo" : "Pacific/Kiritimati";
        await setHours(db, ALWAYS, zone);
        for (const seconds of each) await answered(db, sales, seconds);
        await become(db, sales);
        const { rows } = await db.run<Record<"board" | "rep" | "today" | "analytics", object>>(
          `with day as (select (now() at time zone $1)::date as today)
           select (select jsonb_build_array(median_seconds, p90_seconds) from public.response_stats_today()) as board,
             (select jsonb_build_array(median_seconds, p90_seconds) from public.response_stats(p_by => 'rep') where key = $2) as rep,
             (select jsonb_build_array(answer -> 'median_seconds', answer -> 'p90_seconds') from (select public.crm_today() -> 'response') as shown (answer)) as today,
             (select jsonb_build_array(answer -> 'all' -> 'median', answer -> 'all' -> 'p90') from public.crm_responses(day.today, day.today) as answer) as analytics
           from day`,
          [zone, sales.id],
        );
        await becomeOwner(db);
        const [shown] = rows;
        expect([shown?.rep, shown?.today, shown?.analytics]).toEqual([shown?.board, shown?.board, shown?.board]);
      }),
    );
    await fc.assert(isSame, { numRuns: 6, examples: [[[100, 201]], [[100, 200, 300, 1001]]] });
  });

  test("are null without data, never zero", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      const none = {
        leads: 0,
        answered: 0,
        median_seconds: null,
        p90_seconds: null,
        within: null,
        target_seconds: 300,
      };
      expect(await stats(db, world.people.admin, "all")).toEqual([{ key: "all", label: "Everyone", ...none }]);
      const reps = await stats(db, world.people.admin, "rep");
      expect(reps.map(({ key }) => key).sort()).toEqual(
        [world.people["active sales"].id, world.people["other active sales"].id].sort(),
      );
      expect(reps).toMatchObject([none, none]);
      expect(await stats(db, world.people.admin, "hour")).toHaveLength(24);
      expect((await stats(db, world.people.admin, "source")).map(({ key }) => key)).toEqual([
        "website_form",
        "referral",
        "social_media",
        "landing_page",
        "other",
      ]);
    });
  });

  test("are medians and 90th percentiles of answered leads; waiting leads count, dropped ones do not", async () => {
    const { db, world } = given();
    const { "active sales": sales, "other active sales": other } = world.people;
    await rolledBack(db, async () => {
      await setHours(db, ALWAYS);
      for (const seconds of [100, 200, 300, 400, 1000]) await answered(db, sales, seconds);
      await startClock(db, await newLead(db, other.id), 60);
      await startClock(db, await newLead(db, null, "landing_page"), 60);
      const dropped = await newLead(db, null);
      await startClock(db, dropped, 60);
      await db.run("update public.leads set is_spam = true where id = $1", [dropped]);
      // For the whole team: a rep sees everyone's figures.
      expect(await stats(db, other, "all")).toMatchObject([
        { leads: 7, answered: 5, median_seconds: 300, p90_seconds: 760, within: 3 },
      ]);
      const byKey = new Map((await stats(db, other, "rep")).map((row) => [row.key, row]));
      expect(byKey.get(sales.id ?? "")).toMatchObject({ leads: 5, answered: 5, median_seconds: 300, within: 3 });
      expect(byKey.get(other.id ?? "")).toMatchObject({ leads: 1, answered: 0, median_seconds: null, within: 0 });
      expect(byKey.get("")).toMatchObject({ label: "Unassigned", leads: 1 });
      expect((await stats(db, other, "source")).map(({ leads }) => leads)).toEqual([6, 0, 0, 1, 0]);
      expect(await stats(db, other, "all", new Date(Date.now() - 600_000).toISOString())).toMatchObject([{ leads: 2 }]);
      expect(await stats(db, other, "all", null, new Date(Date.now() - 600_000).toISOString())).toMatchObject([
        { leads: 5 },
      ]);
    });
  });

  test("use the hour of arrival in the agency's time zone", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      await setHours(db, ALWAYS, "Asia/Kathmandu");
      await db.run("select private.start_lead_clock($1, '2026-01-09T20:20:00Z', 'other')", [await newLead(db, null)]);
      const hours = await stats(db, world.people["active sales"], "hour");
      expect(hours.filter(({ leads }) => leads > 0)).toMatchObject([{ key: "2", label: "02:00", leads: 1 }]);
    });
  });

  test("of today are only for the team", async () => {
    const { db, world } = given();
    const TODAY = "select * from public.response_stats_today()";
    for (const kind of ["anon", "no role", "owner", "other client", "pending sales", "inactive"] as const)
      await expect(asPerson(db, world.people[kind], TODAY), kind).rejects.toMatchObject({ code: "42501" });
    for (const kind of ["active sales", "other active sales", "admin"] as const)
      expect((await asPerson(db, world.people[kind], TODAY)).rows, kind).toMatchObject([{ key: "all" }]);
  });

  test("are only for the team, and can be grouped in four ways", async () => {
    const { db, world } = given();
    for (const kind of ["anon", "owner", "pending sales", "inactive"] as const)
      await expect(asPerson(db, world.people[kind], STATS, [null, null, "all"])).rejects.toMatchObject({
        code: "42501",
      });
    await expect(asPerson(db, world.people.admin, STATS, [null, null, "weather"])).rejects.toMatchObject({
      code: "22023",
    });
  });
});
