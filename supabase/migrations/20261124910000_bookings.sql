-- Rotas and absences, meeting types, bookings and calendars.

-- When each person of an account answers leads and takes calls: a weekly rota in their own time zone, absences, a capacity and a
-- weight. "On shift" means this rota everywhere. A person without a rota works the account's hours.

create table public.rotas (
  account_id uuid not null references public.accounts (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  time_zone text not null check (
    char_length(time_zone) <= 100 and (timestamptz '2000-01-01 00:00+00' at time zone time_zone) is not null
  ),
  hours jsonb not null check (jsonb_typeof(hours) = 'object' and octet_length(hours::text) <= 2000),
  capacity integer check (capacity between 1 and 1000),
  weight integer not null default 1 check (weight between 0 and 100),
  updated_at timestamptz not null default now(),
  primary key (account_id, user_id)
);

comment on table public.rotas is 'When a person works for an account, and how many of its leads they get.';
comment on column public.rotas.account_id is 'The account.';
comment on column public.rotas.user_id is 'The person.';
comment on column public.rotas.time_zone is 'IANA name. The hours are local times there.';
comment on column public.rotas.hours is
'For each day (mon to sun) a list of from and to: {"mon": [["09:00", "12:00"], ["13:00", "17:00"]]}. A missing day is free.';
comment on column public.rotas.capacity is 'The most open unanswered leads at once; null for no limit.';
comment on column public.rotas.weight is 'The share of new leads and calls, compared with the others. 0: none.';
comment on column public.rotas.updated_at is 'When the row last changed.';

create index rotas_user_id_idx on public.rotas (user_id);

create trigger touch_updated_at before update on public.rotas for each row execute function private.touch_updated_at();

create table public.absences (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint absences_range check (
    starts_at < ends_at and starts_at >= timestamptz '2000-01-01T00:00Z' and ends_at <= timestamptz '2200-01-01T00:00Z'
  )
);

comment on table public.absences is 'When people are away, from all accounts that they work for.';
comment on column public.absences.id is 'The absence. Its writer makes the id, so that a request sent twice stores one.';
comment on column public.absences.user_id is 'The person.';
comment on column public.absences.starts_at is 'From.';
comment on column public.absences.ends_at is 'To, which is not part of it.';
comment on column public.absences.created_by is 'Who entered it.';
comment on column public.absences.created_at is 'When it was entered.';

create index absences_user_id_idx on public.absences (user_id, ends_at);
create index absences_created_by_idx on public.absences (created_by);

alter table public.rotas enable row level security;

call private.require_sufficient_sessions('public.rotas');

alter table public.absences enable row level security;

call private.require_sufficient_sessions('public.absences');

grant select, insert, update, delete on public.rotas, public.absences to service_role;
grant select on public.rotas, public.absences to authenticated;

create policy "People read the rotas of their workspace" on public.rotas
for select to authenticated using (account_id = (select private.workspace()));

create function private.colleagues() returns uuid[]
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return private.team_of(private.workspace());
end
$$;

comment on function private.colleagues() is 'The team of the caller''s workspace; nobody without one.';

grant execute on function private.colleagues() to authenticated;

create policy "People read absences of their workspace's team and their own" on public.absences
for select to authenticated
using (user_id = (select auth.uid()) or user_id = any ((select private.colleagues())::uuid[]));

create function private.shift_range(p_day date, p_hours jsonb, p_time_zone text) returns tstzrange
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  time_of_day constant text := '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$';
  starts timestamptz;
  ends timestamptz;
begin
  if (p_hours ->> 0) !~ time_of_day or (p_hours ->> 1) !~ time_of_day or p_hours ->> 0 is null or p_hours ->> 1 is null
    or p_hours ->> 0 >= p_hours ->> 1
  then
    return 'empty';
  end if;
  -- As in private.working_range: a skipped local time uses the earlier offset, and of a repeated one the second counts.
  starts := (p_day + (p_hours ->> 0)::time) at time zone p_time_zone;
  ends := (p_day + (p_hours ->> 1)::time) at time zone p_time_zone;
  return case when starts < ends then tstzrange(starts, ends) else 'empty' end;
end
$$;

comment on function private.shift_range(date, jsonb, text) is 'One shift of a local day, [from, to]; empty for a pair that is none.';

create function private.shift_ranges(p_account uuid, p_user uuid, p_from timestamptz, p_to timestamptz) returns tstzmultirange
language plpgsql stable security definer
set search_path = ''
as $$
declare
  account constant public.accounts := (select held from public.accounts as held where held.id = p_account);
  rota constant public.rotas := (select held from public.rotas as held where held.account_id = p_account and held.user_id = p_user);
  zone constant text := coalesce(rota.time_zone, account.time_zone);
  shifts tstzmultirange;
begin
  if account.id is null or p_from >= p_to then return '{}'; end if;
  -- A local day may begin a day before or after the one of UTC.
  select coalesce(range_agg(case
    when rota.user_id is null then private.working_range(day::date, private.calendar_of(account))
    else shift.range
  end), '{}')
  into shifts
  from generate_series((p_from at time zone zone)::date - 1, (p_to at time zone zone)::date + 1, interval '1 day') as day
  left join lateral (
    select private.shift_range(day::date, pair, zone) as range
    from jsonb_array_elements(
      coalesce(rota.hours -> (array['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'])[extract(isodow from day)::integer], '[]')
    ) as pair
  ) as shift on rota.user_id is not null;
  return shifts * tstzmultirange(tstzrange(p_from, p_to))
    -- The account's holidays are days in its own time zone.
    - coalesce((
      select range_agg(tstzrange(holiday::timestamp at time zone account.time_zone, (holiday + 1)::timestamp at time zone account.time_zone))
      from unnest(account.holidays) as holiday
      where holiday between (p_from at time zone account.time_zone)::date - 1 and (p_to at time zone account.time_zone)::date + 1
    ), '{}')
    - coalesce((
      select range_agg(tstzrange(away.starts_at, away.ends_at)) from public.absences as away
      where away.user_id = p_user and away.starts_at < p_to and away.ends_at > p_from
    ), '{}');
end
$$;

comment on function private.shift_ranges(uuid, uuid, timestamptz, timestamptz) is
'When a person works for an account within a period: their rota, or else the account''s hours, without the account''s holidays and their absences.';

create function private.is_on_shift(p_account uuid, p_user uuid, p_at timestamptz default now()) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select private.shift_ranges(p_account, p_user, p_at, p_at + interval '1 microsecond') @> p_at
$$;

comment on function private.is_on_shift(uuid, uuid, timestamptz) is 'Whether a person works for an account at a moment.';

call private.watch('public.rotas', 'account_id', 'user_id');

-- What visitors can book: a kind of call with its length, its rules and the people who hold it.

create type public.meeting_location as enum ('phone', 'video', 'place');

comment on type public.meeting_location is 'phone: the host calls. video: a link. place: an address.';

create type public.meeting_assignment as enum ('person', 'pool', 'together');

comment on type public.meeting_assignment is 'person: its only host. pool: one of the hosts, by weight. together: all hosts.';

create table public.meeting_types (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null default private.account_for_insert() references public.accounts (id) on delete cascade,
  slug text not null check (char_length(slug) <= 60 and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null check (btrim(name) <> '' and char_length(name) <= 100),
  description text not null default '' check (char_length(description) <= 2000),
  minutes integer not null default 30 check (minutes between 5 and 480),
  buffer_before integer not null default 0 check (buffer_before between 0 and 240),
  buffer_after integer not null default 0 check (buffer_after between 0 and 240),
  step_minutes integer not null default 30 check (step_minutes in (5, 10, 15, 20, 30, 60)),
  notice_minutes integer not null default 60 check (notice_minutes between 0 and 43200),
  horizon_days integer not null default 30 check (horizon_days between 1 and 365),
  daily_limit integer check (daily_limit between 1 and 100),
  location public.meeting_location not null default 'phone',
  location_details text not null default '' check (char_length(location_details) <= 500),
  questions jsonb not null default '[]' check (jsonb_typeof(questions) = 'array' and octet_length(questions::text) <= 20000),
  assignment public.meeting_assignment not null default 'pool',
  reminders integer[] not null default '{1440,60,15}' check (
    cardinality(reminders) <= 10 and 5 <= all (reminders) and 20160 >= all (reminders)
  ),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (account_id, slug)
);

comment on table public.meeting_types is 'Kinds of calls that visitors can book.';
comment on column public.meeting_types.id is 'The meeting type.';
comment on column public.meeting_types.account_id is 'The account.';
comment on column public.meeting_types.slug is 'Its name in /book/{account}/{type}.';
comment on column public.meeting_types.name is 'What visitors book, such as Strategy call.';
comment on column public.meeting_types.description is 'What the call is about.';
comment on column public.meeting_types.minutes is 'How long it takes.';
comment on column public.meeting_types.buffer_before is 'Minutes before it in which its hosts have nothing else. They are part of the shift, too.';
comment on column public.meeting_types.buffer_after is 'Minutes after it in which its hosts have nothing else. They are part of the shift, too.';
comment on column public.meeting_types.step_minutes is 'Calls begin at multiples of so many minutes after the local hour.';
comment on column public.meeting_types.notice_minutes is 'A call is booked so many minutes ahead at least.';
comment on column public.meeting_types.horizon_days is 'A call is booked so many days ahead at most.';
comment on column public.meeting_types.daily_limit is 'The most calls of this type that a host has on one of the account''s days; null for no limit.';
comment on column public.meeting_types.location is 'phone, video or place.';
comment on column public.meeting_types.location_details is 'The video link or the address.';
comment on column public.meeting_types.questions is
'What the visitor is asked beside name, email and phone: [{"id", "label", "kind": "text" | "textarea" | "select", "required", "options"}].';
comment on column public.meeting_types.assignment is 'person, pool or together.';
comment on column public.meeting_types.reminders is 'Minutes before the call at which the visitor gets an email.';
comment on column public.meeting_types.is_active is 'Whether it can be booked.';
comment on column public.meeting_types.created_at is 'When it was created.';
comment on column public.meeting_types.updated_at is 'When the row last changed.';

create trigger touch_updated_at before update on public.meeting_types
for each row execute function private.touch_updated_at();

create table public.meeting_hosts (
  meeting_type_id uuid not null references public.meeting_types (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  account_id uuid not null references public.accounts (id) on delete cascade,
  primary key (meeting_type_id, user_id)
);

comment on table public.meeting_hosts is 'Who holds the calls of a meeting type. Their weights and hours are in their rotas.';
comment on column public.meeting_hosts.meeting_type_id is 'The meeting type.';
comment on column public.meeting_hosts.user_id is 'The host.';
comment on column public.meeting_hosts.account_id is 'The meeting type''s account.';

create index meeting_hosts_user_id_idx on public.meeting_hosts (user_id);
create index meeting_hosts_account_id_idx on public.meeting_hosts (account_id);

alter table public.meeting_types enable row level security;

call private.require_sufficient_sessions('public.meeting_types');

alter table public.meeting_hosts enable row level security;

call private.require_sufficient_sessions('public.meeting_hosts');

grant select, insert, update, delete on public.meeting_types, public.meeting_hosts to service_role;
grant select on public.meeting_types, public.meeting_hosts to authenticated;

create policy "People read the meeting types of their workspace" on public.meeting_types
for select to authenticated using (account_id = (select private.workspace()));

create policy "People read the hosts of their workspace's meeting types" on public.meeting_hosts
for select to authenticated using (account_id = (select private.workspace()));

call private.watch('public.meeting_types', 'id');

-- Booked calls. A person is in one place at a time: an exclusion constraint decides, not a check before.

create type public.booking_state as enum ('booked', 'cancelled', 'held', 'no_show');

comment on type public.booking_state is 'booked: in the future, or waiting for its outcome. held and no_show: its outcome. Only a booked call can be moved.';

create table public.bookings (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references public.accounts (id) on delete cascade,
  meeting_type_id uuid references public.meeting_types (id) on delete set null,
  lead_id uuid not null references public.leads (id) on delete cascade,
  state public.booking_state not null default 'booked',
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  name text not null check (char_length(name) <= 200),
  email text not null check (char_length(email) <= 320),
  phone text check (char_length(phone) <= 50),
  time_zone text not null check (char_length(time_zone) <= 100),
  answers jsonb not null default '{}' check (jsonb_typeof(answers) = 'object' and octet_length(answers::text) <= 20000),
  title text not null check (char_length(title) <= 100),
  location public.meeting_location not null,
  location_details text not null default '' check (char_length(location_details) <= 500),
  page_id uuid references public.landing_pages (id) on delete set null,
  sequence integer not null default 0 check (sequence between 0 and 100000),
  manage_key uuid not null unique default gen_random_uuid(),
  submission_id uuid not null unique,
  decided_at timestamptz,
  decided_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint bookings_range check (
    starts_at < ends_at and starts_at >= timestamptz '2000-01-01T00:00Z' and ends_at <= timestamptz '2200-01-01T00:00Z'
  )
);

comment on table public.bookings is 'Booked calls, with what the visitor entered.';
comment on column public.bookings.id is 'The booking, and the UID of its calendar event.';
comment on column public.bookings.account_id is 'The account.';
comment on column public.bookings.meeting_type_id is 'What was booked; null after the type was deleted. Title, length and location stay with the booking.';
comment on column public.bookings.lead_id is 'The lead.';
comment on column public.bookings.state is 'booked, cancelled, held or no_show.';
comment on column public.bookings.starts_at is 'When the call begins.';
comment on column public.bookings.ends_at is 'When it ends.';
comment on column public.bookings.name is 'The visitor''s name, as entered.';
comment on column public.bookings.email is 'The visitor''s email address, as entered.';
comment on column public.bookings.phone is 'The visitor''s phone number, as entered.';
comment on column public.bookings.time_zone is 'The visitor''s time zone, for emails. IANA name.';
comment on column public.bookings.answers is 'Answers to the type''s questions: { label: answer }.';
comment on column public.bookings.title is 'The name of the meeting type when it was booked.';
comment on column public.bookings.location is 'phone, video or place.';
comment on column public.bookings.location_details is 'The video link or the address.';
comment on column public.bookings.page_id is 'The landing page that led to it.';
comment on column public.bookings.sequence is 'How often it was changed: SEQUENCE of its calendar event (RFC 5545).';
comment on column public.bookings.manage_key is 'Whoever has this key may move or cancel the call. It is in the visitor''s emails only.';
comment on column public.bookings.submission_id is 'Made by the form, so that a form sent twice books once.';
comment on column public.bookings.decided_at is 'When it was cancelled or its outcome was noted.';
comment on column public.bookings.decided_by is 'The person of the account who did; null for the visitor.';
comment on column public.bookings.created_at is 'When it was booked.';
comment on column public.bookings.updated_at is 'When the row last changed.';

create index bookings_account_id_idx on public.bookings (account_id, starts_at);
create index bookings_lead_id_idx on public.bookings (lead_id, starts_at desc);
create index bookings_meeting_type_id_idx on public.bookings (meeting_type_id, starts_at);
create index bookings_page_id_idx on public.bookings (page_id);
create index bookings_decided_by_idx on public.bookings (decided_by);

create trigger touch_updated_at before update on public.bookings for each row execute function private.touch_updated_at();

-- GiST has no operators for uuid without an extension, but it has them for every range.
create type private.person_range as range (subtype = uuid);

comment on type private.person_range is 'One person, as a range, so that an exclusion constraint can compare people.';

create table public.booking_hosts (
  booking_id uuid not null references public.bookings (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  account_id uuid not null references public.accounts (id) on delete cascade,
  during tstzrange not null check (not isempty(during) and lower(during) is not null and upper(during) is not null),
  is_taken boolean not null default true,
  primary key (booking_id, user_id),
  -- Across accounts, because a lent sales person is still one person.
  constraint booking_hosts_one_call exclude using gist (
    private.person_range(user_id, user_id, '[]') with &&, during with &&
  ) where (is_taken)
);

comment on table public.booking_hosts is 'Who holds a booked call, and the time that it takes from them.';
comment on column public.booking_hosts.booking_id is 'The booking.';
comment on column public.booking_hosts.user_id is 'The host.';
comment on column public.booking_hosts.account_id is 'The booking''s account.';
comment on column public.booking_hosts.during is 'The call with its buffers. No other call of this host overlaps it.';
comment on column public.booking_hosts.is_taken is 'Whether the time is taken: false after a cancellation.';

create index booking_hosts_user_id_idx on public.booking_hosts (user_id);
create index booking_hosts_account_id_idx on public.booking_hosts (account_id);

create table public.booking_events (
  id bigint generated always as identity primary key,
  booking_id uuid not null references public.bookings (id) on delete cascade,
  account_id uuid not null references public.accounts (id) on delete cascade,
  event text not null check (event in ('booked', 'rescheduled', 'reassigned', 'cancelled', 'held', 'no_show', 'reopened')),
  actor_id uuid references auth.users (id) on delete set null,
  payload jsonb not null default '{}' check (jsonb_typeof(payload) = 'object' and octet_length(payload::text) <= 4000),
  happened_at timestamptz not null default clock_timestamp()
);

comment on table public.booking_events is 'Everything that happened to bookings. Rows are only added.';
comment on column public.booking_events.id is 'In the order of writing.';
comment on column public.booking_events.booking_id is 'The booking.';
comment on column public.booking_events.account_id is 'The booking''s account.';
comment on column public.booking_events.event is 'What happened. reopened: an outcome was taken back.';
comment on column public.booking_events.actor_id is 'The person of the account who did it; null for the visitor and the product itself.';
comment on column public.booking_events.payload is 'Earlier and new times or hosts (ids), depending on the event. No words of people.';
comment on column public.booking_events.happened_at is 'When.';

create index booking_events_booking_id_idx on public.booking_events (booking_id, id);
create index booking_events_account_id_idx on public.booking_events (account_id, id desc);
create index booking_events_actor_id_idx on public.booking_events (actor_id);

alter table public.bookings enable row level security;

call private.require_sufficient_sessions('public.bookings');

alter table public.booking_hosts enable row level security;

call private.require_sufficient_sessions('public.booking_hosts');

alter table public.booking_events enable row level security;

call private.require_sufficient_sessions('public.booking_events');

grant select, insert, update, delete on public.bookings, public.booking_hosts to service_role;
grant select, insert on public.booking_events to service_role;
-- All but the key of the visitor's link.
grant select (
  id, account_id, meeting_type_id, lead_id, state, starts_at, ends_at, name, email, phone, time_zone, answers, title, location,
  location_details, page_id, sequence, decided_at, decided_by, created_at, updated_at
) on public.bookings to authenticated;
grant select on public.booking_hosts, public.booking_events to authenticated;

-- These policies read public.leads, whose own policies decide which leads the caller sees.
create policy "People read the bookings of leads they see" on public.bookings
for select to authenticated
using (account_id = (select private.workspace()) and exists (select from public.leads as lead where lead.id = lead_id));

create policy "People read who holds the bookings they see" on public.booking_hosts
for select to authenticated
using (account_id = (select private.workspace()) and exists (select from public.bookings as booking where booking.id = booking_id));

create policy "People read what happened to the bookings they see" on public.booking_events
for select to authenticated
using (account_id = (select private.workspace()) and exists (select from public.bookings as booking where booking.id = booking_id));

-- Calendars that people keep elsewhere. Their busy times block calls; only the person sees the address.

create table public.calendar_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  address text not null check (char_length(address) <= 2048 and address ~ '^https?://'),
  fetched_at timestamptz,
  failed_at timestamptz,
  problem text check (char_length(problem) <= 200),
  etag text check (char_length(etag) <= 500),
  busy_until timestamptz,
  created_at timestamptz not null default now(),
  unique (user_id, address)
);

comment on table public.calendar_subscriptions is 'Calendars of people, read by their ICS address.';
comment on column public.calendar_subscriptions.id is 'The subscription.';
comment on column public.calendar_subscriptions.user_id is 'The person.';
comment on column public.calendar_subscriptions.address is 'Where the calendar is read. It is a secret of the person.';
comment on column public.calendar_subscriptions.fetched_at is 'When it was last read.';
comment on column public.calendar_subscriptions.failed_at is 'When reading last failed; null after a success.';
comment on column public.calendar_subscriptions.problem is 'The code of what went wrong.';
comment on column public.calendar_subscriptions.etag is 'The version that was read, so that an unchanged calendar is not sent again.';
comment on column public.calendar_subscriptions.busy_until is 'How far ahead its busy times are known.';
comment on column public.calendar_subscriptions.created_at is 'When it was added.';

create table private.calendar_busy (
  subscription_id uuid not null references public.calendar_subscriptions (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  during tstzrange not null check (not isempty(during)),
  primary key (subscription_id, during)
);

comment on table private.calendar_busy is 'When people are busy, by the calendars that they subscribed to. Without titles.';

create index calendar_busy_user_id_idx on private.calendar_busy (user_id, during);

create table private.calendar_feeds (
  user_id uuid primary key references auth.users (id) on delete cascade,
  key_hash text not null unique check (char_length(key_hash) = 64 and key_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now()
);

comment on table private.calendar_feeds is 'The secret address at which a person''s own calendar app reads their bookings. Only a hash of its key is kept.';

alter table private.calendar_busy enable row level security;

alter table private.calendar_feeds enable row level security;

alter table public.calendar_subscriptions enable row level security;

call private.require_sufficient_sessions('public.calendar_subscriptions');

grant select, insert, update, delete on public.calendar_subscriptions to service_role;
grant select on public.calendar_subscriptions to authenticated;

create policy "People read their own calendar subscriptions" on public.calendar_subscriptions
for select to authenticated using (user_id = (select auth.uid()));

create or replace function private.erasure_rules() returns table (
  place integer, table_name text, whose text, treatment text, sets jsonb, label text, reason text
)
language sql stable
set search_path = ''
as $$
  -- In the order in which they run. whose is a condition on the table as held; $1 is the private.erased_person. sets says
  -- for each cleared or kept column what it becomes (null: it stays).
  select rule.* from (values
    (10, 'private.outbox', $w$(held.kind = 'mail' or held.status in ('done', 'failed')) and (private.names_person(held.payload::text || ' ' || held.dedupe_key, $1)
      or exists (select from unnest(($1).accounts::text[]) as account (id) where strpos(held.dedupe_key, account.id) > 0))$w$, 'deleted', '{}'::jsonb,
      'Emails to and about the person, sent or waiting', null),
    (20, 'public.audit_log', $w$held.table_name = 'leads' and held.row_id = any (($1).partners::text[])
      or split_part(held.row_id, ' ', 1) = any (($1).accounts::text[])
      -- In a lead, user_id is the owner, and the lead is about somebody else.
      or held.table_name <> 'leads' and coalesce(held.before, held.after) ->> 'user_id' = any (($1).accounts::text[])
      or held.table_name = 'accounts' and private.is_workspace_of(private.parse_uuid(held.row_id), $1)
      -- What was prepared for their account named nobody.
      or held.table_name in ('client_dashboards', 'invoices', 'retainers')
        and private.is_workspace_of(private.parse_uuid(coalesce(held.before, held.after) ->> 'account_id'), $1)
      or coalesce(held.before, held.after) ->> 'client_id' = any (($1).accounts::text[])
      or private.names_person(concat_ws(' ', held.row_id, held.subject, held.before::text, held.after::text), $1)$w$, 'cleared',
      '{"before": "null", "after": "null", "subject": "null", "row_id": "case when held.row_id ~ ''^[0-9a-f-]{36}( [a-z]+)?$'' then held.row_id else ''erased'' end", "actor_email": "case when held.actor_id = any (($1).accounts) then null else held.actor_email end"}',
      'Copies in the audit log', 'Entries stay with their time and author. Their content is removed.'),
    -- Entries about others stay. Only the person's address goes.
    (21, 'public.audit_log', 'held.actor_id = any (($1).accounts)', 'cleared', '{"actor_email": "null"}', null, null),
    (30, 'private.lead_import_rows', $w$held.lead_id = any (($1).leads) or held.email_key = any (($1).emails)
      -- Offices share phone numbers, so a number alone does not identify a person.
      or held.lead_id is null and held.email_key is null and held.phone_key = any (($1).phones) and exists (
        select from public.leads as own where own.id = any (($1).leads)
          and lower(concat_ws(' ', own.first_name, own.last_name)) = lower(concat_ws(' ', held.fields ->> 'first_name', held.fields ->> 'last_name')))$w$, 'cleared',
      '{"fields": "''{}''", "email_key": "null", "phone_key": "null", "before": "null", "after": "null", "lead_id": "null", "problem": "case when held.outcome is null or held.problem is not null then ''Erased'' end"}',
      'Rows of imported files', null),
    (40, 'public.lead_batches', $w$exists (select from private.lead_batch_rows as noted where noted.batch_id = held.id and noted.lead_id = any (($1).leads))
      and (held.kind = 'merge' or not exists (select from private.lead_batch_rows as noted where noted.batch_id = held.id and noted.lead_id <> all (($1).leads)))$w$,
      'cleared', '{"changes": "''{}''", "undone_at": "coalesce(held.undone_at, now())"}', 'Changes that could be undone', null),
    (50, 'private.lead_batch_rows', $w$held.lead_id = any (($1).leads) or exists (
      select from private.lead_batch_rows as noted join public.lead_batches as batch on batch.id = noted.batch_id
      where noted.batch_id = held.batch_id and batch.kind = 'merge' and noted.lead_id = any (($1).leads))$w$, 'deleted', '{}',
      'Undo copies, including merges', null),
    (60, 'public.lead_tasks', 'held.lead_id = any (($1).leads)', 'deleted', '{}', 'Tasks', null),
    (65, 'public.bookings', 'held.lead_id = any (($1).leads)', 'cleared',
      '{"name": "''Erased person''", "email": "''''", "phone": "null", "answers": "''{}''", "location_details": "''''"}', 'Booked calls',
      'Time, type and outcome stay for reports.'),
    (70, 'public.lead_pins', 'held.lead_id = any (($1).leads)', 'deleted', '{}', 'Pinned activities', null),
    (80, 'public.lead_activities', 'held.lead_id = any (($1).leads)', 'cleared',
      '{"body": "null", "payload": "private.neutral_move(held.kind, held.payload)"}', 'Activities',
      'Type, time and author stay for reports. All text is removed.'),
    (90, 'public.lead_clock_events', 'held.lead_id = any (($1).leads)', 'cleared', '{"payload": "''{}''"}', 'Response clock events',
      'Times stay for response reports.'),
    (100, 'private.calls_in_progress', 'held.lead_id = any (($1).leads) or held.user_id = any (($1).accounts)', 'deleted', '{}', 'Calls in progress', null),
    (120, 'private.client_setups', 'held.lead_id = any (($1).leads)', 'deleted', '{}', 'Client setup records', null),
    (130, 'public.contacts', 'held.lead_id = any (($1).leads) or lower(held.email) = any (($1).emails)', 'deleted', '{}', 'Contact messages', null),
    (140, 'public.applications', 'held.lead_id = any (($1).leads) or lower(held.email) = any (($1).emails)', 'deleted', '{}', 'Applications', null),
    (150, 'public.landing_submissions', $w$held.lead_id = any (($1).leads) or held.lead_id is null and private.names_person(held.answers::text, $1)$w$, 'cleared',
      '{"answers": "''{}''", "utm": "''{}''", "referrer_url": "null", "ip_hash": "null", "source": "private.neutral_source(held.source, held.page_id, $1)"}',
      'Landing page submissions', 'The submission still counts in page reports. All answers are removed.'),
    -- When the last person of a company or campaign is erased, its name leaves earlier tombstones too.
    (155, 'public.leads', $w$held.erased_at is not null and held.company is not null
      and exists (select from public.leads as own where own.id = any (($1).leads) and own.company = held.company)$w$, 'cleared',
      '{"company": "private.neutral_company(held.company, $1)"}', null, null),
    (156, 'public.leads', $w$held.erased_at is not null and held.first_touch is not null and exists (select from public.leads as own
      where own.id = any (($1).leads) and lower(own.first_touch ->> 'utm_campaign') = lower(held.first_touch ->> 'utm_campaign'))$w$, 'cleared',
      '{"first_touch": "private.neutral_touch(held.first_touch, $1)"}', null, null),
    (160, 'public.leads', 'held.id = any (($1).leads)', 'cleared',
      (
        select jsonb_object_agg(known.field, case known.kind when 'list' then '''{}''' else 'null' end)
        from private.lead_fields() as known where known.kind in ('word', 'text', 'list')
      ) || '{"first_name": "''Erased''", "last_name": "''person''", "company": "private.neutral_company(held.company, $1)", "first_touch": "private.neutral_touch(held.first_touch, $1)", "last_touch": "null", "consent_at": "null", "consent_text": "null", "next_task_at": "null", "next_task_kind": "null", "next_task_title": "null", "erased_at": "now()"}',
      'Leads', 'Stage, source, value, owner and times stay, as do companies and campaigns that other leads share.'),
    -- Clearing the lead may have written this entry.
    (161, 'public.lead_activities', $w$held.lead_id = any (($1).leads) and held.kind = 'consent'$w$, 'cleared', '{"payload": "''{}''"}', null, null),
    (170, 'private.lead_words', 'held.word = any (($1).words) and held.account_id in (select lead.account_id from public.leads as lead where lead.id = any (($1).leads))', 'deleted', '{}', 'Search terms unique to this person', null),
    (180, 'private.lead_counts', $w$held.kind = 'company' and held.leads = 0$w$, 'deleted', '{}', null, null),
    (195, 'storage.objects', $w$held.bucket_id = 'avatars' and split_part(held.name, '/', 1) = any (($1).accounts::text[])
      or held.bucket_id = 'attachments' and (held.owner_id = any (($1).accounts::text[]) or exists (
        select from public.change_requests as asked where asked.id = private.folder_id(held.name)
          and (asked.user_id = any (($1).accounts) or private.names_person(asked.message, $1))))$w$, 'deleted', '{}',
      'Profile pictures and attached files', null),
    (196, 'storage.objects', $w$held.bucket_id = 'brand' and private.is_workspace_of(private.folder_id(held.name), $1)$w$, 'deleted', '{}', 'Logos of such workspaces', null),
    (200, 'public.change_requests', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Service requests and replies', null),
    (201, 'public.change_request_answers', $w$exists (select from public.change_requests as asked where asked.id = held.request_id
      and asked.user_id <> all (($1).accounts) and private.names_person(asked.message, $1))$w$, 'cleared',
      '{"body": "''The person this was about was erased.''"}', 'Replies to requests about the person', null),
    -- A colleague's request contains the company of the lead that it is about. A client's request contains their own.
    (202, 'public.change_requests', $w$held.user_id <> all (($1).accounts) and private.names_person(held.message, $1)$w$, 'cleared',
      '{"message": "''The person this was about was erased.''", "business_name": "case when private.is_team_account(held.user_id) or private.names_person(held.business_name, $1) then ''Erased'' else held.business_name end"}', 'Colleagues'' requests about the person', null),
    (210, 'public.client_dashboards', 'held.owner_id = any (($1).accounts) or held.owner_id is null and private.is_workspace_of(held.account_id, $1)', 'deleted', '{}', 'Client dashboards', null),
    (211, 'private.dashboard_import_entries', 'held.user_id = any (($1).accounts::text[])', 'deleted', '{}', 'Rows of imported dashboards', null),
    (220, 'public.invitations', 'held.email = any (($1).emails) or held.accepted_by = any (($1).accounts)', 'deleted', '{}', 'Invitations', null),
    (230, 'public.admin_emails', 'held.email = any (($1).emails)', 'deleted', '{}', 'Admin access for the address', null),
    (231, 'public.premium_overrides', 'held.email = any (($1).emails)', 'deleted', '{}', 'Complimentary Premium for the address', null),
    (232, 'private.settings', $w$lower(held.value) = any (($1).emails)$w$, 'deleted', '{}', 'Settings with the address', null),
    (240, 'public.notification_choices', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Email preferences', null),
    (241, 'public.lead_views', 'held.owner_id = any (($1).accounts)', 'deleted', '{}', 'Saved views, including shared ones', null),
    (243, 'public.calendar_subscriptions', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Subscribed calendars', null),
    (244, 'private.calendar_feeds', 'held.user_id = any (($1).accounts)', 'deleted', '{}', null, null),
    (245, 'public.rotas', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Working hours', null),
    (246, 'public.absences', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Absences', null),
    (242, 'private.recovery_codes', 'held.user_id = any (($1).accounts)', 'deleted', '{}', null, null),
    -- Drafts that were prepared for an account name nobody yet.
    (250, 'public.retainers', $w$(held.client_id = any (($1).accounts) and held.status = 'pending' or held.client_id is null and private.is_workspace_of(held.account_id, $1))
      and not exists (select from public.retainer_charges as charge where charge.retainer_id = held.id)$w$, 'deleted', '{}', 'Retainer drafts', null),
    (251, 'public.invoice_credits', $w$exists (select from public.invoices as draft where draft.id = held.invoice_id
      and (draft.client_id = any (($1).accounts) or draft.client_id is null and private.is_workspace_of(draft.account_id, $1))
      and draft.status = 'draft' and not exists (select from public.retainer_charges as charge where charge.invoice_id = draft.id))$w$, 'deleted', '{}', null, null),
    (252, 'public.invoices', $w$(held.client_id = any (($1).accounts) or held.client_id is null and private.is_workspace_of(held.account_id, $1)) and held.status = 'draft'
      and not exists (select from public.retainer_charges as charge where charge.invoice_id = held.id)$w$, 'deleted', '{}', 'Invoice drafts', null),
    (253, 'public.invoices', $w$held.client_id = any (($1).accounts) and (held.status <> 'draft'
      or exists (select from public.retainer_charges as charge where charge.invoice_id = held.id))$w$, 'kept',
      '{"invoice_number": null, "description": null, "currency": null}', 'Invoices, including the client''s name and company',
      'Required by tax law, in most countries for up to ten years.'),
    (254, 'public.invoice_lines', 'exists (select from public.invoices as kept where kept.id = held.invoice_id and kept.client_id = any (($1).accounts))', 'kept',
      '{"description": null}', 'Invoice lines', 'Part of the invoices.'),
    (255, 'public.invoice_credits', 'exists (select from public.invoices as kept where kept.id = held.invoice_id and kept.client_id = any (($1).accounts))', 'kept',
      '{"reason": null}', 'Invoice credits', 'Part of the invoices.'),
    (256, 'public.invoice_events', 'exists (select from public.invoices as kept where kept.id = held.invoice_id and kept.client_id = any (($1).accounts))', 'kept',
      '{"kind": null, "note": null, "method": null}', 'Invoice history', 'Required by tax law.'),
    (257, 'public.payments', 'held.client_id = any (($1).accounts)', 'kept', '{"kind": null, "currency": null, "provider_ref": null}', 'Payments',
      'Required by tax law. The reference points to the payment provider.'),
    (258, 'public.retainers', 'held.client_id = any (($1).accounts)', 'kept', '{"retainer_name": null, "description": null, "currency": null}', 'Ended retainers',
      'Invoices refer to them.'),
    (259, 'private.archived_billing_identities', 'held.account_id = any (($1).accounts)', 'kept', '{"name": null, "company": null, "address": null, "tax_id": null}', null,
      'The recipient on invoices, required by tax law.'),
    (260, 'public.subscriptions', 'held.user_id = any (($1).accounts)', 'kept', '{"stripe_customer_id": null, "stripe_subscription_id": null}',
      'Payment provider reference', 'Contains no name. Also delete the customer at the provider when tax law allows.'),
    (261, 'private.checkouts', 'exists (select from public.invoices as kept where kept.id = held.invoice_id and kept.client_id = any (($1).accounts))', 'cleared',
      '{"url": "null"}', null, null),
    (262, 'private.combined_checkouts', 'held.client_id = any (($1).accounts)', 'cleared', '{"url": "null"}', null, null),
    (270, 'private.rate_limits', 'private.names_person(held.key, $1)', 'deleted', '{}', 'Request counters', null),
    (271, 'private.quota_uses', $w$held.key = any (($1).accounts::text[])
      or held.key = any (array(select private.address_key(known.email) from unnest(($1).emails) as known (email)))$w$,
      'deleted', '{}', 'Quota counters', null),
    (273, 'private.file_usage', 'held.owner = any (($1).accounts::text[])', 'deleted', '{}', 'Storage counters', null),
    (272, 'private.email_links', 'held.user_id = any (($1).accounts) or held.email = any (($1).emails)', 'deleted', '{}', 'Links in account emails', null),
    (300, 'auth.audit_log_entries', $w$private.names_person(held.payload::text, $1)
      or held.payload ->> 'actor_id' = any (($1).accounts::text[]) or held.payload ->> 'user_id' = any (($1).accounts::text[])$w$, 'deleted', '{}', 'Sign-in log entries', null),
    -- The leads of the account are other people's. They stay, in an archived account without a name.
    (320, 'public.accounts', 'private.is_workspace_of(held.id, $1)', 'cleared',
      '{"name": "''Erased account''", "slug": "''erased-'' || held.id", "archived_at": "coalesce(held.archived_at, now())", "logo": "null", "logo_width": "null", "logo_height": "null"}',
      'Workspaces of this person alone', 'The workspace is archived without its name. Its leads are other people.'),
    (325, 'public.account_members', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Memberships', null),
    (326, 'public.account_loans', 'held.user_id = any (($1).accounts)', 'deleted', '{}', null, null),
    (330, 'public.user_roles', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Roles', null),
    (340, 'public.profiles', 'held.user_id = any (($1).accounts)', 'cleared',
      '{"first_name": "''Erased''", "last_name": "''person''", "company": "null", "billing_address": "null", "tax_id": "null", "erased_at": "now()"}', 'Profiles', 'An empty profile stays so that counts stay correct.'),
    (350, 'auth.users', 'held.id = any (($1).accounts)', 'cleared',
      $s${"email": "'erased-' || held.id || '@erased.invalid'", "encrypted_password": "null", "phone": "null", "email_confirmed_at": "null", "phone_confirmed_at": "null",
        "confirmation_token": "left(held.confirmation_token, 0)", "recovery_token": "left(held.recovery_token, 0)", "email_change": "left(held.email_change, 0)",
        "email_change_token_new": "left(held.email_change_token_new, 0)", "email_change_token_current": "left(held.email_change_token_current, 0)",
        "phone_change": "left(held.phone_change, 0)", "phone_change_token": "left(held.phone_change_token, 0)", "reauthentication_token": "left(held.reauthentication_token, 0)",
        "raw_app_meta_data": "'{}'", "raw_user_meta_data": "'{}'", "banned_until": "'2999-12-31'"}$s$::jsonb,
      'Accounts', 'The account ID stays without name, address or password. It appears as "Erased person" in entries about others.')
  ) as rule (place, table_name, whose, treatment, sets, label, reason)
  union all
  -- Sessions, identities, second factors and everything else that the auth service keeps for an account.
  select 310, format('auth.%I', held.relname), 'held.user_id = any (($1).accounts)', 'deleted', '{}',
    case when held.relname = 'sessions' then 'Sessions' when held.relname like 'mfa%' then 'Authenticator apps' end, null
  from pg_catalog.pg_class as held join pg_catalog.pg_attribute as owner on owner.attrelid = held.oid and owner.attname = 'user_id'
  where held.relnamespace = 'auth'::regnamespace and held.relkind = 'r' and owner.atttypid = 'uuid'::regtype and not owner.attisdropped
$$;

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
    ('public.landing_views', 'counts of visits by source'),
    ('public.lead_activities.kind', 'a word of the product'),
    ('public.lead_batches.kind', 'a word of the product'),
    ('public.lead_clock_events.event', 'a word of the product'),
    ('public.lead_clocks.state', 'a word of the product'),
    ('public.lead_imports', 'about a file of the agency; its rows have a rule of their own'),
    ('public.leads.stage', 'a key of the pipeline'),
    ('public.lost_reasons', 'the agency''s own list'),
    ('public.meeting_types', 'the account''s own kinds of calls'),
    ('public.pipeline_stages', 'the agency''s own list'),
    ('public.retainer_charges', 'ids and times'),
    ('public.retention_settings', 'the agency''s own'),
    ('storage.buckets', 'the product''s own')
  ) as entry (column_name, reason)
$$;
