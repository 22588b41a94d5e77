import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { applySchemas, readSchemas } from "../../../scripts/apply-schemas.ts";
import { type DatabaseConnection, openConnection } from "../../../server/database/connect.ts";
import { prepareDatabase } from "../../../server/database/migrate.ts";
import { openMigrated } from "../../support/database-snapshot.ts";
import { readCatalog } from "../../support/schema-catalog.ts";

/** One change of each kind, so that every kind of difference is detected. */
const CHANGES = [
  "alter table public.leads add column shoe_size integer",
  "alter table public.leads alter column version set default 2",
  "alter table public.leads drop constraint leads_moments",
  "alter table public.leads alter column email set not null",
  "drop index public.leads_tags_idx",
  'create policy "Everybody reads everything" on public.leads for select to anon using (true)',
  "alter table public.leads disable row level security",
  "grant select on public.leads to anon",
  "grant update (company) on public.profiles to anon",
  "grant execute on function public.schema_version() to anon",
  "create or replace function public.schema_version() returns text language sql stable security definer set search_path = '' as $$ select '1' $$",
  "alter function public.schema_version() security invoker",
  "comment on table public.leads is 'Something else'",
  "comment on column public.leads.email is 'Something else'",
  "comment on function public.schema_version() is 'Something else'",
  "alter table public.leads disable trigger all",
  "alter type public.app_role add value 'visitor'",
  "alter default privileges in schema public grant select on tables to anon",
  "update private.scheduled_jobs set run_every = '1 day' where name = 'purge rate limits'",
];

/** The name of the object that a statement defines, if any. */
function definedBy(text: string): string | undefined {
  const plain = text.replace(/\s+/g, " ").toLowerCase();
  const named =
    /^create (?:or replace )?(?:function|procedure) ([\w.]+ ?\([^)]*\))/.exec(plain) ??
    /^create (?:unlogged )?(?:table|type|schema(?: if not exists)?) ([\w.]+)/.exec(plain) ??
    /^create (?:unique )?index (?:if not exists )?(\w+)/.exec(plain) ??
    /^create (?:constraint )?trigger (\w+ .*? on [\w.]+)/.exec(plain) ??
    /^create policy ("[^"]+" on [\w.]+)/.exec(plain) ??
    /^comment on (.*?) is /.exec(plain);
  return named ? `${plain.split(" ", 1)[0]} ${named[1]}` : undefined;
}

describe("The files of supabase/schemas", () => {
  let fromSchemas: DatabaseConnection;
  let expected: string[];
  /** The catalog after the changes so far. To read it takes a third of a second. */
  let last: string[];
  beforeAll(async () => {
    fromSchemas = await openConnection({ memory: true });
    await prepareDatabase(fromSchemas);
    await applySchemas(fromSchemas);
    const migrated = await openMigrated();
    expected = await readCatalog(migrated);
    await migrated.close();
    last = await readCatalog(fromSchemas);
  });
  afterAll(() => fromSchemas.close());

  test("describe the database that the migrations create", () => {
    expect(last.filter((line) => !expected.includes(line))).toEqual([]);
    expect(expected.filter((line) => !last.includes(line))).toEqual([]);
    expect(last.length).toBeGreaterThan(2_000);
  });

  test("define every object once", () => {
    const defined = readSchemas().flatMap(({ text }) => definedBy(text) ?? []);
    expect(defined.filter((name, at) => defined.indexOf(name) !== at)).toEqual([]);
    expect(defined.length).toBeGreaterThan(1_500);
  });

  test("define objects, not changes", () => {
    const changes = readSchemas().filter(({ text }) =>
      /^(drop|update|delete|alter policy|create or replace|alter table (?!.* enable row level))/i.test(text),
    );
    expect(changes.map(({ file, text }) => `${file}: ${text.slice(0, 80)}`)).toEqual([]);
  });

  test.each(CHANGES)("differ from a database after: %s", async (change) => {
    const before = last;
    await fromSchemas.driver.query(change);
    last = await readCatalog(fromSchemas);
    expect(last).not.toEqual(before);
  });
});
