-- Tests of landing pages: variants, seeds, visitors and results. While a test runs, its page is neither published nor unpublished nor moved.

create type public.landing_test_goal as enum ('submission', 'qualified', 'booked', 'won', 'revenue');

comment on type public.landing_test_goal is 'What a test of a landing page compares.';

create type public.landing_test_state as enum ('running', 'stopped');

comment on type public.landing_test_state is 'Whether a test of a landing page splits its visitors.';

create table public.landing_tests (
  id uuid primary key default gen_random_uuid(),
  page_id uuid not null references public.landing_pages (id) on delete cascade,
  account_id uuid not null default private.agency_account() references public.accounts (id),
  state public.landing_test_state not null default 'running',
  goal public.landing_test_goal not null,
  only_source text check (char_length(only_source) between 1 and 100),
  started_by uuid references auth.users (id) on delete set null,
  started_at timestamptz not null default now(),
  stopped_by uuid references auth.users (id) on delete set null,
  stopped_at timestamptz,
  winner_version integer,
  learned text check (char_length(learned) <= 2000)
);

comment on table public.landing_tests is 'Tests of landing pages. A page has one running test at most.';
comment on column public.landing_tests.id is 'The test.';
comment on column public.landing_tests.page_id is 'The page.';
comment on column public.landing_tests.account_id is 'The page''s account.';
comment on column public.landing_tests.state is 'running or stopped.';
comment on column public.landing_tests.goal is 'What it compares.';
comment on column public.landing_tests.only_source is 'The only source whose visitors are in the test; null for all.';
comment on column public.landing_tests.started_by is 'Who started it.';
comment on column public.landing_tests.started_at is 'When.';
comment on column public.landing_tests.stopped_by is 'Who stopped it.';
comment on column public.landing_tests.stopped_at is 'When.';
comment on column public.landing_tests.winner_version is 'The version that was rolled out; null when it was stopped without one.';
comment on column public.landing_tests.learned is 'What the team learned, in its own words.';

create unique index landing_tests_running_idx on public.landing_tests (page_id) where state = 'running';
create index landing_tests_page_id_idx on public.landing_tests (page_id, started_at desc);
create index landing_tests_account_id_idx on public.landing_tests (account_id);
create index landing_tests_started_by_idx on public.landing_tests (started_by);
create index landing_tests_stopped_by_idx on public.landing_tests (stopped_by);

create trigger take_account_of_page before insert or update of page_id on public.landing_tests
for each row execute function private.take_account_of_page();

create trigger bump_landing_version after insert or update or delete on public.landing_tests
for each statement execute function private.bump_landing_version();

create table private.landing_test_seeds (
  test_id uuid primary key references public.landing_tests (id) on delete cascade,
  seed text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') check (char_length(seed) <= 64)
);

comment on table private.landing_test_seeds is
'Random numbers that decide which variant a visitor sees. Only the host reads them, so that nobody can choose a variant.';

alter table private.landing_test_seeds enable row level security;

create table public.landing_test_variants (
  test_id uuid not null references public.landing_tests (id) on delete cascade,
  version integer not null,
  page_id uuid not null,
  account_id uuid not null default private.agency_account() references public.accounts (id),
  place smallint not null check (place between 1 and 5),
  weight smallint not null check (weight between 1 and 99),
  label text not null check (btrim(label) <> '' and char_length(label) <= 40),
  primary key (test_id, version),
  unique (test_id, place),
  foreign key (page_id, version) references public.landing_page_versions (page_id, number) on delete cascade
);

comment on table public.landing_test_variants is 'The versions that a test compares.';
comment on column public.landing_test_variants.test_id is 'The test.';
comment on column public.landing_test_variants.version is 'The version of the page.';
comment on column public.landing_test_variants.page_id is 'The page.';
comment on column public.landing_test_variants.account_id is 'The page''s account.';
comment on column public.landing_test_variants.place is '1 is the control, which was live when the test began.';
comment on column public.landing_test_variants.weight is 'The percentage of visitors who see it.';
comment on column public.landing_test_variants.label is 'Its name in the test.';

create index landing_test_variants_page_id_idx on public.landing_test_variants (page_id, version);
create index landing_test_variants_account_id_idx on public.landing_test_variants (account_id);

create trigger take_account_of_page before insert or update of page_id on public.landing_test_variants
for each row execute function private.take_account_of_page();

create table public.landing_test_views (
  test_id uuid not null references public.landing_tests (id) on delete cascade,
  day date not null,
  version integer not null,
  source text not null check (char_length(source) <= 255),
  visitors bigint not null default 0 check (visitors >= 0),
  page_id uuid not null references public.landing_pages (id) on delete cascade,
  account_id uuid not null default private.agency_account() references public.accounts (id),
  primary key (test_id, day, version, source)
);

comment on table public.landing_test_views is 'Unique visitors of tests. private.landing_visitors counts them once with the views of the page.';
comment on column public.landing_test_views.test_id is 'The test.';
comment on column public.landing_test_views.day is 'The day, in UTC.';
comment on column public.landing_test_views.version is 'The version that the visitors saw.';
comment on column public.landing_test_views.source is 'utm_source, else the host that the visitor came from, else direct.';
comment on column public.landing_test_views.visitors is 'Visitors whose first view of the page on that day was in this test.';
comment on column public.landing_test_views.page_id is 'The page.';
comment on column public.landing_test_views.account_id is 'The page''s account.';

create index landing_test_views_page_id_idx on public.landing_test_views (page_id);
create index landing_test_views_account_id_idx on public.landing_test_views (account_id);

create trigger take_account_of_page before insert or update of page_id on public.landing_test_views
for each row execute function private.take_account_of_page();

alter table public.landing_tests enable row level security;

call private.require_sufficient_sessions('public.landing_tests');

alter table public.landing_test_variants enable row level security;

call private.require_sufficient_sessions('public.landing_test_variants');

alter table public.landing_test_views enable row level security;

call private.require_sufficient_sessions('public.landing_test_views');

grant select, insert, update, delete on public.landing_tests, public.landing_test_variants, public.landing_test_views to service_role;
grant select on public.landing_tests, public.landing_test_variants, public.landing_test_views to authenticated;

create policy "People read the tests of their account's pages" on public.landing_tests
for select to authenticated using (account_id = (select private.pages_workspace()));

create policy "People read the variants of their account's tests" on public.landing_test_variants
for select to authenticated using (account_id = (select private.pages_workspace()));

create policy "People read the visitors of their account's tests" on public.landing_test_views
for select to authenticated using (account_id = (select private.pages_workspace()));

call private.watch('public.landing_tests', 'id');

create function private.refuse_while_tested(p_page_id uuid) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if exists (select from public.landing_tests as test where test.page_id = p_page_id and test.state = 'running') then
    perform private.refuse('test_running', 'PT409', 'A test is running on this page. Stop the test first.');
  end if;
end
$$;

comment on function private.refuse_while_tested(uuid) is
'Refuses what would change the versions that a running test compares. PT409 (test_running).';

create function private.assigned_landing_version(p_test_id uuid, p_day date, p_visitor text) returns integer
language sql stable
set search_path = ''
as $$
  -- The same as server/landing/assign-variant.ts.
  select reach.version from (
    select variant.version, variant.place, sum(variant.weight) over (order by variant.place) as upto
    from public.landing_test_variants as variant where variant.test_id = p_test_id
  ) as reach
  join private.landing_test_seeds as secret on secret.test_id = p_test_id
  where reach.upto > ('x' || left(encode(sha256(convert_to(
    concat_ws(E'\n', secret.seed, to_char(p_day, 'YYYY-MM-DD'), p_visitor), 'UTF8')), 'hex'), 8))::bit(32)::bigint % 100
  order by reach.place limit 1
$$;

comment on function private.assigned_landing_version(uuid, date, text) is
'The version that a visitor (address, newline, browser) sees in a test on a day in UTC: a hash, so that it stays the same all day without a cookie.';

alter table public.landing_submissions add column test_id uuid references public.landing_tests (id) on delete set null;

comment on column public.landing_submissions.test_id is 'The test that its visitor was in; null outside of tests, and when the form names a variant that the visitor never saw.';

create index landing_submissions_test_id_idx on public.landing_submissions (test_id, version) where test_id is not null;

create function private.tested_landing_version(p_page public.landing_pages, p_form jsonb, out version integer, out test_id uuid)
language plpgsql stable
set search_path = ''
as $$
declare
  test public.landing_tests;
  claimed constant integer := (p_form ->> 'version')::integer;
  today constant date := (now() at time zone 'UTC')::date;
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
  elsif today > (test.started_at at time zone 'UTC')::date
    and claimed = private.assigned_landing_version(test.id, today - 1, p_form ->> 'visitor') then
    version := claimed;
    test_id := test.id;
  end if;
end
$$;

comment on function private.tested_landing_version(public.landing_pages, jsonb) is
'The version that a form answers, and the test that counts it. A form cannot choose its variant: a visitor''s assignment of today or yesterday decides.';

create or replace function private.submit_landing_form(p_form jsonb, p_address text, p_is_spam boolean) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  page public.landing_pages;
  stored public.landing_submissions;
  told jsonb := coalesce(p_form -> 'answers', '{}');
  seen record;
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
  update public.landing_submissions as sent
  set lead_id = private.upsert_lead_from_landing_form(page.account_id, p_form, jsonb_build_object(
    'form', 'landing_page', 'landing_page_id', page.id, 'page_title', page.title, 'slug', page.slug, 'version', stored.version,
    'submission_id', stored.id, 'source', stored.source, 'utm', nullif(stored.utm, '{}'::jsonb), 'referrer_url', left(stored.referrer_url, 500),
    -- The lead's history gets short answers. The submission keeps all of them.
    'answers', case when octet_length(told::text) <= 15000 then told else (
      select jsonb_object_agg(answer.key, left(answer.value, 200))
      from (select * from jsonb_each_text(told) order by key limit 20) as answer
    ) end
  ), p_is_spam)
  where sent.id = stored.id;
  if not p_is_spam then
    perform private.enqueue_form_mails('landing', stored.id, p_form ->> 'email', p_form ->> 'first_name', jsonb_build_object(
      'name', private.name_or_email(p_form ->> 'first_name', p_form ->> 'last_name', p_form ->> 'email'),
      'email', p_form ->> 'email', 'company', p_form ->> 'company', 'phone', p_form ->> 'phone', 'message', p_form ->> 'message',
      'page', page.title, 'source', stored.source, 'campaign', stored.utm ->> 'utm_campaign',
      'more', (
        select string_agg(answer.key || ': ' || answer.value, E'\n' order by answer.key)
        from jsonb_each_text(told) as answer
        where answer.key not in ('email', 'name', 'first_name', 'last_name', 'company', 'phone', 'message')
      )), page.account_id);
  end if;
  return stored.id;
end
$$;

comment on function public.submit_landing_form(jsonb, text, boolean) is
'Stores a form of a published landing page, its lead and its emails. A known submission_id changes nothing. Returns the submission''s id. PT404: the page is not published.';

create or replace function private.landing_page_to_serve(p_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'id', page.id, 'slug', page.slug, 'version', page.version, 'title', page.title, 'description', page.description, 'hide_title', page.hide_title,
    'content', page.content, 'theme', page.theme, 'custom_css', page.custom_css, 'custom_js', page.custom_js,
    'custom_domain', page.custom_domain, 'updated_at', page.updated_at,
    'test', (
      select jsonb_build_object('id', test.id, 'seed', secret.seed, 'only_source', test.only_source, 'variants', (
        select jsonb_agg(jsonb_build_object('weight', variant.weight, 'version', past.number, 'title', past.title, 'description', past.description,
          'hide_title', past.hide_title, 'content', past.content, 'theme', past.theme, 'custom_css', past.custom_css, 'custom_js', past.custom_js
        ) order by variant.place)
        from public.landing_test_variants as variant
        join public.landing_page_versions as past on past.page_id = variant.page_id and past.number = variant.version
        where variant.test_id = test.id
      ))
      from public.landing_tests as test join private.landing_test_seeds as secret on secret.test_id = test.id
      where test.page_id = page.id and test.state = 'running'
    ))
  from public.landing_pages as page where page.id = p_id and page.status = 'published'
$$;

comment on function public.landing_page_to_serve(uuid) is 'A published page as it is served, with the variants and the seed of its running test; null when it is not published.';

create or replace function private.follow_page_account() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.landing_drafts as part set account_id = new.account_id where part.page_id = new.id;
  update public.landing_page_versions as part set account_id = new.account_id where part.page_id = new.id;
  update public.landing_domains as part set account_id = new.account_id where part.page_id = new.id;
  update public.landing_views as part set account_id = new.account_id where part.page_id = new.id;
  update public.landing_tests as part set account_id = new.account_id where part.page_id = new.id;
  update public.landing_test_variants as part set account_id = new.account_id where part.page_id = new.id;
  update public.landing_test_views as part set account_id = new.account_id where part.page_id = new.id;
  -- People of the other account may hold its preview links.
  update public.landing_previews as part set account_id = new.account_id, revoked_at = coalesce(part.revoked_at, now()) where part.page_id = new.id;
  delete from public.landing_publish_requests as part where part.page_id = new.id;
  return null;
end
$$;

comment on function private.follow_page_account() is
'Trigger: what belongs to a page moves to its account, except what visitors sent. Preview links end, and so does a request to publish.';

create or replace function private.move_landing_page(p_page_id uuid, p_account_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  -- The draft first, as saving and publishing do.
  perform from public.landing_drafts as draft where draft.page_id = p_page_id for update;
  if not found then perform private.refuse('page_not_found', 'PT404', 'This page was deleted'); end if;
  if not exists (select from public.accounts as account where account.id = p_account_id and account.archived_at is null) then
    perform private.refuse('account_not_found', 'PT404', 'Account not found', 'account_id');
  end if;
  perform private.refuse_while_tested(p_page_id);
  update public.landing_pages as page set account_id = p_account_id where page.id = p_page_id and page.account_id <> p_account_id;
  -- The new account learns no name of the former one.
  if found then update public.landing_drafts as draft set updated_by = auth.uid() where draft.page_id = p_page_id; end if;
end
$$;

comment on function public.move_landing_page(uuid, uuid) is
'Moves a page with its draft, versions, domain and figures to another account. Leads and submissions stay where they came in; preview links and a request to publish end. Admins only. PT404: no such page, or no such open account. PT409: a test runs on it (test_running). PT429: the account has too many pages.';

create or replace function private.publish_landing_draft(p_draft public.landing_drafts, p_rolled_back_to integer) returns integer
language plpgsql volatile
set search_path = ''
as $$
declare
  number integer;
begin
  perform private.refuse_while_tested(p_draft.page_id);
  perform private.require_free_slug(p_draft.page_id, p_draft.slug);
  update public.landing_pages as page
  set status = 'published', slug = p_draft.slug, title = p_draft.title, description = p_draft.description, hide_title = p_draft.hide_title, content = p_draft.content,
    theme = p_draft.theme, custom_css = p_draft.custom_css, custom_js = p_draft.custom_js,
    version = 1 + greatest(page.version,
      coalesce((select max(past.number) from public.landing_page_versions as past where past.page_id = page.id), 0))
  where page.id = p_draft.page_id
  returning page.version into number;
  insert into public.landing_page_versions (
    page_id, number, slug, title, description, hide_title, content, blocks, theme, custom_css, custom_js, rolled_back_to, published_by
  ) values (
    p_draft.page_id, number, p_draft.slug, p_draft.title, p_draft.description, p_draft.hide_title, p_draft.content, p_draft.blocks, p_draft.theme,
    p_draft.custom_css, p_draft.custom_js, p_rolled_back_to, auth.uid()
  );
  update public.landing_drafts as published set published_revision = p_draft.revision where published.page_id = p_draft.page_id;
  perform private.settle_publish_request(p_draft.page_id, 'approved', null);
  return number;
end
$$;

comment on function private.publish_landing_draft(public.landing_drafts, integer) is 'Publishes the draft as a new version, and with it a request that waits for this. PT409: a test runs on the page (test_running).';

create or replace function private.unpublish_landing_page(p_page_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_page_writer(p_page_id);
  -- The draft first, so that no test starts meanwhile.
  perform from public.landing_drafts as draft where draft.page_id = p_page_id for update;
  perform private.refuse_while_tested(p_page_id);
  update public.landing_pages as page set status = 'draft' where page.id = p_page_id and page.status = 'published';
end
$$;

comment on function public.unpublish_landing_page(uuid) is
'Unpublishes a page and keeps everything else. For people who write the page. PT404: no such page. PT409: a test runs on it (test_running).';

comment on function public.publish_landing_page(uuid, integer) is
'Publishes the draft and returns its version; or asks the agency to, if it approves what the account publishes, and returns 0. For people who write the page. PT404: no such page. PT409: names the person who saved since, the slug is taken, or a test runs on the page (test_running).';

comment on function public.roll_back_landing_page(uuid, integer) is
'Publishes the content of an earlier version as a new version and as the draft; the slug stays. Returns the version''s number, or 0 when it asks the agency first. For people who write the page. PT404: no such page or version. PT409: a test runs on the page (test_running).';

create or replace function private.record_landing_views(p_views jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  today date := (now() at time zone 'UTC')::date;
  salt text := private.daily_ip_salt();
begin
  -- Deletes old visitors in small parts, so that the first views of a day do not wait.
  delete from private.landing_visitors as old
  where old.ctid = any (array(select past.ctid from private.landing_visitors as past where past.day < today limit 1000));
  with asked as (
    -- Ignores pages that were deleted since.
    select page.id as page_id, (entry.value ->> 'version')::integer as version, left(entry.value ->> 'source', 255) as named,
      (entry.value ->> 'views')::bigint as views, entry.value -> 'visitors' as visitors, test.id as test_id
    from jsonb_array_elements(p_views) as entry
    join public.landing_pages as page on page.id = (entry.value ->> 'page_id')::uuid
    left join public.landing_tests as test on test.id = (entry.value ->> 'test_id')::uuid and test.page_id = page.id and test.state = 'running'
  ), held as (
    select counted.page_id, count(*) as ways, sum(counted.visitors) as visitors from public.landing_views as counted
    where counted.day = today and counted.page_id in (select asked.page_id from asked) group by 1
  ), seen as (
    -- Invented sources must not fill the table: after 500 a day, new ones count as other.
    select asked.page_id, asked.version, asked.views, asked.visitors, asked.test_id,
      case when known.page_id is not null or coalesce(held.ways, 0)
          + row_number() over (partition by asked.page_id, known.page_id is null order by asked.named) <= 500
        then asked.named else 'other' end as source
    from asked left join held on held.page_id = asked.page_id
    left join public.landing_views as known
      on known.page_id = asked.page_id and known.day = today and known.version = asked.version and known.source = asked.named
  ), people as (
    select distinct on (seen.page_id, who.value) seen.page_id, seen.version, seen.source, seen.test_id, digest.address,
      digest.address || right(digest.whole, 44) as visitor
    from seen cross join lateral jsonb_array_elements_text(seen.visitors) as who
    cross join lateral (
      select left(encode(sha256(convert_to(salt || split_part(who.value, E'\n', 1), 'UTF8')), 'hex'), 20) collate "C" as address,
        encode(sha256(convert_to(salt || who.value, 'UTF8')), 'hex') as whole
    ) as digest
    where who.value <> ''
    order by seen.page_id, who.value, seen.version desc, seen.source
  ), newcomers as (
    select people.page_id, people.address, people.visitor, row_number() over (partition by people.page_id) as of_page,
      row_number() over (partition by people.page_id, people.address) as of_address
    -- Written so that each is looked up by index. A join would compare all visitors of the day.
    from people where (
      select true from private.landing_visitors as known
      where known.day = today and known.page_id = people.page_id and known.visitor = people.visitor
    ) is null
  ), neighbours as (
    select each.page_id, each.address, (
      select count(*) from private.landing_visitors as known where known.day = today and known.page_id = each.page_id
        and known.visitor >= each.address and known.visitor < each.address || 'g'
    ) as held
    from (select distinct newcomers.page_id, newcomers.address from newcomers) as each
  ), fresh as (
    -- Limits visitors to 200 of one address and 50,000 of a page. Beyond that only the view counts.
    insert into private.landing_visitors (day, page_id, visitor)
    select today, newcomers.page_id, newcomers.visitor from newcomers
    join neighbours on neighbours.page_id = newcomers.page_id and neighbours.address = newcomers.address
    left join held on held.page_id = newcomers.page_id
    where neighbours.held + newcomers.of_address <= 200 and coalesce(held.visitors, 0) + newcomers.of_page <= 50000
    on conflict do nothing
    returning page_id, visitor
  ), added as (
    select people.page_id, people.version, people.source, people.test_id, count(*) as visitors
    from people join fresh on fresh.page_id = people.page_id and fresh.visitor = people.visitor
    group by 1, 2, 3, 4
  ), tested as (
    insert into public.landing_test_views as held (test_id, page_id, day, version, source, visitors)
    select added.test_id, added.page_id, today, added.version, added.source, added.visitors from added where added.test_id is not null
    order by 1, 4, 5
    on conflict (test_id, day, version, source) do update set visitors = held.visitors + excluded.visitors
  )
  insert into public.landing_views as held (page_id, day, version, source, views, visitors)
  select total.page_id, today, total.version, total.source, total.views, coalesce(arrived.visitors, 0)
  from (select seen.page_id, seen.version, seen.source, sum(seen.views) as views from seen group by 1, 2, 3) as total
  left join (select added.page_id, added.version, added.source, sum(added.visitors) as visitors from added group by 1, 2, 3) as arrived
    on arrived.page_id = total.page_id and arrived.version = total.version and arrived.source = total.source
  order by total.page_id, total.version, total.source
  on conflict (page_id, day, version, source) do update
  set views = held.views + excluded.views, visitors = held.visitors + excluded.visitors;
end
$$;

comment on function public.record_landing_views(jsonb) is
'Adds views: a list of {page_id, version, source, views, visitors: [address, newline, browser], test_id}. Visitors are hashed and counted once a day for each page, up to a limit, and with the running test that they are in.';

comment on table public.landing_page_versions is 'Every published version and every variant of a test, as it was. Rows are only added.';

create or replace function private.impersonal_columns() returns table (column_name text, reason text)
language sql immutable
set search_path = ''
as $$
  -- 'schema.table' means all its columns, 'schema.table.column' means one.
  select entry.* from (values
    ('auth.users.aud', 'the same word for everyone'),
    ('auth.users.role', 'the same word for everyone'),
    ('private.attached_files', 'forgotten with the file, or after two days'),
    ('private.ip_salts', 'random, forgotten after a day'),
    ('private.checkouts.currency', 'a code'),
    ('private.checkouts.session_id', 'a number of the payment provider, kept with the payment'),
    ('private.checkouts.status', 'a word of the product'),
    ('private.combined_checkouts.currency', 'a code'),
    ('private.combined_checkouts.session_id', 'a number of the payment provider, kept with the payment'),
    ('private.dashboard_imports', 'ids and times'),
    ('private.erasures', 'ids and times'),
    ('private.landing_cache_version', 'a counter'),
    ('private.landing_test_seeds', 'random'),
    ('private.landing_visitors', 'hashes of one day, with a salt that is forgotten'),
    ('private.lead_counts.kind', 'a word of the product'),
    ('private.lead_import_rows.outcome', 'a word of the product'),
    ('private.lead_tags', 'labels of the team with counts; a label ends with its last lead'),
    ('private.lead_totals', 'counts'),
    ('private.mail_providers', 'the product''s own mail servers'),
    ('private.payment_events', 'numbers of the payment provider'),
    ('private.purges', 'the product''s own jobs'),
    ('private.quotas', 'the product''s own limits'),
    ('private.removed_blobs', 'random ids'),
    ('private.removed_files', 'forgotten when the files are deleted'),
    ('private.scheduled_jobs', 'the product''s own jobs'),
    ('private.stage_figures', 'counts'),
    ('private.used_admin_entitlements', 'a hash: an entitlement that was used stays used'),
    ('public.accounts', 'the business''s own hours and currency; its name is cleared with its last person'),
    ('public.agency_settings', 'the agency''s own'),
    ('public.audit_log.action', 'a word of the product'),
    ('public.booking_events', 'ids and times'),
    ('public.bookings.state', 'a word of the product'),
    ('public.bookings.time_zone', 'a region'),
    ('public.bookings.title', 'the account''s own name for a kind of call'),
    ('public.audit_log.table_name', 'a word of the product'),
    ('public.change_requests.user_email', 'of a colleague, where the request stays'),
    ('public.landing_domains', 'pages of an account'),
    ('public.landing_drafts', 'pages of an account'),
    ('public.landing_page_versions', 'pages of an account'),
    ('public.landing_pages', 'pages of an account'),
    ('public.landing_pictures', 'pages of an account'),
    ('public.landing_previews', 'hashes of links to an account''s pages'),
    ('public.landing_publish_requests', 'pages of an account, and what has to change in them'),
    ('public.landing_test_variants', 'pages of an account'),
    ('public.landing_test_views', 'counts of visits by source'),
    ('public.landing_tests', 'tests of an account''s pages, and what was learned about them'),
    ('public.landing_views', 'counts of visits by source'),
    ('public.lead_activities.kind', 'a word of the product'),
    ('public.lead_batches.kind', 'a word of the product'),
    ('public.lead_clock_events.event', 'a word of the product'),
    ('public.lead_clocks.state', 'a word of the product'),
    ('public.lead_imports', 'about a file of the agency; its rows have a rule of their own'),
    ('public.lead_routing', 'names of an account''s pools, ids of colleagues and rules'),
    ('public.leads.stage', 'a key of the pipeline'),
    ('public.lost_reasons', 'the agency''s own list'),
    ('public.meeting_types', 'the account''s own kinds of calls'),
    ('public.pipeline_stages', 'the agency''s own list'),
    ('public.retainer_charges', 'ids and times'),
    ('public.retention_settings', 'the agency''s own'),
    ('storage.buckets', 'the product''s own')
  ) as entry (column_name, reason)
$$;

comment on function private.impersonal_columns() is 'Columns with words that are about no person, and why.';

insert into private.quotas (kind, max_count, period, message) values
('landing_tests', 100, interval '1 day', 'You can start %s tests of landing pages a day.');

call private.limit_inserts('public.landing_tests', 'landing_tests');

create function private.require_test_publisher(p_account uuid) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if private.needs_approval(p_account) then
    perform private.refuse(
      'approval_needed', '42501',
      'Your agency checks what you publish, so an admin starts tests and rolls them out. Ask your agency to do this.'
    );
  end if;
end
$$;

comment on function private.require_test_publisher(uuid) is
'42501 (approval_needed): the caller asks an admin before a page of this account is published.';

create function private.lock_landing_test(p_test_id uuid) returns public.landing_tests
language plpgsql volatile
set search_path = ''
as $$
declare
  account constant uuid := private.require_page_writer();
  held public.landing_tests;
begin
  -- The draft first, as saving and publishing do.
  perform from public.landing_drafts as draft
  where draft.page_id = (select test.page_id from public.landing_tests as test where test.id = p_test_id and test.account_id = account) for update;
  select test.* into held from public.landing_tests as test where test.id = p_test_id and test.account_id = account for update;
  if not found then perform private.refuse('test_not_found', 'PT404', 'This test was deleted'); end if;
  return held;
end
$$;

comment on function private.lock_landing_test(uuid) is
'Locks and returns a test of the workspace, for people who write its pages. PT404: no such test.';

create function private.parse_learned(p_learned text) returns text
language plpgsql immutable
set search_path = ''
as $$
declare
  learned constant text := nullif(btrim(coalesce(p_learned, '')), '');
begin
  perform private.check_landing_text('What you learned', learned, 2000);
  return learned;
end
$$;

comment on function private.parse_learned(text) is 'What a team learned from a test; null for nothing. 22023: too long.';

create function private.check_landing_variants(p_variants jsonb, p_live integer) returns void
language plpgsql immutable
set search_path = ''
as $$
declare
  weights integer;
begin
  if p_variants is null or jsonb_typeof(p_variants) <> 'array' or jsonb_array_length(p_variants) not between 2 and 5
    or exists (select from jsonb_array_elements(p_variants) as variant where jsonb_typeof(variant.value) <> 'object') then
    perform private.refuse('test_invalid', '22023', 'A test compares 2 to 5 versions', 'variants');
  end if;
  if exists (
    select from jsonb_array_elements(p_variants) as variant
    where jsonb_typeof(variant.value -> 'weight') is distinct from 'number' or (variant.value ->> 'weight') !~ '^[1-9][0-9]?$'
  ) then
    perform private.refuse('test_invalid', '22023', 'Every version needs a whole percentage from 1 to 99', 'weights');
  end if;
  select sum((variant.value ->> 'weight')::integer) into weights from jsonb_array_elements(p_variants) as variant;
  if weights <> 100 then
    perform private.refuse('test_invalid', '22023', format('The percentages add up to %s. They must add up to 100.', weights), 'weights');
  end if;
  if exists (
    select from jsonb_array_elements(p_variants) as variant
    where jsonb_typeof(variant.value -> 'label') is distinct from 'string' or btrim(variant.value ->> 'label') = ''
      or char_length(btrim(variant.value ->> 'label')) > 40
  ) or (select count(distinct lower(btrim(variant.value ->> 'label'))) from jsonb_array_elements(p_variants) as variant)
    < jsonb_array_length(p_variants) then
    perform private.refuse('test_invalid', '22023', 'Every version needs a name of its own, with at most 40 characters', 'labels');
  end if;
  -- A version without a number is the draft.
  if exists (
    select from jsonb_array_elements(p_variants) as variant
    where coalesce(jsonb_typeof(variant.value -> 'version'), 'null') <> 'null' and coalesce(variant.value ->> 'version', '') !~ '^[1-9][0-9]{0,8}$'
  ) or (select count(distinct coalesce(variant.value ->> 'version', 'draft')) from jsonb_array_elements(p_variants) as variant)
    < jsonb_array_length(p_variants) then
    perform private.refuse('test_invalid', '22023', 'Choose different versions', 'versions');
  end if;
  if (p_variants -> 0 ->> 'version') is distinct from p_live::text then
    perform private.refuse('outdated', 'PT409', 'Another version is live now. Review the test and start it again.', 'versions');
  end if;
end
$$;

comment on function private.check_landing_variants(jsonb, integer) is
'Refuses variants that cannot be tested: 2 to 5 versions [{version, weight, label}], the live one first, whole percentages that add up to 100.';

create function private.store_landing_draft_for_test(p_draft public.landing_drafts) returns integer
language plpgsql volatile
set search_path = ''
as $$
declare
  number integer;
begin
  select 1 + greatest(page.version, coalesce((select max(past.number) from public.landing_page_versions as past where past.page_id = page.id), 0))
  into number from public.landing_pages as page where page.id = p_draft.page_id;
  insert into public.landing_page_versions (
    page_id, number, slug, title, description, hide_title, content, blocks, theme, custom_css, custom_js, published_by
  ) values (
    p_draft.page_id, number, p_draft.slug, p_draft.title, p_draft.description, p_draft.hide_title, p_draft.content, p_draft.blocks, p_draft.theme,
    p_draft.custom_css, p_draft.custom_js, auth.uid()
  );
  return number;
end
$$;

comment on function private.store_landing_draft_for_test(public.landing_drafts) is 'Stores the draft as a version that is not live. Returns its number.';

create function private.start_landing_test(
  p_id uuid, p_page_id uuid, p_seen_revision integer, p_goal public.landing_test_goal, p_variants jsonb, p_only_source text
) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  account constant uuid := private.require_page_writer(p_page_id);
  source constant text := nullif(lower(btrim(coalesce(p_only_source, ''))), '');
  held public.landing_drafts;
  live public.landing_pages;
  drafted integer;
begin
  if p_id is null then perform private.refuse('required', '22023', 'A test needs an id', 'id'); end if;
  if p_goal is null then perform private.refuse('required', '22023', 'Choose a goal', 'goal'); end if;
  perform private.require_test_publisher(account);
  held := private.lock_landing_draft(p_page_id, null);
  -- A repeated request starts one test.
  if exists (select from public.landing_tests as test where test.id = p_id) then
    return (select test.id from public.landing_tests as test where test.id = p_id and test.page_id = p_page_id);
  end if;
  select page.* into live from public.landing_pages as page where page.id = p_page_id;
  if live.status <> 'published' then
    perform private.refuse('page_unpublished', '22023', 'Publish the page before you test it');
  end if;
  perform private.refuse_while_tested(p_page_id);
  perform private.check_landing_variants(p_variants, live.version);
  perform private.check_landing_text('The source', source, 100);
  if exists (
    select from jsonb_array_elements(p_variants) as variant
    where variant.value ->> 'version' is not null and not exists (
      select from public.landing_page_versions as past where past.page_id = p_page_id and past.number = (variant.value ->> 'version')::integer
    )
  ) then
    perform private.refuse('version_not_found', 'PT404', 'One of these versions does not exist');
  end if;
  if exists (select from jsonb_array_elements(p_variants) as variant where variant.value ->> 'version' is null) then
    held := private.lock_landing_draft(p_page_id, coalesce(p_seen_revision, -1));
    if held.published_revision = held.revision then
      perform private.refuse('nothing_to_test', '22023', 'The draft is the same as the live version. Change the draft first.', 'versions');
    end if;
    drafted := private.store_landing_draft_for_test(held);
  end if;
  insert into public.landing_tests (id, page_id, goal, only_source, started_by) values (p_id, p_page_id, p_goal, source, auth.uid());
  insert into private.landing_test_seeds (test_id) values (p_id);
  insert into public.landing_test_variants (test_id, version, page_id, place, weight, label)
  select p_id, coalesce((variant.value ->> 'version')::integer, drafted), p_page_id, variant.place, (variant.value ->> 'weight')::smallint,
    btrim(variant.value ->> 'label')
  from jsonb_array_elements(p_variants) with ordinality as variant (value, place);
  return p_id;
end
$$;

create function public.start_landing_test(
  p_id uuid, p_page_id uuid, p_seen_revision integer, p_goal public.landing_test_goal, p_variants jsonb, p_only_source text default null
) returns uuid
language sql volatile
set search_path = ''
return private.start_landing_test(p_id, p_page_id, p_seen_revision, p_goal, p_variants, p_only_source);

comment on function public.start_landing_test(uuid, uuid, integer, public.landing_test_goal, jsonb, text) is
'Starts a test of a published page and returns its id; a known id changes nothing. Variants are [{version, weight, label}], the live version first; a variant without a version is the draft, which becomes a version that is not live. For people who publish the page without approval. PT409: a test runs already (test_running), the draft was saved or another version was published since (outdated). 22023: what cannot be tested. PT404: no such page or version.';

create function private.stop_landing_test(p_test_id uuid, p_learned text) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held constant public.landing_tests := private.lock_landing_test(p_test_id);
  told constant text := private.parse_learned(p_learned);
begin
  -- Two people who stop it at once both get what they want.
  if held.state = 'stopped' then return; end if;
  update public.landing_tests as test
  set state = 'stopped', stopped_at = now(), stopped_by = auth.uid(), learned = coalesce(told, test.learned)
  where test.id = p_test_id;
end
$$;

create function public.stop_landing_test(p_test_id uuid, p_learned text default null) returns void
language sql volatile
set search_path = ''
return private.stop_landing_test(p_test_id, p_learned);

comment on function public.stop_landing_test(uuid, text) is
'Stops a test: all visitors see the live version. A stopped test changes nothing. For people who write the page. PT404: no such test.';

create function private.roll_out_landing_test(p_test_id uuid, p_version integer, p_learned text) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held constant public.landing_tests := private.lock_landing_test(p_test_id);
  told constant text := private.parse_learned(p_learned);
  live integer;
  draft public.landing_drafts;
  winning public.landing_drafts;
  past public.landing_page_versions;
begin
  perform private.require_test_publisher(held.account_id);
  select page.version into live from public.landing_pages as page where page.id = held.page_id;
  -- A repeated request: this version is already rolled out.
  if held.winner_version = p_version then return live; end if;
  if held.state = 'stopped' then perform private.refuse('test_stopped', 'PT409', 'Someone just stopped this test'); end if;
  select version.* into past from public.landing_page_versions as version
  join public.landing_test_variants as variant on variant.page_id = version.page_id and variant.version = version.number
  where variant.test_id = held.id and version.number = p_version;
  if not found then perform private.refuse('version_not_found', 'PT404', 'This version is not in the test'); end if;
  update public.landing_tests as test
  set state = 'stopped', stopped_at = now(), stopped_by = auth.uid(), winner_version = p_version, learned = coalesce(told, test.learned)
  where test.id = held.id;
  if p_version = live then return live; end if;
  select known.* into draft from public.landing_drafts as known where known.page_id = held.page_id;
  winning := draft;
  winning.slug := (select page.slug from public.landing_pages as page where page.id = held.page_id);
  winning.title := past.title;
  winning.description := past.description;
  winning.hide_title := past.hide_title;
  winning.content := past.content;
  winning.blocks := past.blocks;
  winning.theme := past.theme;
  winning.custom_css := past.custom_css;
  winning.custom_js := past.custom_js;
  live := private.publish_landing_draft(winning, p_version);
  -- Edits since the test began stay in the draft as unpublished changes.
  if winning is distinct from draft then
    update public.landing_drafts as kept set published_revision = null where kept.page_id = held.page_id;
  end if;
  return live;
end
$$;

create function public.roll_out_landing_test(p_test_id uuid, p_version integer, p_learned text default null) returns integer
language sql volatile
set search_path = ''
return private.roll_out_landing_test(p_test_id, p_version, p_learned);

comment on function public.roll_out_landing_test(uuid, integer, text) is
'Stops a running test and publishes one of its versions as a new version, once; returns the live version. The draft and the slug stay. For people who publish the page without approval. PT404: no such test, or the version is not in it. PT409: it was stopped meanwhile (test_stopped).';

create function private.note_landing_test(p_test_id uuid, p_learned text) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held constant public.landing_tests := private.lock_landing_test(p_test_id);
begin
  update public.landing_tests as test set learned = private.parse_learned(p_learned)
  where test.id = held.id and test.learned is distinct from private.parse_learned(p_learned);
end
$$;

create function public.note_landing_test(p_test_id uuid, p_learned text) returns void
language sql volatile
set search_path = ''
return private.note_landing_test(p_test_id, p_learned);

comment on function public.note_landing_test(uuid, text) is
'Writes down what the team learned from a test. For people who write the page. PT404: no such test. 22023: longer than 2,000 characters.';

create function public.landing_test_figures(p_page_id uuid)
returns table (
  test_id uuid, version integer, visitors bigint, submissions bigint, qualified bigint, booked bigint, won bigint,
  revenue_cents numeric, revenue_squares numeric
)
language sql stable
set search_path = ''
as $$
  select variant.test_id, variant.version, seen.visitors, sent.submissions, sent.qualified, sent.booked, sent.won, sent.revenue_cents, sent.revenue_squares
  from public.landing_test_variants as variant
  join public.landing_tests as test on test.id = variant.test_id
  cross join lateral (
    select coalesce(sum(held.visitors), 0)::bigint as visitors from public.landing_test_views as held
    where held.test_id = variant.test_id and held.version = variant.version
  ) as seen
  cross join lateral (
    select count(*) as submissions,
      count(*) filter (where person.is_new and person.reached >= (select stage.position from public.pipeline_stages as stage where stage.key = 'qualified')) as qualified,
      count(*) filter (where person.is_new and person.reached >= (select stage.position from public.pipeline_stages as stage where stage.key = 'call_booked')) as booked,
      count(*) filter (where person.is_new and person.stage = 'won') as won,
      coalesce(sum(person.value_cents) filter (where person.is_new and person.stage = 'won'), 0)::numeric as revenue_cents,
      coalesce(sum(person.value_cents::numeric * person.value_cents) filter (where person.is_new and person.stage = 'won'), 0) as revenue_squares
    from (
      -- A person counts once for each variant. Someone who was a lead before the test counts as a submission only.
      select distinct on (coalesce(form.lead_id, form.id)) lead.stage, lead.reached, coalesce(lead.value_cents, 0) as value_cents,
        coalesce(lead.created_at >= test.started_at, false) as is_new
      from public.landing_submissions as form left join public.leads as lead on lead.id = form.lead_id
      where form.test_id = variant.test_id and form.version = variant.version and not form.is_spam and not coalesce(lead.is_spam, false)
      order by coalesce(form.lead_id, form.id)
    ) as person
  ) as sent
  where variant.page_id = p_page_id
  order by test.started_at desc, variant.test_id, variant.place
$$;

comment on function public.landing_test_figures(uuid) is
'The figures of each variant of a page''s tests since they began, as far as the caller sees the page, its forms and its leads: visitors, people who sent a form, and those of them who became a qualified lead, booked a call or were won, with the sum of their values and of its squares.';

grant execute on function public.start_landing_test(uuid, uuid, integer, public.landing_test_goal, jsonb, text) to authenticated;
grant execute on function private.start_landing_test(uuid, uuid, integer, public.landing_test_goal, jsonb, text) to authenticated;
grant execute on function public.stop_landing_test(uuid, text) to authenticated;
grant execute on function private.stop_landing_test(uuid, text) to authenticated;
grant execute on function public.roll_out_landing_test(uuid, integer, text) to authenticated;
grant execute on function private.roll_out_landing_test(uuid, integer, text) to authenticated;
grant execute on function public.note_landing_test(uuid, text) to authenticated;
grant execute on function private.note_landing_test(uuid, text) to authenticated;
grant execute on function public.landing_test_figures(uuid) to authenticated;
