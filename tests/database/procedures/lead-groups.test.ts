import { expect, test } from "vitest";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { asPerson, become, type PersonKind, rolledBack } from "../../support/database-persons.ts";
import type { TestDatabase } from "../../support/database-session.ts";

const groups = "select * from public.list_lead_groups($1, $2, $3, $4)";
const more = "select public.list_group_leads($1, $2, $3, $4, $5, $6) as lead";
type Group = {
  key: string;
  name: string;
  leads: string;
  whole: boolean;
  shown: { id: string; first_name: string }[];
  total_groups: string;
};

/** The expected counters, counted from the rows. */
const COUNTED = `
  select 'owner' as kind, coalesce(user_id::text, '') as key, count(*)::int as leads from public.leads
  where archived_at is null and not is_spam group by 2
  union all
  select 'company', coalesce(nullif(btrim(company), ''), 'No Company'), count(*)::int from public.leads
  where archived_at is null and not is_spam group by 2
  union all
  select 'open', coalesce(user_id::text, ''), count(*)::int from public.leads
  where archived_at is null and not is_spam and stage not in ('won', 'lost') group by 2 order by 1, 2`;
const KEPT = "select kind, key, leads::int from private.lead_counts where leads > 0 order by kind, key";
const addLeads = (db: TestDatabase) =>
  db.run(`insert into public.leads (first_name, last_name, email, company, created_at)
    select 'Zoe', 'Number ' || n, 'zoe' || n || '@big.example', case when n % 2 = 0 then 'Big & Co' else '  ' end, now() + n * interval '1 second'
    from generate_series(1, 40) as made (n)`);

onEveryDatabase("Lead counts", (given) => {
  test("follow every kind of lead change", async () => {
    const { db, world } = given();
    const { "active sales": sales, "other active sales": other } = world.people;
    await rolledBack(db, async () => {
      const agree = async () => expect((await db.run(KEPT)).rows).toEqual((await db.run(COUNTED)).rows);
      await agree();
      for (const [statement, parameters] of [
        [
          "insert into public.leads (first_name, company) values ('A', 'Big & Co'), ('B', ' Big & Co '), ('C', null)",
          [],
        ],
        ["update public.leads set user_id = $1 where user_id is null", [sales.id]],
        ["update public.leads set archived_at = now() where company like '%Big%'", []],
        ["update public.leads set archived_at = null", []],
        ["update public.leads set is_spam = true where first_name = 'C'", []],
        ["update public.leads set stage = 'won' where first_name = 'A'", []],
        ["update public.leads set stage = 'new' where first_name = 'A'", []],
        ["update public.leads set company = 'Other', user_id = $1 where first_name = 'A'", [other.id]],
        ["delete from public.leads where first_name = 'B'", []],
        // The account is deleted, and its leads become unowned.
        ["delete from auth.users where id = $1", [other.id]],
      ] as [string, unknown[]][]) {
        await db.run(statement, parameters);
        await agree();
      }
      await db.run("truncate public.leads cascade");
      await agree();
    });
  });
});

onEveryDatabase("Lead groups", (given) => {
  test("have a count and the newest five leads, largest group first; unowned leads are Unassigned, blank companies No Company", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      await addLeads(db);
      await become(db, world.people.admin);
      const byOwner = (await db.run<Group>(groups, ["owner", "", 10, 0])).rows;
      expect(byOwner[0]).toMatchObject({ key: "", name: "Unassigned", whole: true });
      expect(Number(byOwner[0]?.leads)).toBe(41);
      expect(byOwner[0]?.shown).toHaveLength(5);
      expect(byOwner[0]?.shown[0]).toMatchObject({ last_name: "Number 40", owner: "Unassigned", company: "Big & Co" });
      const byCompany = (await db.run<Group>(groups, ["company", "", 2, 0])).rows;
      expect(byCompany.map(({ name, leads }) => [name, Number(leads)])).toEqual([
        ["Big & Co", 20],
        ["No Company", 20],
      ]);
      expect(Number(byCompany[0]?.total_groups)).toBe(3);
      expect((await db.run<Group>(groups, ["company", "", 2, 2])).rows.map(({ name }) => name)).toEqual(["Acme"]);
    });
  });

  test("are found by word beginnings of their leads, and as a whole by their own name", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      await addLeads(db);
      await become(db, world.people.admin);
      const find = async (by: string, query: string) =>
        (await db.run<Group>(groups, [by, query, 10, 0])).rows.map(({ name, leads, whole }) => [
          name,
          Number(leads),
          whole,
        ]);
      expect(await find("owner", "ZO numb 4")).toEqual([["Unassigned", 2, false]]);
      expect(await find("owner", "big.example")).toEqual([["Unassigned", 40, false]]);
      expect(await find("owner", "unassi")).toEqual([["Unassigned", 41, true]]);
      expect(await find("company", "big &")).toEqual([
        ["Big & Co", 20, true],
        ["No Company", 20, false],
      ]);
      expect(await find("company", "nobody at all")).toEqual([]);
      for (const signs of ["'", "\\", ":*", "&", "!", "<->", "()", "%"]) await find("owner", signs);
    });
  });

  test("load page by page, without gaps and duplicates", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      await addLeads(db);
      await become(db, world.people.admin);
      const seen: string[] = [];
      let last: { id: string; created_at: string } | undefined;
      do {
        const page: { lead: { id: string; created_at: string } }[] = (
          await db.run<{ lead: { id: string; created_at: string } }>(more, [
            "owner",
            "",
            "zoe",
            last?.created_at ?? null,
            last?.id ?? null,
            15,
          ])
        ).rows;
        seen.push(...page.map(({ lead }) => lead.id));
        last = page.at(-1)?.lead;
      } while (last);
      expect([seen.length, new Set(seen).size]).toEqual([40, 40]);
    });
  });

  test("are refused for an unknown grouping", async () => {
    const { db, world } = given();
    for (const by of ["source", null])
      await expect(asPerson(db, world.people.admin, groups, [by, "", 1, 0])).rejects.toMatchObject({ code: "22023" });
  });

  test.each(["anon", "no role", "owner", "pending sales", "active sales", "inactive"] satisfies PersonKind[])(
    "are refused for %s",
    async (kind) => {
      const { db, world } = given();
      const person = world.people[kind];
      await expect(asPerson(db, person, groups, ["owner", "", 1, 0])).rejects.toMatchObject({ code: "42501" });
      await expect(asPerson(db, person, more, ["owner", "", "", null, null, 1])).rejects.toMatchObject({
        code: "42501",
      });
    },
  );
});
