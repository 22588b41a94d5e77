-- The week of calls says why a time isn't free: no call takes place then, or the host has something else, also in another account.

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
    when host = caller or host = any (private.team_of(account)) then array[host] else '{}' end;
  until constant timestamptz := least(p_to, p_from + interval '31 days');
  bookable tstzmultirange;
begin
  if p_from is null or p_to is null or p_from >= p_to or p_to - p_from > interval '400 days' then
    perform private.refuse('period_too_long', '22023', 'Choose a period of up to a year');
  end if;
  -- When some type of theirs takes place. Who has none books the types of others.
  select range_agg(hours.during) into bookable
  from (
    select type.id, mine.is_theirs, bool_or(mine.is_theirs) over () as has_own from public.meeting_types as type
    cross join lateral (select private.hosts_of(type) && people as is_theirs) as mine where type.account_id = account and type.is_active
  ) as known
  join public.meeting_types as type on type.id = known.id
  cross join lateral unnest(coalesce(private.bookable_hours(type, private.account_zone(account), p_from, until), '{(,)}')) as hours (during)
  where known.is_theirs or not known.has_own;
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
      from (
        select range_agg(part.range) as during
        from private.shifts(account, people, p_from, until) as own cross join lateral unnest(own.during) as part (range)
      ) as joined
      cross join lateral unnest(joined.during) as shift (range)
    ), '[]'),
    'free', coalesce((
      select jsonb_agg(jsonb_build_array(lower(opening.range), upper(opening.range)) order by lower(opening.range))
      from (
        select range_agg(part.range) * coalesce(bookable, '{(,)}') as during
        from private.openings(account, people, p_from, until) as own cross join lateral unnest(own.during) as part (range)
      ) as joined
      cross join lateral unnest(joined.during) as opening (range)
    ), '[]'),
    'bookable', coalesce((
      select jsonb_agg(jsonb_build_array(lower(hours.range), upper(hours.range)) order by lower(hours.range))
      from unnest(coalesce(bookable, '{(,)}') * tstzmultirange(tstzrange(p_from, until))) as hours (range)
    ), '[]'),
    'absences', coalesce((
      select jsonb_agg(jsonb_build_array(away.starts_at, away.ends_at) order by away.starts_at)
      from public.absences as away where host is not null and away.user_id = any (people) and away.starts_at < p_to and away.ends_at > p_from
    ), '[]'),
    'busy', coalesce((
      select jsonb_agg(jsonb_build_array(lower(taken.range), upper(taken.range)) order by lower(taken.range))
      from (
        select range_agg(busy.during) * tstzmultirange(tstzrange(p_from, until)) as during from private.calendar_busy as busy
        where host is not null and busy.user_id = any (people) and busy.during && tstzrange(p_from, until)
      ) as known cross join lateral unnest(known.during) as taken (range)
    ), '[]')
  );
end
$$;

comment on function public.list_calls(timestamptz, timestamptz, uuid, boolean) is
'The calls of a period with everything that a calendar shows: { now, zone, host, sees_all, me, calls, next, shifts, free, bookable, absences, busy }, at most 1,000 calls. taken is what a call takes from its hosts: its time with its buffers. People who see all leads choose a host or everyone; others get their own calls. next is when the first call after the period begins. shifts, absences and busy (their own calendars) are those of the host, bookable is when calls take place (by the hours of some meeting type), and free is when they work then and have nothing else, also in other accounts. Of everyone, shifts and free are when anyone does, and absences and busy are empty. 42501: not on the team. 22023: no period, or more than a year.';
