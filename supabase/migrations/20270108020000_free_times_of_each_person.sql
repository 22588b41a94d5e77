-- Free times of everyone are those of each person within the hours of the types that they host. An admin who hosts calls has free times, too. A client's people don't read the calendars of others.

create function private.bookable_with(p_account uuid, p_people uuid[], p_from timestamptz, p_to timestamptz)
returns table (user_id uuid, during tstzmultirange)
language sql stable security definer
set search_path = ''
as $$
  with known as materialized (
    select private.hosts_of(type) as hosts,
      coalesce(private.bookable_hours(type, private.account_zone(p_account), p_from, p_to), '{(,)}') as hours
    from public.meeting_types as type where type.account_id = p_account and type.is_active
  ), own as materialized (
    select host.id, coalesce(range_agg(hours.during), '{}') as during
    from known cross join lateral unnest(known.hosts) as host (id) left join lateral unnest(known.hours) as hours (during) on true
    where host.id = any (p_people) group by host.id
  )
  select own.id, own.during from own
  union all
  select person.id, (
    select case when count(*) = 0 then '{(,)}' else coalesce(range_agg(hours.during), '{}') end
    from known left join lateral unnest(known.hours) as hours (during) on true
  ) from unnest(p_people) as person (id) where not exists (select from own)
$$;

comment on function private.bookable_with(uuid, uuid[], timestamptz, timestamptz) is
'When calls take place, in and around a period, with each of these people: the hours of the active meeting types that they host. If none of them hosts one, they book those of others.';

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
    (
      select range_agg(part.range) from private.openings(account, people, p_from, until) as own join takes on takes.user_id = own.user_id
      cross join lateral unnest(own.during * takes.during) as part (range)
    )
  into shifts, bookable, free;
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
    'bookable', coalesce((
      select jsonb_agg(jsonb_build_array(lower(hours.range), upper(hours.range)) order by lower(hours.range))
      from unnest(bookable) as hours (range)
    ), '[]'),
    'absences', coalesce((
      select jsonb_agg(jsonb_build_array(away.starts_at, away.ends_at) order by away.starts_at)
      from public.absences as away where host is not null and away.user_id = any (people) and away.starts_at < p_to and away.ends_at > p_from
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

create or replace function public.list_calls(p_from timestamptz, p_to timestamptz, p_host uuid default null, p_everyone boolean default false) returns jsonb
language sql stable
set search_path = ''
return private.list_calls(p_from, p_to, p_host, p_everyone);

comment on function public.list_calls(timestamptz, timestamptz, uuid, boolean) is
'The calls of a period with everything that a calendar shows: { now, zone, host, sees_all, me, calls, next, shifts, free, bookable, absences, busy }, at most 1,000 calls. taken is what a call takes from its hosts: its time with its buffers. People who see all leads choose a host or everyone; others get their own calls. next is when the first call after the period begins. shifts, absences and busy (their own calendars) are those of the host, bookable is when they work and calls take place (private.bookable_with), and free is when they have nothing else then, also in other accounts. Of everyone, shifts, bookable and free are when anyone does, and absences and busy are empty. Only people of the agency read busy of others. 42501: not on the team. 22023: no period, or more than a year.';
