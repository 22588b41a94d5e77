-- The editor of a meeting type shows the times that visitors could book, as it is typed.

create function private.hosts_among(p_type public.meeting_types, p_people uuid[]) returns uuid[]
language sql stable security definer
set search_path = ''
as $$
  select coalesce(array_agg(host.user_id order by host.user_id), '{}')
  from unnest(p_people) as host (user_id)
  left join public.rotas as rota on rota.account_id = p_type.account_id and rota.user_id = host.user_id
  where (p_type.assignment <> 'pool' or coalesce(rota.weight, 1) > 0)
    -- Who left the team keeps their calls until somebody gives them away, but gets no new ones.
    and (
      host.user_id = any ((select private.team_of(p_type.account_id))::uuid[])
      or exists (select from public.user_roles as held where held.user_id = host.user_id and held.role = 'admin' and held.status = 'active')
    )
$$;

comment on function private.hosts_among(public.meeting_types, uuid[]) is
'Those of the people who get new calls of a meeting type: they are on the account''s team. Of a pool, those whose weight is not 0.';

create or replace function private.hosts_of(p_type public.meeting_types) returns uuid[]
language sql stable security definer
set search_path = ''
as $$
  select private.hosts_among(p_type, array(select host.user_id from public.meeting_hosts as host where host.meeting_type_id = p_type.id))
$$;

comment on function private.hosts_of(public.meeting_types) is
'Who gets new calls of a meeting type: its hosts who are on the account''s team. Of a pool, those whose weight is not 0.';

create function private.free_times_among(
  p_people uuid[], p_type public.meeting_types, p_from timestamptz, p_to timestamptz, p_now timestamptz, p_moved uuid
) returns table (starts_at timestamptz, hosts uuid[])
language plpgsql stable security definer
set search_path = ''
-- As in private.shifts.
set jit = off
as $$
declare
  type constant public.meeting_types := p_type;
  zone constant text := private.account_zone(type.account_id);
  step constant interval := make_interval(mins => type.step_minutes);
  before constant interval := make_interval(mins => type.buffer_before);
  after constant interval := make_interval(mins => type.minutes + type.buffer_after);
  earliest constant timestamptz := greatest(p_from, p_now + make_interval(mins => type.notice_minutes));
  latest constant timestamptz := least(p_to, p_now + make_interval(hours => 24 * type.horizon_days) + interval '1 microsecond');
  call constant interval := make_interval(mins => type.minutes);
  bookable tstzmultirange;
  -- The bookable hours with the buffers of their first and last call.
  reach tstzmultirange := '{(,)}';
  needed constant integer := case
    when p_moved is not null or type.assignment = 'together' then greatest(cardinality(p_people), 1) else 1
  end;
  -- The grid is local: minutes after the hour of the account's zone.
  is_even boolean;
  grid interval;
begin
  if exists (select from public.accounts as account where account.id = type.account_id and account.archived_at is not null)
    or not isfinite(earliest) or not isfinite(latest) or earliest >= latest then return; end if;
  bookable := private.bookable_hours(type, zone, earliest, latest);
  if bookable is not null then
    reach := (select coalesce(range_agg(tstzrange(lower(hours.during) - before, upper(hours.during) - call + after)), '{}') from unnest(bookable) as hours (during));
  end if;
  -- In most zones a multiple of the step after a local hour is one after an hour of UTC, too. Others (Kathmandu, Lord Howe) have
  -- quarters of an hour between, so each quarter is looked at there.
  is_even := not exists (
    select from generate_series(earliest - interval '24 hours', latest + interval '24 hours', interval '24 hours') as day (at)
    where extract(epoch from day.at at time zone zone)::bigint % (60 * type.step_minutes) <> extract(epoch from day.at at time zone 'UTC')::bigint % (60 * type.step_minutes)
  );
  grid := case when is_even then step when type.step_minutes % 15 = 0 then interval '15 minutes' else interval '5 minutes' end;
  return query
  with full_days as materialized (
    select host.user_id, (booking.starts_at at time zone zone)::date as day
    from public.bookings as booking join public.booking_hosts as host on host.booking_id = booking.id
    where type.daily_limit is not null and booking.meeting_type_id = type.id and booking.state <> 'cancelled' and booking.id is distinct from p_moved
      and booking.starts_at between earliest - interval '48 hours' and latest + interval '48 hours' and host.user_id = any (p_people)
    group by 1, 2 having count(*) >= type.daily_limit
  )
  select slot.at, array_agg(host.user_id order by host.user_id)
  from private.openings(type.account_id, p_people, earliest - before, latest + after, p_moved) as host
  cross join lateral unnest(host.during * reach) as piece (open)
  cross join lateral generate_series(
    date_bin(grid, lower(piece.open) + before + grid - interval '1 microsecond', timestamptz '2000-01-01 00:00Z'), upper(piece.open) - after, grid
  ) as slot (at)
  where slot.at >= earliest and slot.at < latest
    and (bookable is null or bookable @> tstzrange(slot.at, slot.at + call))
    and (is_even or extract(minute from slot.at at time zone zone)::integer % type.step_minutes = 0)
    and (type.daily_limit is null or (host.user_id, (slot.at at time zone zone)::date) not in (select one.user_id, one.day from full_days as one))
  group by slot.at having count(*) >= needed
  order by slot.at;
end
$$;

comment on function private.free_times_among(uuid[], public.meeting_types, timestamptz, timestamptz, timestamptz, uuid) is
'When a call of this type can begin within [from, to), and which of these people are free then; with all of them for a call together or one that is moved. The whole call is within the bookable hours.';

create or replace function private.free_times(
  p_type uuid, p_from timestamptz, p_to timestamptz, p_now timestamptz default now(), p_moved uuid default null
) returns table (starts_at timestamptz, hosts uuid[])
language plpgsql stable security definer
set search_path = ''
as $$
declare
  type constant public.meeting_types := (select held from public.meeting_types as held where held.id = p_type);
begin
  if type.id is null or p_moved is null and not type.is_active then return; end if;
  return query select slot.starts_at, slot.hosts from private.free_times_among(
    case
      -- Who was promised stays promised.
      when p_moved is not null then array(select host.user_id from public.booking_hosts as host where host.booking_id = p_moved order by host.user_id)
      else private.hosts_of(type)
    end, type, p_from, p_to, p_now, p_moved
  ) as slot;
end
$$;

comment on function private.free_times(uuid, timestamptz, timestamptz, timestamptz, uuid) is
'When a call of this type can begin within [from, to), and which of its hosts are free then. With p_moved: when this booking can be moved to, with the hosts that it has.';

create function private.preview_meeting_type(p_id uuid, p_type jsonb, p_hosts uuid[]) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  account constant uuid := private.workspace();
  type public.meeting_types;
  zone constant text := private.account_zone(account);
  hosts uuid[];
  free timestamptz[];
begin
  perform private.require_premium(), private.require_leader();
  begin
    type := private.parse_meeting_type(p_type);
  exception when invalid_parameter_value then
    -- Someone is still typing.
    return jsonb_build_object('zone', zone, 'times', '[]'::jsonb, 'problem', sqlerrm);
  end;
  type.account_id := account;
  -- Only its own calls count for the daily limit.
  type.id := (select held.id from public.meeting_types as held where held.id = p_id and held.account_id = account);
  -- As for a save, so that nobody learns when people of other accounts work.
  hosts := private.hosts_among(type, array(
    select distinct host.id from unnest(p_hosts) as host (id) where private.is_on_team(host.id, account) or exists (
      select from public.meeting_hosts as kept where kept.meeting_type_id = type.id and kept.user_id = host.id
    ) limit 50
  ));
  -- A week is quick. Only without a free time in it, all days are looked at.
  for days in 1..2 loop
    free := array(
      select slot.starts_at from private.free_times_among(
        hosts, type, now(), now() + make_interval(days => case days when 1 then 7 else type.horizon_days end), now(), null
      ) as slot order by slot.starts_at limit 60
    );
    exit when free <> '{}';
  end loop;
  return jsonb_build_object(
    'zone', zone, 'problem', null,
    'times', (select coalesce(jsonb_agg(extract(epoch from one.at)::bigint order by one.at), '[]') from unnest(free) as one (at))
  );
end
$$;

create function public.preview_meeting_type(p_id uuid, p_type jsonb, p_hosts uuid[]) returns jsonb
language sql stable
set search_path = ''
return private.preview_meeting_type(p_id, p_type, p_hosts);

comment on function public.preview_meeting_type(uuid, jsonb, uuid[]) is
'When visitors could book a meeting type as it is typed, without saving it: { zone, times, problem }, the next times in seconds since 1970, or what is still wrong with it. Leaders only. 42501: not a leader, or a free plan.';

grant execute on function public.preview_meeting_type(uuid, jsonb, uuid[]) to authenticated;
grant execute on function private.preview_meeting_type(uuid, jsonb, uuid[]) to authenticated;
