-- The week of calls shows absences that overlap as one.

create or replace function private.list_calls(p_from timestamptz, p_to timestamptz, p_host uuid, p_everyone boolean) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_team();
  account constant uuid := private.workspace();
  host constant uuid := case when p_everyone and private.sees_all_leads() then null when private.sees_all_leads() then coalesce(p_host, caller) else caller end;
  -- Nobody learns when people of other accounts work.
  people constant uuid[] := case
    when host is null then array(
      select person.id from unnest(private.team_of(account)) as person (id)
      union
      select person.id from public.meeting_types as type cross join lateral unnest(private.hosts_of(type)) as person (id)
      where type.account_id = account and type.is_active
    )
    -- Admins host calls of the agency without being on its team.
    when host = caller or host = any (private.team_of(account)) or exists (
      select from public.meeting_types as type where type.account_id = account and type.is_active and host = any (private.hosts_of(type))
    ) then array[host]
    else '{}' end;
  until constant timestamptz := least(p_to, p_from + interval '31 days');
  shifts tstzmultirange;
  bookable tstzmultirange;
  free tstzmultirange;
  starts jsonb;
begin
  if p_from is null or p_to is null or p_from >= p_to or p_to - p_from > interval '400 days' then
    perform private.refuse('period_too_long', '22023', 'Choose a period of up to a year');
  end if;
  -- Of everyone, each person's hours are those of their own types.
  with takes as materialized (
    select one.user_id, one.during from private.bookable_with(account, people, p_from, until) as one
  ), works as materialized (
    select one.user_id, one.during from private.shifts(account, people, p_from, until) as one
  )
  select
    (select range_agg(part.range) from works cross join lateral unnest(works.during) as part (range)),
    (
      select range_agg(part.range) from works join takes on takes.user_id = works.user_id
      cross join lateral unnest(works.during * takes.during) as part (range)
    ),
    start.free, coalesce(start.starts, '[]')
  into shifts, bookable, free, starts
  from (
    select range_agg(tstzrange(slot.starts_at, slot.until)) as free, jsonb_agg(extract(epoch from slot.starts_at)::bigint order by slot.starts_at) as starts
    from private.starts_with(account, people, p_from, until) as slot
  ) as start;
  return jsonb_build_object(
    'now', now(), 'zone', private.account_zone(account), 'host', host, 'sees_all', private.sees_all_leads(), 'me', caller,
    'calls', coalesce((
      select jsonb_agg(private.call_json(listed::public.bookings) || jsonb_build_object(
        'can_open', seen.can_open, 'brief', case when not seen.can_open then private.call_brief(listed::public.bookings) end, 'taken', (
          select jsonb_build_array(min(lower(host.during)), max(upper(host.during)))
          from public.booking_hosts as host where host.booking_id = listed.id having count(*) > 0
        )
      ) order by listed.starts_at, listed.id)
      from (
        select booking.* from public.bookings as booking
        where booking.account_id = account and booking.starts_at < p_to and booking.starts_at >= p_from - interval '8 hours' and booking.ends_at > p_from
          and (host is null or exists (select from public.booking_hosts as held where held.booking_id = booking.id and held.user_id = host))
        order by booking.starts_at, booking.id limit 1000
      ) as listed
      cross join lateral (
        select coalesce(private.may_see_lead((
          select lead from public.leads as lead where lead.id = private.kept_lead(listed.lead_id)
        )), false) as can_open
      ) as seen
    ), '[]'),
    'next', (
      select min(booking.starts_at) from public.bookings as booking
      where booking.account_id = account and booking.state = 'booked' and booking.starts_at >= greatest(p_to, now())
        and (host is null or exists (select from public.booking_hosts as held where held.booking_id = booking.id and held.user_id = host))
    ),
    'shifts', coalesce((
      select jsonb_agg(jsonb_build_array(lower(shift.range), upper(shift.range)) order by lower(shift.range))
      from unnest(shifts) as shift (range)
    ), '[]'),
    'free', coalesce((
      select jsonb_agg(jsonb_build_array(lower(opening.range), upper(opening.range)) order by lower(opening.range))
      from unnest(free) as opening (range)
    ), '[]'),
    'starts', starts,
    'bookable', coalesce((
      select jsonb_agg(jsonb_build_array(lower(hours.range), upper(hours.range)) order by lower(hours.range))
      from unnest(bookable) as hours (range)
    ), '[]'),
    'absences', coalesce((
      -- Those that overlap are one.
      select jsonb_agg(jsonb_build_array(lower(merged.away), upper(merged.away)) order by lower(merged.away))
      from (
        select unnest(range_agg(tstzrange(one.starts_at, one.ends_at))) as away
        from public.absences as one where host is not null and one.user_id = any (people) and one.starts_at < p_to and one.ends_at > p_from
      ) as merged
    ), '[]'),
    -- Days in the account's own time zone, without anyone's hours. Only those of the agency have names.
    'holidays', coalesce((
      select jsonb_agg(jsonb_build_object('day', closed.day, 'starts_at', closed.starts_at, 'ends_at', closed.ends_at, 'name', (
        select agency.holiday_names ->> closed.day::text from public.agency_settings as agency where account = private.agency_account()
      )) order by closed.day)
      from (
        select holiday as day, holiday::timestamp at time zone known.time_zone as starts_at, (holiday + 1)::timestamp at time zone known.time_zone as ends_at
        from public.accounts as known cross join lateral unnest(known.holidays) as holiday where known.id = account
      ) as closed
      where closed.starts_at < p_to and closed.ends_at > p_from
    ), '[]'),
    'types', coalesce((
      select jsonb_agg(jsonb_build_object('minutes', type.minutes, 'buffer_before', type.buffer_before, 'buffer_after', type.buffer_after,
        'notice_minutes', type.notice_minutes, 'horizon_days', type.horizon_days) order by type.created_at, type.id)
      from private.types_with(account, people) as type
    ), '[]'),
    -- A call in another account takes its host's time here, too. Only the host learns of it.
    'elsewhere', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', booking.id, 'account', other.name, 'starts_at', booking.starts_at, 'ends_at', booking.ends_at,
        'taken', jsonb_build_array(lower(held.during), upper(held.during))
      ) order by booking.starts_at, booking.id)
      from public.booking_hosts as held join public.bookings as booking on booking.id = held.booking_id
      join public.accounts as other on other.id = booking.account_id
      where host = caller and held.user_id = caller and held.during && tstzrange(p_from, until) and booking.state = 'booked'
        and booking.account_id <> account
    ), '[]'),
    -- The calendar of a colleague is theirs. A client's people see only that they aren't free.
    'busy', coalesce((
      select jsonb_agg(jsonb_build_array(lower(taken.range), upper(taken.range)) order by lower(taken.range))
      from (
        select range_agg(busy.during) * tstzmultirange(tstzrange(p_from, until)) as during from private.calendar_busy as busy
        where (host = caller or host is not null and private.is_staff()) and busy.user_id = any (people) and busy.during && tstzrange(p_from, until)
      ) as known cross join lateral unnest(known.during) as taken (range)
    ), '[]')
  );
end
$$;
