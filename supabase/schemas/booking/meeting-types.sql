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
  bookable_days text[] not null default '{mon,tue,wed,thu,fri,sat,sun}' check (
    cardinality(bookable_days) between 1 and 7 and bookable_days <@ '{mon,tue,wed,thu,fri,sat,sun}'
  ),
  bookable_from time,
  bookable_until time,
  unique (account_id, slug),
  constraint meeting_types_bookable_hours check (
    (bookable_from is null) = (bookable_until is null) and bookable_until - bookable_from >= make_interval(mins => minutes)
  )
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
comment on column public.meeting_types.bookable_days is 'The local days of the account on which it can be booked: mon to sun.';
comment on column public.meeting_types.bookable_from is 'The local time of the account at which its calls begin at the earliest; null for whenever a host works.';
comment on column public.meeting_types.bookable_until is 'The local time at which its calls have ended at the latest, without their buffers; null for whenever a host works.';

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
