import { expect, test } from "vitest";
import { databases } from "../../support/database.ts";

/**
 * Every new text column is about a person or not. Say which in supabase/schemas/platform/erasure-rules.sql: add it to
 * private.erasure_rules() if it is about a person, or to private.impersonal_columns() (one line) if it is not.
 */
test.each(databases())("Every text column has an erasure rule, on $name", async ({ open }) => {
  const db = await open();
  try {
    const { rows } = await db.run<{ column_name: string }>(
      "select column_name from private.column_treatments() where treatment is null order by 1",
    );
    expect(rows.map((row) => row.column_name)).toEqual([]);
  } finally {
    await db.close();
  }
});

test.each(databases())(
  "An unclassified table is detected, and rules name only existing columns, on $name",
  async ({ open }) => {
    const db = await open();
    try {
      await db.run("create table public.later (id uuid primary key, remark text, facts jsonb, number integer)");
      await db.run("alter table public.leads add column nickname text");
      const { rows } = await db.run<{ column_name: string }>(
        "select column_name from private.column_treatments() where treatment is null order by 1",
      );
      expect(rows.map((row) => row.column_name)).toEqual([
        "public.later.facts",
        "public.later.remark",
        "public.leads.nickname",
      ]);
      const unknown = await db.run(`
      select rule.table_name, item.key from private.erasure_rules() as rule cross join jsonb_object_keys(rule.sets) as item (key)
      where not exists (
        select from pg_attribute where attrelid = to_regclass(rule.table_name) and attname = item.key and not attisdropped
      )
      union all
      select entry.column_name, null from private.impersonal_columns() as entry
      where not exists (
        select from pg_class as held join pg_namespace as space on space.oid = held.relnamespace
        join pg_attribute as part on part.attrelid = held.oid and not part.attisdropped
        where space.nspname = split_part(entry.column_name, '.', 1) and held.relname = split_part(entry.column_name, '.', 2)
          and split_part(entry.column_name, '.', 3) in ('', part.attname::text)
      )`);
      expect(unknown.rows).toEqual([]);
    } finally {
      await db.close();
    }
  },
);
