import { expect, test } from "vitest";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { rolledBack } from "../../support/database-persons.ts";

// What Supabase's linter calls an error or a warning, as questions of our own, so that its report stays empty. catalog.test.ts
// asks the rest: row-level security, policies of each table, the caller looked up once, and indexes of foreign keys.

const OURS = "in ('public'::regnamespace, 'private'::regnamespace)";
const API = "(values ('anon'), ('authenticated')) as api (role)";

/** A question for violations, and a statement that makes one. */
const LINTS: Record<string, [question: string, violation: string]> = {
  "every function pins its search path": [
    `select routine.oid::regprocedure::text as found from pg_proc as routine
     where routine.pronamespace ${OURS} and not coalesce(routine.proconfig @> array['search_path=""'], false)`,
    "create function private.planted() returns integer language sql return 1",
  ],
  "every public function runs as its caller": [
    `select routine.oid::regprocedure::text as found from pg_proc as routine
     where routine.pronamespace = 'public'::regnamespace and routine.prosecdef`,
    "create function public.planted() returns integer language sql security definer set search_path = '' return 1",
  ],
  "whoever may call a public function may call its body": [
    `select routine.oid::regprocedure || ' ' || role.rolname as found from pg_proc as routine
     join pg_depend as need on need.classid = 'pg_proc'::regclass and need.objid = routine.oid and need.refclassid = 'pg_proc'::regclass
     join pg_proc as body on body.oid = need.refobjid and body.pronamespace = 'private'::regnamespace
     cross join pg_roles as role
     where routine.pronamespace = 'public'::regnamespace and role.rolname in ('anon', 'authenticated', 'service_role')
       and has_function_privilege(role.rolname, routine.oid, 'execute') <> has_function_privilege(role.rolname, body.oid, 'execute')`,
    "revoke execute on function private.crm_today(text) from authenticated",
  ],
  "no view shows the API what its reader may not see": [
    `select distinct shown.oid::regclass::text as found from pg_class as shown cross join ${API}
     where shown.relnamespace ${OURS} and has_table_privilege(api.role, shown.oid, 'select')
       and (shown.relkind in ('m', 'f') or shown.relkind = 'v' and not coalesce(shown.reloptions @> '{security_invoker=true}', false))`,
    "create view public.planted as select id from auth.users; grant select on public.planted to authenticated",
  ],
  "no two indexes of a table are the same": [
    `select min(one.indexrelid::regclass::text) as found from pg_index as one join pg_class as named on named.oid = one.indexrelid
     where named.relnamespace ${OURS}
     group by one.indrelid, replace(pg_get_indexdef(one.indexrelid), named.relname, '') having count(*) > 1`,
    "create index planted on public.leads (user_id, created_at desc)",
  ],
  "every table has a primary key": [
    `select kept.oid::regclass::text as found from pg_class as kept where kept.relnamespace ${OURS} and kept.relkind in ('r', 'p')
       and not exists (select from pg_index as one where one.indrelid = kept.oid and one.indisprimary)`,
    "create table private.planted (id integer)",
  ],
  "no policy lets the API write every row": [
    `select tablename || ': ' || policyname as found from pg_policies
     where schemaname in ('public', 'private') and permissive = 'PERMISSIVE' and roles && '{public,anon,authenticated}'::name[]
       and (cmd in ('UPDATE', 'DELETE', 'ALL') and coalesce(qual, 'true') ~ '^\\(*true\\)*$'
         or cmd = 'INSERT' and coalesce(with_check, 'true') ~ '^\\(*true\\)*$'
         or cmd in ('UPDATE', 'ALL') and with_check ~ '^\\(*true\\)*$')`,
    'create policy "Planted" on public.leads for delete to authenticated using (true)',
  ],
  "no policy believes what people write about themselves": [
    `select tablename || ': ' || policyname as found from pg_policies
     where schemaname in ('public', 'private', 'storage') and concat(qual, with_check) ~ 'user_metadata'`,
    `create policy "Planted" on public.leads for delete to authenticated using ((select auth.jwt()) -> 'user_metadata' ? 'admin')`,
  ],
  "no policy opens to callers without a session": [
    `select tablename || ': ' || policyname as found from pg_policies
     where schemaname in ('public', 'private', 'storage') and permissive = 'PERMISSIVE'
       and concat(qual, with_check) ~* '(auth\\.(uid|jwt|role)\\(\\)|current_setting\\([^)]*\\))[^()]*\\)* is null'`,
    'create policy "Planted" on public.leads for delete to authenticated using ((select auth.uid()) is null or not is_spam)',
  ],
  "nobody lists the files of a public bucket": [
    `select bucket.id || ': ' || policy.policyname as found from storage.buckets as bucket join pg_policies as policy
       on policy.schemaname = 'storage' and policy.tablename = 'objects' and policy.cmd in ('SELECT', 'ALL') and policy.permissive = 'PERMISSIVE'
     where bucket.public and (coalesce(policy.qual, 'true') ~ '^\\(*true\\)*$'
       or policy.qual ~ format('^\\(*bucket_id = ''%s''(::text)?\\)*$', bucket.id))`,
    `update storage.buckets set public = true where id = 'brand';
     create policy "Planted" on storage.objects for select to anon using (bucket_id = 'brand')`,
  ],
  "every key to a person is to their id": [
    `select link.conrelid::regclass || '.' || link.conname as found from pg_constraint as link
     join pg_class as person on person.oid = link.confrelid and person.relnamespace = 'auth'::regnamespace
     where link.contype = 'f' and link.connamespace ${OURS} and array_to_string(link.confkey, ' ') <> (
       select one.indkey::text from pg_index as one where one.indrelid = person.oid and one.indisprimary)`,
    `create unique index planted on auth.users (email);
     create table private.planted (id integer primary key, email text references auth.users (email))`,
  ],
  "no extension is in the public schema": [
    "select extname as found from pg_extension where extnamespace = 'public'::regnamespace",
    "alter extension pg_trgm set schema public",
  ],
  "no column has a type that an upgrade cannot move": [
    `select kept.oid::regclass || '.' || part.attname as found from pg_attribute as part join pg_class as kept on kept.oid = part.attrelid
     where kept.relnamespace ${OURS} and kept.relkind in ('r', 'p') and part.attnum > 0 and not part.attisdropped
       and part.atttypid::regtype::text ~ '^reg' and part.atttypid <> 'regclass'::regtype`,
    "create table private.planted (id regprocedure primary key)",
  ],
};

onEveryDatabase("Supabase's linter", (given) => {
  test.each(Object.entries(LINTS))("%s", async (_, [question, violation]) => {
    const { db } = given();
    const ask = async () => (await db.run<{ found: string }>(question)).rows.map(({ found }) => found);
    expect(await ask()).toEqual([]);
    await rolledBack(db, async () => {
      for (const statement of violation.split(";")) await db.run(statement);
      expect(await ask()).toHaveLength(1);
    });
  });
});
