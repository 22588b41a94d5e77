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

create policy "People read absences of their workspace's team and their own, and admins all" on public.absences
for select to authenticated using (
  user_id = (select auth.uid()) or user_id = any ((select private.colleagues())::uuid[]) or (select private.has_active_role('admin'))
);

create function private.shifts(p_account uuid, p_people uuid[], p_from timestamptz, p_to timestamptz)
returns table (user_id uuid, during tstzmultirange)
language plpgsql stable security definer
set search_path = ''
-- The planner expects many rows of a series, and compiles for longer than this runs.
set jit = off
as $$
declare
  time_of_day constant text := '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$';
begin
  if p_from >= p_to then return; end if;
  return query
  with account as materialized (
    select held.id, held.time_zone, held.working_hours, held.holidays from public.accounts as held where held.id = p_account
  ), person as materialized (
    -- A local day may begin a day before or after the one of UTC.
    select known.*, (p_from at time zone known.zone)::date - 1 as first_day, (p_to at time zone known.zone)::date + 1 as last_day
    from (
      select wanted.id, rota.user_id is not null as has_rota, coalesce(rota.time_zone, account.time_zone) as zone,
        coalesce(rota.hours, account.working_hours) as hours
      from account cross join (select distinct named.id from unnest(p_people) as named (id)) as wanted
      left join public.rotas as rota on rota.account_id = account.id and rota.user_id = wanted.id
    ) as known
  ), pair as materialized (
    -- The times of each weekday are read once. An account has one pair for a day, a rota a list of them.
    select person.id, person.zone, person.last_day, person.first_day + day.number as first_day, listed.value ->> 0 as starts, listed.value ->> 1 as ends
    from person join unnest(array[0, 1, 2, 3, 4, 5, 6]) as day (number) on day.number <= person.last_day - person.first_day
    cross join lateral (
      select person.hours -> (array['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'])[extract(isodow from person.first_day + day.number)::integer] as hours
    ) as named
    cross join lateral jsonb_array_elements(case when person.has_rota then coalesce(named.hours, '[]') else jsonb_build_array(named.hours) end) as listed
  ), shift as materialized (
    select pair.id, pair.zone, pair.first_day, pair.last_day, pair.starts::time as starts, pair.ends::time as ends
    from pair where pair.starts ~ time_of_day and pair.ends ~ time_of_day and pair.starts < pair.ends
  ), worked as materialized (
    -- As in private.working_range: a skipped local time uses the earlier offset, and of a repeated one the second counts.
    select shift.id, (shift.first_day + 7 * week + shift.starts) at time zone shift.zone as starts,
      (shift.first_day + 7 * week + shift.ends) at time zone shift.zone as ends
    from shift cross join lateral generate_series(0, (shift.last_day - shift.first_day) / 7) as week
  ), closed as materialized (
    -- The account's holidays are days in its own time zone.
    select coalesce(range_agg(tstzrange(holiday::timestamp at time zone account.time_zone, (holiday + 1)::timestamp at time zone account.time_zone)), '{}') as during
    from account cross join lateral unnest(account.holidays) as holiday
    where holiday between (p_from at time zone account.time_zone)::date - 1 and (p_to at time zone account.time_zone)::date + 1
  )
  select person.id,
    coalesce(own.during, '{}') * tstzmultirange(tstzrange(p_from, p_to)) - closed.during - coalesce((
      select range_agg(tstzrange(away.starts_at, away.ends_at)) from public.absences as away
      where away.user_id = person.id and away.starts_at < p_to and away.ends_at > p_from
    ), '{}')
  from person cross join closed
  left join (
    select worked.id, range_agg(tstzrange(worked.starts, worked.ends)) as during from worked
    where worked.starts < worked.ends and worked.starts < p_to and worked.ends > p_from group by worked.id
  ) as own on own.id = person.id;
end
$$;

comment on function private.shifts(uuid, uuid[], timestamptz, timestamptz) is
'When each of these people works for an account within a period: their rota, or else the account''s hours, without the account''s holidays and their absences.';

create function private.on_shift(p_account uuid, p_people uuid[], p_at timestamptz default now()) returns uuid[]
language sql stable security definer
set search_path = ''
as $$
  select coalesce(array_agg(shift.user_id order by shift.user_id), '{}')
  from private.shifts(p_account, p_people, p_at, p_at + interval '1 microsecond') as shift where shift.during @> p_at
$$;

comment on function private.on_shift(uuid, uuid[], timestamptz) is 'Which of these people work for an account at a moment.';

call private.watch('public.rotas', 'account_id', 'user_id');
