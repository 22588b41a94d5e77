-- When calls can be booked: the rota of each host, without absences, without calls that they have already and without the busy
-- times of their own calendars, within the type's bookable hours. tests/support/free-times.ts works the same out minute by minute.

create function private.openings(p_account uuid, p_hosts uuid[], p_from timestamptz, p_to timestamptz, p_moved uuid default null)
returns table (user_id uuid, during tstzmultirange)
language sql stable security definer
set search_path = ''
as $$
  select shift.user_id, shift.during
    - coalesce((
      select range_agg(host.during) from public.booking_hosts as host
      -- As in the constraint booking_hosts_one_call, so that its index finds the calls of this time only.
      where private.person_range(host.user_id, host.user_id, '[]') && private.person_range(shift.user_id, shift.user_id, '[]')
        and host.during && tstzrange(p_from, p_to) and host.is_taken and host.booking_id is distinct from p_moved
    ), '{}')
    - coalesce((
      select range_agg(busy.during) from private.calendar_busy as busy
      where busy.user_id = shift.user_id and busy.during && tstzrange(p_from, p_to)
    ), '{}')
  from private.shifts(p_account, p_hosts, p_from, p_to) as shift
$$;

comment on function private.openings(uuid, uuid[], timestamptz, timestamptz, uuid) is
'When each of these people works for an account and has nothing else, within a period. p_moved is a booking whose time counts as free.';

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

create function private.hosts_of(p_type public.meeting_types) returns uuid[]
language sql stable security definer
set search_path = ''
as $$
  select private.hosts_among(p_type, array(select host.user_id from public.meeting_hosts as host where host.meeting_type_id = p_type.id))
$$;

comment on function private.hosts_of(public.meeting_types) is
'Who gets new calls of a meeting type: its hosts who are on the account''s team. Of a pool, those whose weight is not 0.';

create function private.only_host_of(p_user_id uuid, p_account_id uuid default null) returns text[]
language sql stable security definer
set search_path = ''
as $$
  select array(
    -- Accounts may have types of the same name.
    select distinct type.name
    from public.meeting_hosts as host join public.meeting_types as type on type.id = host.meeting_type_id
    join public.accounts as account on account.id = type.account_id and account.archived_at is null
    where host.user_id = p_user_id and type.is_active and type.account_id = coalesce(p_account_id, type.account_id)
      and private.hosts_of(type) = array[p_user_id]
    order by type.name
  )
$$;

comment on function private.only_host_of(uuid, uuid) is
'The names of the meeting types, of one open account or of all, that nobody can book once this person leaves: they have no other host.';

create function private.bookable_hours(
  p_type public.meeting_types, p_zone text, p_from timestamptz, p_to timestamptz
) returns tstzmultirange
language sql stable
set search_path = ''
as $$
  select case when p_type.bookable_from is not null or not p_type.bookable_days @> '{mon,tue,wed,thu,fri,sat,sun}' then coalesce((
    -- As in private.shifts: a skipped local time uses the earlier offset, and of a repeated one the second counts.
    select range_agg(tstzrange(hours.starts, hours.ends))
    from (
      select (day.at + coalesce(p_type.bookable_from, '00:00')) at time zone p_zone as starts,
        (day.at + coalesce(p_type.bookable_until, '24:00')) at time zone p_zone as ends
      from (
        select (p_from at time zone p_zone)::date + number as at
        from generate_series(-1, (p_to at time zone p_zone)::date - (p_from at time zone p_zone)::date + 1) as number
      ) as day
      where (array['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'])[extract(isodow from day.at)::integer] = any (p_type.bookable_days)
    ) as hours where hours.starts < hours.ends
  ), '{}') end
$$;

comment on function private.bookable_hours(public.meeting_types, text, timestamptz, timestamptz) is
'When calls of this type take place, in and around a period: its days and times in the account''s zone. Null: whenever a host works.';

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

create function private.free_times(
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
