import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { asPerson, become, becomeOwner, rolledBack } from "../../support/database-persons.ts";
import type { TestDatabase } from "../../support/database-session.ts";

onEveryDatabase("A landing page's figures", (given) => {
  const record = (db: TestDatabase, views: object[]) =>
    db.run("select public.record_landing_views($1::text::jsonb)", [JSON.stringify(views)]);
  const submit = (db: TestDatabase, form: object, spam = false) =>
    db.run<{ id: string }>("select public.submit_landing_form($1::text::jsonb, '192.0.2.1', $2) as id", [
      JSON.stringify({
        page_id: given().world.ids["open page"],
        version: 1,
        email: "Ann@example.com",
        answers: { email: "Ann@example.com" },
        ...form,
      }),
      spam,
    ]);
  const page = () => given().world.ids["open page"];

  test("count a visitor once a day, by their first source", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      await db.run("delete from public.landing_views");
      const seen = { page_id: page(), version: 1 };
      await record(db, [{ ...seen, source: "instagram", views: 3, visitors: ["1.1.1.1 Firefox", "2.2.2.2 Firefox"] }]);
      await record(db, [
        { ...seen, source: "instagram", views: 1, visitors: ["1.1.1.1 Firefox"] },
        { ...seen, source: "direct", views: 2, visitors: ["1.1.1.1 Firefox", "1.1.1.1 Safari"] },
        { page_id: randomUUID(), version: 1, source: "direct", views: 9, visitors: ["x"] },
      ]);
      const { rows } = await db.run(
        "select source, views::int, visitors::int from public.landing_views order by source",
      );
      expect(rows).toEqual([
        { source: "direct", views: 2, visitors: 1 },
        { source: "instagram", views: 4, visitors: 2 },
      ]);
      const kept = await db.run<{ visitor: string }>("select visitor from private.landing_visitors");
      expect(kept.rows).toHaveLength(3);
      for (const { visitor } of kept.rows) expect(visitor).toMatch(/^[0-9a-f]{64}$/);
      await db.run("update private.landing_visitors set day = day - 1");
      await record(db, []);
      expect((await db.run("select from private.landing_visitors")).count).toBe(0);
    });
  });

  test("limit the visitors per address and page, and the number of invented sources", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      await db.run("delete from public.landing_views");
      const seen = { page_id: page(), version: 1, source: "direct", views: 1 };
      const from = (address: string, count: number, start = 0) =>
        Array.from({ length: count }, (_, at) => `${address}\n${address} browser ${start + at}`);
      const figures = async () =>
        (await db.run("select sum(views)::int as views, sum(visitors)::int as visitors from public.landing_views"))
          .rows;
      await record(db, [{ ...seen, views: 500, visitors: from("1.1.1.1", 150) }]);
      await record(db, [{ ...seen, views: 500, visitors: from("1.1.1.1", 500, 100) }]);
      expect(await figures()).toEqual([{ views: 1_000, visitors: 200 }]);
      await record(db, [{ ...seen, visitors: from("2.2.2.2", 3) }]);
      expect(await figures()).toEqual([{ views: 1_001, visitors: 203 }]);
      const made = Array.from({ length: 600 }, (_, at) => ({ ...seen, source: `made ${at}`, visitors: [] }));
      await record(db, made);
      await record(db, made);
      expect((await db.run("select from public.landing_views")).count).toBe(501);
      // A source from before the flood keeps its name.
      await record(db, [{ ...seen, visitors: [] }]);
      expect((await db.run("select views::int from public.landing_views where source = 'direct'")).rows).toEqual([
        { views: 1_002 },
      ]);
      await db.run("update public.landing_views set visitors = 49999 where source = 'direct'");
      await record(db, [{ ...seen, visitors: from("3.3.3.3", 5) }]);
      const kept = await db.run("select visitors::int from public.landing_views where source = 'direct'");
      expect(kept.rows).toEqual([{ visitors: 50_000 }]);
    });
  });

  test("store a hundred visitors without reading the twenty thousand of the day", async () => {
    const { db } = given();
    const READ = `select coalesce(sum(seq_tup_read + idx_tup_fetch), 0)::integer as read from pg_stat_xact_user_tables
      where relid = 'private.landing_visitors'::regclass`;
    const read = async () => Number((await db.run<{ read: number }>(READ)).rows[0]?.read);
    await rolledBack(db, async () => {
      const views = (part: number) =>
        record(db, [
          {
            page_id: page(),
            version: 1,
            source: "direct",
            views: 100,
            visitors: Array.from({ length: 100 }, (_, at) => `10.0.${part}.${at}\nFirefox`),
          },
        ]);
      await views(1);
      await db.run(
        `insert into private.landing_visitors (day, page_id, visitor)
         select today.day, $1, encode(sha256(n::text::bytea), 'hex') from generate_series(1, 20000) as made (n)
         cross join (select max(known.day) as day from private.landing_visitors as known) as today`,
        [page()],
      );
      const before = await read();
      await views(2);
      // Each visitor, and the others of their address, are looked up.
      expect((await read()) - before).toBeLessThan(1_000);
    });
  });

  test("have days of the agency's zone, whatever day it is in UTC", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      await db.run("delete from public.landing_views");
      await db.run("delete from public.landing_submissions");
      await db.run("update public.agency_settings set time_zone = 'Pacific/Auckland'");
      const { id } = (await submit(db, { source: "instagram" })).rows[0] ?? {};
      await db.run("update public.landing_submissions set created_at = '2026-03-01 12:30Z' where id = $1", [id]);
      const far = ["Pacific/Kiritimati", "Pacific/Pago_Pago"];
      for (const zone of far) {
        await db.run("update public.agency_settings set time_zone = $1", [zone]);
        await record(db, [{ page_id: page(), version: 1, source: zone, views: 1, visitors: [zone] }]);
      }
      const { rows: seen } = await db.run<{ right: boolean }>(
        "select day = (now() at time zone source)::date as right from public.landing_views",
      );
      expect(seen).toEqual([{ right: true }, { right: true }]);
      await db.run("update public.agency_settings set time_zone = 'Pacific/Auckland'");
      await become(db, world.people.admin);
      const { rows } = await db.run(
        `select key, submissions::int from public.landing_page_stats($1, '2026-03-01', '2026-03-02') where by = 'day'`,
        [page()],
      );
      expect(rows).toEqual([
        { key: "2026-03-01", submissions: 0 },
        { key: "2026-03-02", submissions: 1 },
      ]);
    });
  });

  test("are shown in total and by day, source and version, including days without views", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      await db.run("delete from public.landing_views");
      await db.run("delete from public.landing_submissions");
      await record(db, [
        { page_id: page(), version: 2, source: "instagram", views: 6, visitors: ["a", "b", "c", "d"] },
        { page_id: page(), version: 1, source: "direct", views: 1, visitors: ["e"] },
      ]);
      await submit(db, { source: "instagram" });
      await submit(db, { source: "instagram", email: "spam@example.com" }, true);
      await become(db, world.people.admin);
      const { rows } = await db.run(
        `select by, key, views::int, visitors::int, submissions::int, conversion::float from public.landing_page_stats($1,
           public.agency_today() - 1, public.agency_today()) where by <> 'day'`,
        [page()],
      );
      expect(rows).toEqual([
        { by: "source", key: "instagram", views: 6, visitors: 4, submissions: 1, conversion: 0.25 },
        { by: "source", key: "direct", views: 1, visitors: 1, submissions: 0, conversion: 0 },
        { by: "total", key: "all", views: 7, visitors: 5, submissions: 1, conversion: 0.2 },
        { by: "version", key: "2", views: 6, visitors: 4, submissions: 0, conversion: 0 },
        { by: "version", key: "1", views: 1, visitors: 1, submissions: 1, conversion: 1 },
      ]);
      const days = await db.run(
        `select views::int, conversion from public.landing_page_stats($1, public.agency_today() - 1, public.agency_today()) where by = 'day'`,
        [page()],
      );
      expect(days.rows.map(({ views }) => views)).toEqual([0, 7]);
      const list = await db.run(
        "select title, status, views::int, visitors::int, submissions::int, domain, domain_state from public.list_landing_pages() where slug = 'open'",
      );
      expect(list.rows).toEqual([
        {
          title: "Open",
          status: "published",
          views: 7,
          visitors: 5,
          submissions: 1,
          domain: "open.example.com",
          domain_state: "live",
        },
      ]);
    });
  });

  test("have a total before the first visitor", async () => {
    const { db, world } = given();
    const { rows } = await asPerson(
      db,
      world.people.admin,
      "select by, views::int from public.landing_page_stats($1, '2020-01-01', '2020-01-01')",
      [page()],
    );
    expect(rows).toEqual([
      { by: "day", views: 0 },
      { by: "total", views: 0 },
    ]);
  });

  test("turn a submission into one lead with its page, version and answers, and two emails", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      const form = {
        submission_id: randomUUID(),
        first_name: "Ann",
        answers: { email: "Ann@example.com", budget: "<b>100</b>" },
        utm: { utm_campaign: "spring" },
        source: "instagram",
        version: 99,
      };
      const [first, second] = [await submit(db, form), await submit(db, form)];
      expect(second.rows).toEqual(first.rows);
      const { rows } = await db.run(
        `select sent.version, sent.source, lead.source as lead_source, lead.first_name, activity.payload
         from public.landing_submissions as sent join public.leads as lead on lead.id = sent.lead_id
         join public.lead_activities as activity on activity.lead_id = lead.id where sent.id = $1`,
        [first.rows[0]?.id],
      );
      expect(rows).toMatchObject([
        {
          version: 1,
          source: "instagram",
          lead_source: "landing_page",
          first_name: "Ann",
          payload: {
            form: "landing_page",
            version: 1,
            slug: "open",
            utm: { utm_campaign: "spring" },
            answers: { budget: "<b>100</b>" },
          },
        },
      ]);
      const mails = await db.run<{ name: string; to_lead: boolean }>(
        `select payload ->> 'template' as name, payload #>> '{data,leadId}' is not null as to_lead from private.outbox
         where payload ->> 'template' like 'landing-%' order by 1`,
      );
      expect(mails.rows).toEqual([
        { name: "landing-alert", to_lead: true },
        { name: "landing-confirmation", to_lead: false },
      ]);
      // A known person keeps their name.
      await submit(db, { email: "ann@EXAMPLE.com" });
      expect((await db.run("select from public.leads where lower(email) = 'ann@example.com'")).count).toBe(1);
    });
  });

  test("send no email for spam, and refuse a submission to a draft", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      await db.run("delete from private.outbox");
      await submit(db, { email: "bot@example.com" }, true);
      expect((await db.run("select from private.outbox where payload ->> 'template' like 'landing-%'")).count).toBe(0);
      expect((await db.run("select is_spam from public.leads where email = 'bot@example.com'")).rows).toEqual([
        { is_spam: true },
      ]);
      await becomeOwner(db);
      await expect(submit(db, { page_id: world.ids["hidden page"] })).rejects.toMatchObject({ code: "PT404" });
    });
  });
});
