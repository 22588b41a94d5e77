import { expect, test } from "vitest";
import { FILTER_FIELDS, OTHER_FIELDS } from "../../../app/features/crm/lib/filter-fields.ts";
import { refusal } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { become, becomeOwner, rolledBack } from "../../support/database-persons.ts";
import type { TestDatabase } from "../../support/database-session.ts";

const rule = (field: string, is: string, value?: unknown) => ({ field, is, ...(value !== undefined && { value }) });
const all = (...rules: object[]) => ({ op: "and", rules });
const any = (...rules: object[]) => ({ op: "or", rules });

onEveryDatabase("Lead filters", (given) => {
  /** The first names of the leads that match a filter. The caller is the active sales person. */
  const matching = async (db: TestDatabase, filter: unknown) => {
    const me = given().world.people["active sales"];
    await become(db, me);
    await becomeOwner(db);
    await db.run("select set_config('request.jwt.claim.sub', $1, true)", [me.id]);
    await db.run("select set_config('request.jwt.claims', $1, true)", [
      JSON.stringify({ sub: me.id, role: "authenticated" }),
    ]);
    const { rows } = await db.run<{ condition: string }>("select private.lead_filter_sql($1) as condition", [
      filter === null ? null : JSON.stringify(filter),
    ]);
    const { rows: found } = await db.run<{ first_name: string }>(
      `select lead.first_name from public.leads as lead
       where lead.website = 'filter.example' and ${rows[0]?.condition} order by lead.first_name`,
    );
    return found.map(({ first_name }) => first_name).join(" ");
  };
  const withLeads = (work: (find: (filter: unknown) => Promise<string>) => Promise<void>) => {
    const { db, world } = given();
    return rolledBack(db, async () => {
      await db.run(
        `insert into public.leads (first_name, last_name, email, company, phone, user_id, source, stage, tags, value_cents,
           created_at, next_task_at, clock_due_at, first_touch, website)
         values
         ('Ann', 'Müller', 'ann@kestrel.example', 'Kestrel Fitness', '503 555 0101', $1, 'referral', 'new', '{hot,vip}', 5000,
           now() - interval '1 day', now() + interval '1 day', now(), '{"utm_campaign": "Spring"}', 'filter.example'),
         ('Bob', 'O''Neil', 'bob@rue.example', 'Rue & Sons', null, $2, 'other', 'connected', '{cold}', 700000,
           now() - interval '10 days', null, null, null, 'filter.example'),
         ('Cat', null, null, null, null, null, 'website_form', 'won', '{}', null, now() - interval '100 days',
           now() - interval '1 day', null, null, 'filter.example')`,
        [world.people["active sales"].id, world.people["other active sales"].id],
      );
      await work((filter) => matching(db, filter));
    });
  };

  test("select the right leads, field by field", () =>
    withLeads(async (find) => {
      const cases: [object, string][] = [
        [rule("stage", "eq", "new"), "Ann"],
        [rule("stage", "in", ["new", "won"]), "Ann Cat"],
        [rule("stage", "not", ["new", "won"]), "Bob"],
        [rule("source", "eq", "referral"), "Ann"],
        [rule("owner", "eq", "me"), "Ann"],
        [rule("owner", "in", ["me", "none"]), "Ann Cat"],
        [rule("owner", "not", "none"), "Ann Bob"],
        [rule("owner", "not", "me"), "Bob Cat"],
        [rule("owner", "empty"), "Cat"],
        [rule("company", "contains", "estrel fit"), "Ann"],
        [rule("company", "contains", "& S"), "Bob"],
        [rule("company", "contains", "%"), ""],
        [rule("company", "eq", "rue & sons"), "Bob"],
        [rule("company", "not", "Rue & Sons"), "Ann Cat"],
        [rule("company", "empty"), "Cat"],
        [rule("last_name", "eq", "o'neil"), "Bob"],
        [rule("last_name", "contains", "MüLL"), "Ann"],
        [rule("last_name", "contains", ["mull"]), "Ann"],
        [rule("last_name", "contains", "o’N"), "Bob"],
        [rule("name", "contains", "n m"), "Ann"],
        [rule("email", "contains", "b@r"), "Bob"],
        [rule("email", "filled"), "Ann Bob"],
        [rule("phone", "contains", "555"), "Ann"],
        [rule("tags", "contains", "vip"), "Ann"],
        [rule("tags", "in", ["vip", "cold"]), "Ann Bob"],
        [rule("tags", "not", "vip"), "Bob Cat"],
        [rule("tags", "empty"), "Cat"],
        [rule("value", "over", 5000), "Bob"],
        [rule("value", "under", 5001), "Ann"],
        [rule("value", "eq", 5000), "Ann"],
        [rule("value", "not", 5000), "Bob Cat"],
        [rule("value", "empty"), "Cat"],
        [rule("arrived", "within_days", 14), "Ann Bob"],
        [rule("arrived", "before", "-14d"), "Cat"],
        [rule("arrived", "after", "2000-01-01"), "Ann Bob Cat"],
        [rule("next_task_at", "within_days", 2), "Ann"],
        [rule("next_task_at", "before", "now"), "Cat"],
        [rule("next_task_at", "empty"), "Bob"],
        [rule("unanswered", "eq", true), "Ann"],
        [rule("unanswered", "not", true), "Bob Cat"],
        [rule("utm_campaign", "eq", "spring"), "Ann"],
        [rule("q", "eq", "ann kes"), "Ann"],
        [rule("q", "eq", "5550101"), "Ann"],
        [rule("q", "eq", "Kestril"), "Ann"],
        [rule("archived", "eq", false), "Ann Bob Cat"],
      ];
      for (const [one, expected] of cases) expect(await find(all(one)), JSON.stringify(one)).toBe(expected);
    }));

  test("use the hour of arrival in the agency's time zone, in winter and summer", () =>
    withLeads(async (find) => {
      await given().db.run("update public.agency_settings set time_zone = 'America/New_York'");
      await given().db.run(
        `update public.leads set created_at = case first_name when 'Ann' then '2026-01-05T05:30:00Z'::timestamptz
           when 'Bob' then '2026-07-05T04:30:00Z' else '2026-01-05T04:30:00Z' end where website = 'filter.example'`,
      );
      expect(await find(all(rule("arrived_hour", "eq", 0)))).toBe("Ann Bob");
      expect(await find(all(rule("arrived_hour", "eq", 23)))).toBe("Cat");
      expect(await find(all(rule("arrived_hour", "eq", 5)))).toBe("");
    }));

  test("combine in groups", () =>
    withLeads(async (find) => {
      expect(await find(null)).toBe("Ann Bob Cat");
      expect(await find({})).toBe("Ann Bob Cat");
      expect(await find(all())).toBe("Ann Bob Cat");
      expect(await find(any(rule("stage", "eq", "new"), rule("value", "over", 6000)))).toBe("Ann Bob");
      const inner = any(rule("stage", "eq", "won"), all(rule("stage", "eq", "new"), rule("tags", "contains", "hot")));
      expect(await find(all(inner, rule("owner", "filled")))).toBe("Ann");
    }));

  test("refuse unknown input, and never let text become SQL", async () => {
    const { db, world } = given();
    const hostile: unknown[] = [
      [],
      "x",
      1,
      { op: "xor", rules: [] },
      { op: "and" },
      { op: "and", rules: {} },
      { op: "and", rules: ["x"] },
      all({}),
      all(rule("id", "eq", "x")),
      all(rule("lead.id) or (true", "eq", "x")),
      all(rule("stage", "eq); drop table leads; --", "new")),
      all(rule("stage", "eq", "nowhere")),
      all(rule("stage", "eq", { a: 1 })),
      all(rule("stage", "in", [])),
      all(rule("stage", "in", [["new"]])),
      all(rule("stage", "contains", "n")),
      all(rule("source", "eq", "x' or '1'='1")),
      all(rule("owner", "eq", "everybody")),
      all(rule("owner", "eq", "'; select 1 --")),
      all(rule("value", "over", "1; select pg_sleep(1)")),
      all(rule("value", "over", 1.5)),
      all(rule("value", "over")),
      all(rule("value", "over", null)),
      all(rule("arrived", "before", "yesterday")),
      all(rule("arrived", "before", "2026-13-45")),
      all(rule("arrived", "within_days", "1 day'")),
      all(rule("arrived", "within_days", -5)),
      all(rule("unanswered", "eq", "maybe")),
      all(rule("unanswered", "empty")),
      all(rule("q", "in", ["a"])),
      all(rule("company", "contains", ["a", "b"])),
      all(rule("company", "eq", "x".repeat(501))),
      all(...Array.from({ length: 51 }, () => rule("stage", "eq", "new"))),
      all(all(all(all(rule("stage", "eq", "new"))))),
    ];
    await rolledBack(db, async () => {
      await db.run("grant usage on schema private to authenticated");
      await db.run("grant execute on function private.lead_scope_sql(text, jsonb) to authenticated");
      for (const filter of hostile) {
        const { code } = await refusal(db, world.people["active sales"], "select private.lead_scope_sql('all', $1)", [
          JSON.stringify(filter),
        ]);
        expect(code, JSON.stringify(filter).slice(0, 100)).toBe("22023");
      }
    });
  });

  test("treat quotes, backslashes and pattern characters as text", () =>
    withLeads(async (find) => {
      for (const text of ["'", "\\", "' or true --", "%_%", "$$", "\u0001", "a'':* | b", "💥", "(((", "&|!:*<->"])
        for (const one of [
          rule("company", "contains", text),
          rule("company", "eq", text),
          rule("tags", "contains", text),
          rule("q", "eq", text),
          rule("goals", "contains", text),
        ])
          expect(["", "Ann Bob Cat"], JSON.stringify(one)).toContain(await find(all(one)));
    }));

  test("have a label in the interface for every field", async () => {
    const { rows } = await given().db.run<{ field: string }>(
      "select field from private.filter_fields() order by field",
    );
    const named = [...FILTER_FIELDS, ...OTHER_FIELDS].map(({ field }) => field);
    expect(named.toSorted()).toEqual(rows.map(({ field }) => field).toSorted());
  });
});
