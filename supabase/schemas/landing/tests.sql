-- Tests of landing pages: visitors are split between the live version and others, and the goal decides which one is better. The host
-- assigns visitors without cookies, and the database checks it when a form arrives (docs/decisions/0040-tests-of-landing-pages.md).

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
comment on column public.landing_test_views.day is 'The day, in the agency''s zone.';
comment on column public.landing_test_views.version is 'The version that the visitors saw.';
comment on column public.landing_test_views.source is 'utm_source, else the host that the visitor came from, else direct.';
comment on column public.landing_test_views.visitors is 'Visitors whose first view of the page on that day was in this test.';
comment on column public.landing_test_views.page_id is 'The page.';
comment on column public.landing_test_views.account_id is 'The page''s account.';

create index landing_test_views_page_id_idx on public.landing_test_views (page_id);
create index landing_test_views_account_id_idx on public.landing_test_views (account_id);

create trigger take_account_of_page before insert or update of page_id on public.landing_test_views
for each row execute function private.take_account_of_page();

create table public.landing_test_visits (
  test_id uuid not null,
  version integer not null,
  visits bigint not null default 0 check (visits >= 0),
  bounced bigint not null default 0 check (bounced between 0 and visits),
  speeds bigint[] not null default array_fill(0, array[4]) check (cardinality(speeds) = 4),
  page_id uuid not null references public.landing_pages (id) on delete cascade,
  account_id uuid not null default private.agency_account() references public.accounts (id),
  primary key (test_id, version),
  foreign key (test_id, version) references public.landing_test_variants (test_id, version) on delete cascade
);

comment on table public.landing_test_visits is 'What the visitors of tests did, in sums. Its visitors are those of landing_test_views whose browser reported their visit.';
comment on column public.landing_test_visits.test_id is 'The test.';
comment on column public.landing_test_visits.version is 'The variant that the visitors saw.';
comment on column public.landing_test_visits.visits is 'Visitors whose browser reported their visit.';
comment on column public.landing_test_visits.bounced is 'Those who left within ten seconds without a click.';
comment on column public.landing_test_visits.speeds is 'How many saw the largest part of the first screen within 1 second, 2.5 seconds, 4 seconds, and later.';
comment on column public.landing_test_visits.page_id is 'The page.';
comment on column public.landing_test_visits.account_id is 'The page''s account.';

create index landing_test_visits_page_id_idx on public.landing_test_visits (page_id);
create index landing_test_visits_account_id_idx on public.landing_test_visits (account_id);

create trigger take_account_of_page before insert or update of page_id on public.landing_test_visits
for each row execute function private.take_account_of_page();

alter table public.landing_tests enable row level security;

call private.require_sufficient_sessions('public.landing_tests');

alter table public.landing_test_variants enable row level security;

call private.require_sufficient_sessions('public.landing_test_variants');

alter table public.landing_test_views enable row level security;

call private.require_sufficient_sessions('public.landing_test_views');

alter table public.landing_test_visits enable row level security;

call private.require_sufficient_sessions('public.landing_test_visits');

grant select, insert, update, delete on public.landing_tests, public.landing_test_variants, public.landing_test_views, public.landing_test_visits to service_role;
grant select on public.landing_tests, public.landing_test_variants, public.landing_test_views, public.landing_test_visits to authenticated;

create policy "People read the tests of their account's pages" on public.landing_tests
for select to authenticated using (account_id = (select private.pages_workspace()));

create policy "People read the variants of their account's tests" on public.landing_test_variants
for select to authenticated using (account_id = (select private.pages_workspace()));

create policy "People read the visitors of their account's tests" on public.landing_test_views
for select to authenticated using (account_id = (select private.pages_workspace()));

create policy "People read what the visitors of their account's tests did" on public.landing_test_visits
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

create function private.stop_test_of_page(p_page_id uuid, p_test_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  update public.landing_tests as test set state = 'stopped', stopped_at = now(), stopped_by = auth.uid()
  where test.id = p_test_id and test.page_id = p_page_id and test.state = 'running';
end
$$;

comment on function private.stop_test_of_page(uuid, uuid) is
'Stops the test that someone agreed to stop; null for none. Another test of the page still refuses what follows.';

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
'The version that a visitor (address, newline, browser) sees in a test on a day of the agency: a hash, so that it stays the same all day without a cookie.';
