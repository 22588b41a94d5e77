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

-- PostgreSQL made these with the type.
alter function private.person_range(uuid, uuid) set search_path = '';
alter function private.person_range(uuid, uuid, text) set search_path = '';
alter function private.person_multirange() set search_path = '';
alter function private.person_multirange(private.person_range) set search_path = '';
alter function private.person_multirange(private.person_range[]) set search_path = '';

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

create function private.held_bookings() returns uuid[]
language sql stable security definer
set search_path = ''
as $$
  select coalesce(array_agg(host.booking_id), '{}') from public.booking_hosts as host
  where host.user_id = auth.uid() and host.account_id = private.workspace()
$$;

comment on function private.held_bookings() is 'The calls of the workspace that the caller holds.';

grant execute on function private.held_bookings() to authenticated;

-- These policies read public.leads, whose own policies decide which leads the caller sees. A host sees their call also when a
-- colleague owns its lead.
create policy "People read the bookings of leads they see and those they hold" on public.bookings
for select to authenticated
using (
  account_id = (select private.workspace())
  and (exists (select from public.leads as lead where lead.id = lead_id) or id = any ((select private.held_bookings())::uuid[]))
);

create policy "People read who holds the bookings they see" on public.booking_hosts
for select to authenticated
using (account_id = (select private.workspace()) and exists (select from public.bookings as booking where booking.id = booking_id));

create policy "People read what happened to the bookings they see" on public.booking_events
for select to authenticated
using (account_id = (select private.workspace()) and exists (select from public.bookings as booking where booking.id = booking_id));
