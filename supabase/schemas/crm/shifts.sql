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
