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
