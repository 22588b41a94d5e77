import fc from "fast-check";
import { expect, test } from "vitest";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { asPerson, rolledBack } from "../../support/database-persons.ts";

type Visit = {
  visitor: number;
  width: "phone" | "tablet" | "desktop";
  depth: number;
  bounced: boolean;
  speed: number | null;
  clicks: [number, number, number][];
};
type Sums = { by: string; key: string; visits: number; bounced: number; depths: number[]; speeds: number[] };

const visitors = Array.from({ length: 12 }, (_, at) => `192.0.2.${at}\nbrowser`);
const cell = fc.tuple(fc.nat(3), fc.nat(2), fc.nat(1));
const visit: fc.Arbitrary<Visit> = fc.record({
  // The last two were never counted as visitors.
  visitor: fc.nat(visitors.length - 1),
  width: fc.constantFrom("phone", "tablet", "desktop"),
  depth: fc.integer({ min: 1, max: 10 }),
  bounced: fc.boolean(),
  speed: fc.option(fc.nat(3)),
  clicks: fc.array(cell, { maxLength: 4 }),
});

onEveryDatabase("What visitors do on a page", (given) => {
  const today = "public.agency_today()";

  test("is summed, each counted visitor once, whatever is sent how often", async () => {
    const { db, world } = given();
    const page = world.ids["open page"];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(visit, { maxLength: 8 }), { maxLength: 4 }), async (batches) => {
        await rolledBack(db, async () => {
          await db.run("delete from public.landing_visits");
          await db.run("delete from public.landing_clicks");
          await db.run("select public.record_landing_views($1::text::jsonb)", [
            JSON.stringify([
              { page_id: page, version: 1, source: "direct", views: 10, visitors: visitors.slice(0, 10) },
            ]),
          ]);
          const told = new Map<number, Visit>();
          for (const batch of batches) {
            // Within one batch, any of a visitor's reports may count. So each visitor is in it once.
            const once = [...new Map(batch.map((each) => [each.visitor, each])).values()];
            for (const each of once) if (each.visitor < 10 && !told.has(each.visitor)) told.set(each.visitor, each);
            await db.run("select public.record_landing_visits($1::text::jsonb)", [
              JSON.stringify(
                once.map((each) => ({ ...each, page_id: page, version: 1, visitor: visitors[each.visitor] })),
              ),
            ]);
          }
          const all = [...told.values()];
          const sumOf = (by: string, key: string, visits: Visit[]): Sums => ({
            by,
            key,
            visits: visits.length,
            bounced: visits.filter(({ bounced }) => bounced).length,
            depths: Array.from({ length: 10 }, (_, at) => visits.filter(({ depth }) => depth > at).length),
            speeds: Array.from({ length: 4 }, (_, at) => visits.filter(({ speed }) => speed === at).length),
          });
          const widths = ["phone", "tablet", "desktop"].flatMap((width) => {
            const of = all.filter((each) => each.width === width);
            return of.length > 0 ? [sumOf("width", width, of)] : [];
          });
          const expected = all.length === 0 ? [] : [sumOf("total", "all", all), sumOf("version", "1", all), ...widths];
          const { rows } = await db.run<Sums>(
            `select by, key, visits::int, bounced::int, depths::int[], speeds::int[]
             from public.landing_visit_sums($1, ${today}, ${today})`,
            [page],
          );
          expect(rows).toEqual(expected);
          const clicks = await db.run<{ clicks: number }>(
            "select coalesce(sum(clicks), 0)::int as clicks from public.landing_clicks where page_id = $1",
            [page],
          );
          expect(clicks.rows[0]?.clicks).toBe(all.reduce((sum, each) => sum + each.clicks.length, 0));
        });
      }),
      { numRuns: 25 },
    );
  });

  test("has a funnel from visitors to won deals by source and version, in which a person counts once", async () => {
    const { db, world } = given();
    const page = world.ids["open page"];
    await rolledBack(db, async () => {
      await db.run("delete from public.landing_submissions");
      await db.run("delete from public.landing_views");
      await db.run(
        `insert into public.landing_views (page_id, day, version, source, views, visitors)
         values ($1, ${today}, 1, 'direct', 30, 20), ($1, ${today}, 2, 'instagram', 9, 8)`,
        [page],
      );
      const add = async (
        name: string,
        stage: string,
        source: string,
        version: number,
        created = "now()",
        forms = 1,
      ) => {
        const { rows } = await db.run<{ id: string }>(
          `insert into public.leads (first_name, email, stage, reached, value_cents, created_at)
           values ($1, $1 || '@example.com', $2, (select position from public.pipeline_stages where key = $2), 50000, ${created}) returning id`,
          [name, stage],
        );
        for (let at = 0; at < forms; at += 1)
          await db.run(
            "insert into public.landing_submissions (page_id, version, answers, source, lead_id) values ($1, $2, '{}', $3, $4)",
            [page, version, source, rows[0]?.id],
          );
      };
      await add("ann", "qualified", "direct", 1, "now()", 3);
      await add("bob", "call_booked", "direct", 1);
      await add("cem", "won", "instagram", 2);
      await add("dee", "new", "instagram", 2);
      await add("old", "won", "direct", 1, "now() - interval '90 days'");
      const { rows } = await db.run(
        `select by, key, visitors::int, people::int, qualified::int, booked::int, won::int, won_cents::int
         from public.landing_funnel($1, ${today}, ${today})`,
        [page],
      );
      const row = (by: string, key: string, figures: number[]) => {
        const [visitors, people, qualified, booked, won, won_cents] = figures;
        return { by, key, visitors, people, qualified, booked, won, won_cents };
      };
      expect(rows).toEqual([
        row("source", "direct", [20, 3, 2, 1, 0, 0]),
        row("source", "instagram", [8, 2, 1, 1, 1, 50000]),
        row("total", "all", [28, 5, 3, 2, 1, 50000]),
        row("version", "1", [20, 3, 2, 1, 0, 0]),
        row("version", "2", [8, 2, 1, 1, 1, 50000]),
      ]);
    });
  });

  test("is read under the caller's rights", async () => {
    const { db, world } = given();
    const page = world.ids["open page"];
    for (const [kind, visitors, visits] of [
      ["active sales", null, 0],
      ["owner", null, 0],
      ["admin", 2, 2],
    ] as const) {
      const seen = await asPerson(
        db,
        world.people[kind],
        `select (select visitors::int from public.landing_funnel('${page}', ${today}, ${today}) where by = 'total') as visitors,
           (select coalesce(sum(visits), 0)::int from public.landing_visit_sums('${page}', ${today}, ${today}) where by = 'total') as visits`,
      );
      expect([kind, seen.rows]).toEqual([kind, [{ visitors, visits }]]);
    }
  });
});
