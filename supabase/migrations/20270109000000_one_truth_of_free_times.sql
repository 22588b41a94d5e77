-- The week of calls offers the times that a booking takes, and the dialog begins with a type that has the chosen time.

create function private.starts_with(p_account uuid, p_people uuid[], p_from timestamptz, p_to timestamptz) returns tstzmultirange
language sql stable security definer
set search_path = ''
as $$
  with known as materialized (
    select type.id, private.hosts_of(type) as hosts, private.hosts_of(type) && p_people as is_theirs
    from public.meeting_types as type where type.account_id = p_account and type.is_active
  )
  select range_agg(tstzrange(slot.starts_at, slot.starts_at + least(make_interval(mins => type.step_minutes), interval '30 minutes')))
  from known join public.meeting_types as type on type.id = known.id
  cross join lateral private.free_times_among(known.hosts, type, p_from, p_to, now(), null) as slot
  where p_people <> '{}' and (known.is_theirs or not exists (select from known as other where other.is_theirs))
    and (not known.is_theirs or slot.hosts && p_people)
$$;

comment on function private.starts_with(uuid, uuid[], timestamptz, timestamptz) is
'When a call of some meeting type with one of these people can begin, by the same rule that books it: each start and the time until the next one, half an hour at most. If none of them hosts a type, the starts are those of others, whose calls they book.';

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
    private.starts_with(account, people, p_from, until)
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

drop function public.call_times(uuid, uuid, boolean, timestamptz, timestamptz);
drop function private.call_times(uuid, uuid, boolean, timestamptz, timestamptz);

create function private.call_times(p_lead_id uuid, p_type_id uuid, p_mine boolean, p_from timestamptz, p_to timestamptz, p_at timestamptz) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_premium();
  lead constant public.leads := private.require_lead(p_lead_id);
  type public.meeting_types;
  types jsonb;
begin
  select jsonb_agg(private.booking_type_json(offered::public.meeting_types) || jsonb_build_object(
    'id', offered.id, 'assignment', offered.assignment, 'mine', caller = any (private.hosts_of(offered::public.meeting_types)),
    'hosts', coalesce((
      select jsonb_agg(private.owner_name(host.id::text) order by private.owner_name(host.id::text))
      from unnest(private.hosts_of(offered::public.meeting_types)) as host (id)
    ), '[]')
  ) order by offered.created_at, offered.id) into types
  from public.meeting_types as offered
  where offered.account_id = lead.account_id and offered.is_active and private.hosts_of(offered::public.meeting_types) <> '{}';
  -- Without a choice, one that can begin at the wished time, the type that the lead last booked, else the first one of the caller,
  -- else the first one.
  select offered.* into type from public.meeting_types as offered
  join jsonb_array_elements(types) with ordinality as listed (facts, place) on offered.id::text = listed.facts ->> 'id'
  order by offered.id is distinct from p_type_id,
    p_type_id is null and p_at is not null and not exists (
      select from private.free_times(offered.id, p_at, p_at + interval '1 second') as slot where slot.starts_at = p_at
    ), offered.id is distinct from private.call_type_of_lead(lead.id),
    not (listed.facts ->> 'mine')::boolean, listed.place limit 1;
  return jsonb_build_object(
    'types', coalesce(types, '[]'), 'type_id', type.id, 'may_manage', private.manages_workspace(), 'zone', private.account_zone(lead.account_id),
    'lead_zone', (
      select (array_agg(booking.time_zone order by booking.created_at desc, booking.id))[1]
      from public.bookings as booking
      -- A page of a call in person shows the place's zone, so it doesn't tell the visitor's.
      where booking.lead_id in (select private.leads_within(lead.id)) and booking.location <> 'place'
    ),
    -- The latest answer to each question.
    'answers', (
      select coalesce(jsonb_object_agg(said.key, said.value order by booking.created_at), '{}') from public.bookings as booking
      cross join lateral jsonb_each_text(booking.answers) as said where booking.lead_id in (select private.leads_within(lead.id))
    )
  ) || case when type.id is null then '{"times": [], "next": null}' else private.times_json(type.id, p_from, p_to, null, case
    when p_mine and type.assignment = 'pool' and caller = any (private.hosts_of(type)) then caller
  end) end;
end
$$;

create function public.call_times(
  p_lead_id uuid, p_type_id uuid default null, p_mine boolean default false, p_from timestamptz default now(), p_to timestamptz default now() + interval '7 days',
  p_at timestamptz default null
) returns jsonb
language sql stable
set search_path = ''
return private.call_times(p_lead_id, p_type_id, p_mine, p_from, p_to, p_at);

comment on function public.call_times(uuid, uuid, boolean, timestamptz, timestamptz, timestamptz) is
'What a person of the team needs to book a call for a lead: { types, type_id, may_manage, zone, lead_zone, answers, times, next }. Times are those of type_id (p_type_id, else the likeliest one, of those that can begin at p_at if any can), with p_mine only the caller''s own in a pool. PT404: no such lead, or not the caller''s. 42501: not on the team, or a free plan.';

grant execute on function public.call_times(uuid, uuid, boolean, timestamptz, timestamptz, timestamptz) to authenticated;
grant execute on function private.call_times(uuid, uuid, boolean, timestamptz, timestamptz, timestamptz) to authenticated;

comment on function public.list_calls(timestamptz, timestamptz, uuid, boolean) is
'The calls of a period with everything that a calendar shows: { now, zone, host, sees_all, me, calls, next, shifts, free, bookable, absences, busy }, at most 1,000 calls. taken is what a call takes from its hosts: its time with its buffers. People who see all leads choose a host or everyone; others get their own calls. next is when the first call after the period begins. shifts, absences and busy (their own calendars) are those of the host, bookable is when they work and calls take place (private.bookable_with), and free is when a call can begin (private.starts_with). Of everyone, shifts, bookable and free are when anyone does, and absences and busy are empty. Only people of the agency read busy of others. 42501: not on the team. 22023: no period, or more than a year.';
