import { expect, test } from "vitest";
import { fill, onEveryDatabase } from "../../support/database-matrix.ts";
import { asPerson, KINDS, type PersonKind } from "../../support/database-persons.ts";

/** Every landing page procedure of the API, as an admin may call it. */
const ADMINS = {
  create_landing_page: "select public.create_landing_page(gen_random_uuid(), 'mine', '{\"title\": \"Mine\"}')",
  save_landing_draft: 'select public.save_landing_draft({hidden page}, 1, \'{"title": "Mine"}\')',
  save_landing_brand: 'select public.save_landing_brand(0, \'{"corner": "round"}\')',
  landing_brand: "select public.landing_brand()",
  publish_landing_page: "select public.publish_landing_page({hidden page}, 1)",
  unpublish_landing_page: "select public.unpublish_landing_page({open page})",
  roll_back_landing_page: "select public.roll_back_landing_page({open page}, 1)",
  duplicate_landing_page: "select public.duplicate_landing_page({hidden page}, gen_random_uuid())",
  delete_landing_page: "select public.delete_landing_page({hidden page})",
  create_landing_preview: "select public.create_landing_preview({hidden page}, 1)",
  begin_landing_import: "select public.begin_landing_import('https://old.example.com')",
  revoke_landing_preview: "select public.revoke_landing_preview({open link})",
  add_landing_domain: "select public.add_landing_domain({open page}, 'open.example.com')",
  remove_landing_domain: "select public.remove_landing_domain({open domain})",
  start_landing_test:
    'select public.start_landing_test(gen_random_uuid(), {open page}, public.save_landing_draft({open page}, 1, \'{"title": "Mine"}\'), \'won\', \'[{"version": 1, "weight": 50, "label": "A"}, {"weight": 50, "label": "B"}]\')',
  stop_landing_test: "select public.stop_landing_test({open test})",
  roll_out_landing_test: "select public.roll_out_landing_test({open test}, 1)",
  note_landing_test: "select public.note_landing_test({open test}, 'Shorter is better')",
  list_landing_pages: "select * from public.list_landing_pages()",
  landing_page_titles: "select * from public.landing_page_titles(array[{hidden page}]::uuid[])",
  kept_landing_drafts: "select * from public.kept_landing_drafts(array[1]::bigint[])",
  landing_page_stats: "select * from public.landing_page_stats({hidden page}, current_date, current_date)",
};
const OURS = {
  landing_cache_version: "select public.landing_cache_version()",
  landing_index: "select public.landing_index()",
  landing_page_to_serve: "select public.landing_page_to_serve({hidden page})",
  landing_preview_to_serve: "select public.landing_preview_to_serve('hidden-token')",
  record_landing_domain_check: "select public.record_landing_domain_check({open domain}, 'found', true, null)",
  submit_landing_form: "select public.submit_landing_form('{}')",
  record_landing_views: "select public.record_landing_views('[]')",
  record_landing_visits: "select public.record_landing_visits('[]')",
};

onEveryDatabase("Landing page procedures", (given) => {
  const call = async (kind: PersonKind, text: string) => {
    const { db, world } = given();
    try {
      await asPerson(db, world.people[kind], fill(text, world, world.people[kind]));
      return "done";
    } catch (error) {
      return (error as { code?: string }).code;
    }
  };

  test.each(Object.entries(ADMINS))("%s works for admins and is refused for everybody else", async (_, text) => {
    for (const kind of Object.keys(KINDS) as PersonKind[])
      expect([kind, await call(kind, text)]).toEqual([kind, kind === "admin" ? "done" : "42501"]);
  });

  test.each(Object.entries(OURS))("%s is refused for everybody, including admins", async (_, text) => {
    for (const kind of Object.keys(KINDS) as PersonKind[])
      expect([kind, await call(kind, text)]).toEqual([kind, "42501"]);
  });

  test("only admins can read a draft's content from tables", async () => {
    const { db, world } = given();
    const { rows: tables } = await db.run<{ name: string }>(
      "select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm')",
    );
    for (const kind of Object.keys(KINDS) as PersonKind[]) {
      const said: string[] = [];
      for (const { name } of tables) {
        const { rows } = await asPerson<{ found: boolean }>(
          db,
          world.people[kind],
          `select exists (select from public."${name}" as held where held::text like '%Secret words%') as found`,
        ).catch(() => ({ rows: [] }));
        if (rows[0]?.found) said.push(name);
      }
      expect([kind, said.toSorted()]).toEqual([kind, kind === "admin" ? ["landing_drafts", "landing_pages"] : []]);
    }
  });
});
