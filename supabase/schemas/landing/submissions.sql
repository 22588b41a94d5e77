-- Forms on landing pages. A form, its lead and its emails are stored in one transaction.

create table public.landing_submissions (
  id uuid primary key default gen_random_uuid(),
  page_id uuid not null references public.landing_pages (id) on delete cascade,
  version integer not null,
  lead_id uuid references public.leads (id) on delete set null,
  answers jsonb not null check (jsonb_typeof(answers) = 'object' and octet_length(answers::text) <= 60000),
  utm jsonb not null default '{}' check (jsonb_typeof(utm) = 'object' and octet_length(utm::text) <= 10000),
  source text not null default 'direct' check (char_length(source) <= 255),
  referrer_url text check (char_length(referrer_url) <= 2048),
  submission_id uuid unique,
  ip_hash text check (char_length(ip_hash) <= 64),
  is_spam boolean not null default false,
  created_at timestamptz not null default now(),
  account_id uuid not null default private.agency_account() references public.accounts (id),
  test_id uuid references public.landing_tests (id) on delete set null
);

comment on table public.landing_submissions is 'Forms that visitors of landing pages sent.';
comment on column public.landing_submissions.id is 'The submission.';
comment on column public.landing_submissions.page_id is 'The page.';
comment on column public.landing_submissions.version is 'The version of the page that the visitor saw.';
comment on column public.landing_submissions.lead_id is 'The lead that it created or updated.';
comment on column public.landing_submissions.answers is 'Every answer by the name of its field.';
comment on column public.landing_submissions.utm is 'The campaign: utm_source, utm_medium, utm_campaign, utm_term, utm_content.';
comment on column public.landing_submissions.source is 'utm_source, else the host that the visitor came from, else direct.';
comment on column public.landing_submissions.referrer_url is 'The page that the visitor came from.';
comment on column public.landing_submissions.submission_id is 'An id that the form makes, so that a form sent twice is stored once.';
comment on column public.landing_submissions.ip_hash is 'A salted hash of the IP address, to detect floods within a day.';
comment on column public.landing_submissions.is_spam is 'Whether it looks like spam. Spam is kept, sends no email and is not counted.';
comment on column public.landing_submissions.created_at is 'When it was sent.';
comment on column public.landing_submissions.account_id is 'The page''s account then. It stays, as its lead does, when the page moves.';

comment on column public.landing_submissions.test_id is 'The test that its visitor was in; null outside of tests, and when the form names a variant that the visitor never saw.';

create index landing_submissions_page_id_created_at_idx on public.landing_submissions (page_id, created_at desc);
create index landing_submissions_lead_id_idx on public.landing_submissions (lead_id);
create index landing_submissions_test_id_idx on public.landing_submissions (test_id, version) where test_id is not null;
create index landing_submissions_account_id_idx on public.landing_submissions (account_id, created_at desc);

create trigger take_account_of_page before insert on public.landing_submissions
for each row execute function private.take_account_of_page();

alter table public.landing_submissions enable row level security;

call private.require_sufficient_sessions('public.landing_submissions');

grant select, insert, update, delete on public.landing_submissions to service_role;
grant select on public.landing_submissions to authenticated;

create policy "People read what visitors sent to their account" on public.landing_submissions
for select to authenticated using (account_id = (select private.pages_workspace()));

create function private.upsert_lead_from_landing_form(p_account uuid, p_form jsonb, p_activity jsonb, p_is_spam boolean) returns uuid
language sql volatile security definer
set search_path = ''
as $$
  select private.upsert_lead(
    p_account, jsonb_build_object(
      'email', p_form ->> 'email', 'first_name', p_form ->> 'first_name', 'last_name', p_form ->> 'last_name',
      'company', p_form ->> 'company', 'phone', p_form ->> 'phone', 'goals', left(p_form ->> 'message', 10000)
    ),
    private.parse_touch('landing_page', coalesce(p_form -> 'utm', '{}') || jsonb_build_object(
      'language', p_form -> 'answers' ->> 'language', 'referrer_url', p_form ->> 'referrer_url', 'landing_page', '/landing/' || (p_activity ->> 'slug')
    )),
    null, p_is_spam, p_activity, 'landing_page'
  )
$$;

comment on function private.upsert_lead_from_landing_form(uuid, jsonb, jsonb, boolean) is
'Creates or updates the account''s lead of the person who sent the form, and adds the form to its history.';

create function private.tested_landing_version(p_page public.landing_pages, p_form jsonb, out version integer, out test_id uuid)
language plpgsql stable
set search_path = ''
as $$
declare
  test public.landing_tests;
  claimed constant integer := (p_form ->> 'version')::integer;
  today constant date := private.agency_day();
begin
  select running.* into test from public.landing_tests as running
  where running.page_id = p_page.id and running.state = 'running' and coalesce(p_form ->> 'visitor', '') <> ''
    and (running.only_source is null or running.only_source = p_form ->> 'source');
  if test.id is null then
    -- A visitor may have opened an earlier version or the variant of a test that is over, and answers that one.
    version := case when claimed between 1 and p_page.version or exists (
      select from public.landing_test_variants as variant
      join public.landing_tests as past on past.id = variant.test_id and past.state = 'stopped'
      where variant.page_id = p_page.id and variant.version = claimed
    ) then claimed else p_page.version end;
    return;
  end if;
  version := private.assigned_landing_version(test.id, today, p_form ->> 'visitor');
  -- A page that was opened yesterday may be answered today. Any other variant is forged or was opened elsewhere: the form is kept, but
  -- it is not a result of the test.
  if claimed = version then
    test_id := test.id;
  elsif today > private.agency_day(test.started_at)
    and claimed = private.assigned_landing_version(test.id, today - 1, p_form ->> 'visitor') then
    version := claimed;
    test_id := test.id;
  end if;
end
$$;

comment on function private.tested_landing_version(public.landing_pages, jsonb) is
'The version that a form answers, and the test that counts it. A form cannot choose its variant: a visitor''s assignment of today or yesterday decides.';

create function private.asked_answers(p_form jsonb)
returns table (place bigint, name text, question text, answer text)
language sql immutable
set search_path = ''
as $$
  select row_number() over (order by field.place nulls last, told.key), told.key, nullif(btrim(field.value ->> 'question'), ''), told.value
  from jsonb_each_text(coalesce(p_form -> 'answers', '{}')) as told
  left join lateral (
    select listed.value, listed.place from jsonb_array_elements(coalesce(p_form -> 'asked', '[]')) with ordinality as listed (value, place)
    where listed.value ->> 'name' = told.key order by listed.place limit 1
  ) as field on true
$$;

comment on function private.asked_answers(jsonb) is
'The answers of a form in its order, with the questions that its visitor saw; null for a field without one.';

create function private.answers_text(p_form jsonb) returns text
language sql immutable
set search_path = ''
as $$
  select string_agg(
    case when field.question is null then field.name || ': ' || field.answer
      else field.question || case when field.question ~ '[?:]$' then ' ' else ': ' end || field.answer end,
    E'\n' order by field.place)
  from private.asked_answers(p_form) as field
  where field.answer <> '' and field.name not in ('email', 'name', 'first_name', 'last_name', 'company', 'phone')
    -- The message is among the answers if the form says what it asked, under its question.
    and (field.name <> 'message' or exists (select from private.asked_answers(p_form) as known where known.question is not null))
$$;

comment on function private.answers_text(jsonb) is
'What a form asked and its visitor answered, a line each, without what a lead has in fields of its own; null if that is nothing.';

create function private.activity_of_answers(p_form jsonb) returns jsonb
language sql immutable
set search_path = ''
as $$
  -- A lead's history has room for short answers. The submission keeps all of them.
  select told.facts from (values (100, 10000), (20, 200), (8, 40)) as room (answers, characters)
  cross join lateral (
    select jsonb_build_object(
      'answers', coalesce(jsonb_object_agg(field.name, left(field.answer, room.characters)), '{}'),
      'asked', coalesce(jsonb_agg(jsonb_build_object('name', field.name, 'question', left(field.question, room.characters)) order by field.place), '[]')
    ) as facts
    from private.asked_answers(p_form) as field where field.place <= room.answers
  ) as told
  order by octet_length(told.facts::text) <= 15000 desc, room.characters desc limit 1
$$;

comment on function private.activity_of_answers(jsonb) is
'What the history of a lead keeps of a form: the answers by the names of their fields, and what was asked, in the order of the form.';

create function private.submit_landing_form(p_form jsonb, p_address text, p_is_spam boolean) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  page public.landing_pages;
  stored public.landing_submissions;
  told constant jsonb := coalesce(p_form -> 'answers', '{}');
  -- The message is then among the answers, under its question.
  is_asked constant boolean := exists (select from private.asked_answers(p_form) as field where field.question is not null);
  seen record;
  files jsonb;
begin
  select served.* into page from public.landing_pages as served
  where served.id = (p_form ->> 'page_id')::uuid and served.status = 'published';
  if not found then perform private.refuse('page_not_found', 'PT404', 'Page not found or not published'); end if;
  seen := private.tested_landing_version(page, p_form);
  insert into public.landing_submissions (page_id, version, test_id, answers, utm, source, referrer_url, submission_id, ip_hash, is_spam)
  values (
    page.id, seen.version, seen.test_id, told, coalesce(p_form -> 'utm', '{}'), coalesce(nullif(p_form ->> 'source', ''), 'direct'), p_form ->> 'referrer_url',
    (p_form ->> 'submission_id')::uuid, private.hash_ip(p_address), p_is_spam
  )
  on conflict (submission_id) do nothing
  returning * into stored;
  if stored.id is null then
    return (select known.id from public.landing_submissions as known where known.submission_id = (p_form ->> 'submission_id')::uuid);
  end if;
  files := private.take_form_files(stored, p_form -> 'files');
  update public.landing_submissions as sent
  set lead_id = private.upsert_lead_from_landing_form(page.account_id, p_form, jsonb_build_object(
    'form', 'landing_page', 'landing_page_id', page.id, 'page_title', page.title, 'slug', page.slug, 'version', stored.version,
    'submission_id', stored.id, 'to', p_form -> 'to', 'files', files, 'source', stored.source, 'utm', nullif(stored.utm, '{}'::jsonb), 'referrer_url', left(stored.referrer_url, 500)
  ) || private.activity_of_answers(p_form), p_is_spam)
  where sent.id = stored.id;
  if not p_is_spam then
    perform private.enqueue_form_mails('landing', stored.id, p_form ->> 'email', p_form ->> 'first_name', jsonb_build_object(
      'name', private.name_or_email(p_form ->> 'first_name', p_form ->> 'last_name', p_form ->> 'email'),
      'email', p_form ->> 'email', 'company', p_form ->> 'company', 'phone', p_form ->> 'phone', 'message', case when not is_asked then p_form ->> 'message' end,
      'page', page.title, 'source', stored.source, 'campaign', stored.utm ->> 'utm_campaign',
      'more', private.answers_text(p_form),
      'files', (select string_agg(file.value ->> 'name', E'\n' order by file.place) from jsonb_array_elements(files) with ordinality as file (value, place))
    ), page.account_id);
  end if;
  return stored.id;
end
$$;

create function public.submit_landing_form(p_form jsonb, p_address text default null, p_is_spam boolean default false) returns uuid
language sql volatile
set search_path = ''
return private.submit_landing_form(p_form, p_address, p_is_spam);

comment on function public.submit_landing_form(jsonb, text, boolean) is
'Stores a form of a published landing page, its lead and its emails. A known submission_id changes nothing. Returns the submission''s id. PT404: the page is not published.';

grant execute on function public.submit_landing_form(jsonb, text, boolean) to service_role;
grant execute on function private.submit_landing_form(jsonb, text, boolean) to service_role;
