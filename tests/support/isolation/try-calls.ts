import type { Session } from "../database-session.ts";
import type { Scene } from "./scenes.ts";
import { type Caller, patternOf, type Tenant } from "./tenants.ts";

/** What came of one statement. `leaked` and `touched` are about tenants of whom the caller may see nothing. */
export type Attempt = {
  statement: string;
  code: string;
  message: string;
  /** The rows that the statement returned or wrote. */
  count: number;
  /** A fingerprint of the answer. */
  answer: string;
  leaked: string | null;
  touched: string | null;
};

/**
 * Each statement runs with the caller's role in a transaction of its own, which is rolled back. A trigger on every table
 * notes each row that the statement writes and that belongs to someone whom the caller may not see.
 */
const TRY = `
create schema isolation;

create function isolation.watch() returns trigger language plpgsql as $watch$
declare
  hidden constant text := current_setting('isolation.hidden', true);
  statement constant text := current_setting('isolation.statement', true);
  written text := concat(case when tg_op <> 'INSERT' then old::text end, ' ', case when tg_op <> 'DELETE' then new::text end);
begin
  -- A new row may repeat a word that the call itself said, as an invitation does, but never an id.
  if hidden <> '' and exists (
    select from regexp_matches(written, hidden, 'g') as hit where not (tg_op = 'INSERT' and hit[1] like 'zq%' and strpos(statement, hit[1]) > 0)
  ) then
    perform set_config('isolation.touched', concat_ws('; ', nullif(current_setting('isolation.touched', true), ''), concat_ws(' ', tg_op, tg_relid::regclass, left(written, 300))), true);
  end if;
  return null;
end
$watch$;

create function isolation.try(p_person text, p_claims text, p_role text, p_headers text, p_hidden text, p_before text[], p_statements text[])
returns table (place integer, code text, message text, count integer, answer text, leaked text, touched text) language plpgsql as $try$
declare
  statement text;
  found text;
  detail text;
  hint text;
begin
  for at in 1 .. cardinality(p_statements) loop
    place := at;
    statement := p_statements[at];
    found := null;
    touched := null;
    count := 0;
    begin
      perform set_config('isolation.given', p_claims, true), set_config('isolation.claims', p_claims, true);
      if p_before[at] <> '' then execute p_before[at]; end if;
      perform set_config('request.jwt.claim.sub', p_person, true), set_config('request.jwt.claim.role', p_role, true),
        set_config('request.jwt.claims', current_setting('isolation.claims'), true), set_config('request.headers', p_headers, true),
        set_config('isolation.hidden', p_hidden, true), set_config('isolation.statement', statement, true),
        set_config('isolation.touched', '', true), set_config('role', p_role, true);
      if statement like 'select %' then
        execute 'select string_agg(each::text, chr(10) order by each::text), count(*) from (' || statement || ') as each' into found, count;
      else
        execute statement;
        get diagnostics count = row_count;
      end if;
      set constraints all immediate;
      touched := nullif(current_setting('isolation.touched'), '');
      raise exception using errcode = 'ZZ001', message = 'done';
    exception when others then
      get stacked diagnostics detail = pg_exception_detail, hint = pg_exception_hint;
      code := sqlstate;
      message := concat_ws(' ', sqlerrm, detail, hint);
    end;
    answer := md5(found);
    -- An answer may repeat what the call itself said.
    leaked := (
      select substring(said.text from greatest(strpos(said.text, said.hit) - 200, 1) for 400) from (
        select text, (regexp_matches(text, p_hidden, 'g'))[1] as hit from (values (found), (case when code <> 'ZZ001' then message end)) as given (text)
      ) as said where strpos(statement, said.hit) = 0 limit 1
    );
    return next;
  end loop;
end
$try$`;

export async function prepareTrying(db: Session): Promise<void> {
  await db.run("begin");
  for (const statement of TRY.split(/;\n\n(?=create)/)) await db.run(statement);
}

/** From now on, every written row is checked. Not while the tables are filled. */
export async function watchTables(db: Session, names: string[]): Promise<void> {
  for (const name of names)
    await db.run(
      `create trigger zz_isolation after insert or update or delete on ${name} for each row execute function isolation.watch()`,
    );
}

export const headersOf = (slug: string | null): string =>
  slug === null ? "{}" : JSON.stringify({ "x-account": slug });

export async function tryAll(
  db: Session,
  { person, hidden }: { person: Caller["person"]; hidden: Tenant[] },
  slug: string | null,
  statements: (string | Scene)[],
): Promise<Attempt[]> {
  const scenes = statements.map((each) => (typeof each === "string" ? { before: "", call: each } : each));
  const role = person.id ? "authenticated" : "anon";
  const claims = person.id ? { sub: person.id, role, email: person.email, aud: role } : { role };
  const { rows } = await db.run<Attempt & { place: number }>(
    "select * from isolation.try($1, $2, $3, $4, $5, $6::text[], $7::text[])",
    [
      person.id ?? "",
      JSON.stringify(claims),
      role,
      headersOf(slug),
      patternOf(hidden),
      scenes.map(({ before }) => before),
      scenes.map(({ call }) => call),
    ],
  );
  return rows.map((row) => ({ ...row, statement: scenes[row.place - 1]?.call ?? "" }));
}
