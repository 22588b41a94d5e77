-- Shifts and openings of several people come from one statement instead of one for each person.

drop function private.openings(uuid, uuid, timestamptz, timestamptz, uuid);

drop function private.is_on_shift(uuid, uuid, timestamptz);

drop function private.shift_ranges(uuid, uuid, timestamptz, timestamptz);

drop function private.shift_range(date, jsonb, text);

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

create or replace function private.free_people(p_account uuid, p_people uuid[], p_at timestamptz) returns uuid[]
language plpgsql stable security definer
set search_path = ''
as $$
declare
  team constant uuid[] := private.team_of(p_account);
  possible uuid[];
begin
  possible := array(
    select person.id from unnest(p_people) as person (id)
    left join public.rotas as rota on rota.account_id = p_account and rota.user_id = person.id
    where person.id = any (team) and coalesce(rota.weight, 1) > 0 and (rota.capacity is null or rota.capacity > (
      select count(*) from public.lead_clocks as clock
      where clock.account_id = p_account and clock.owner_id = person.id and clock.state not in ('answered', 'dropped')
    ))
  );
  return case when possible = '{}' then possible else private.on_shift(p_account, possible, p_at) end;
end
$$;

create or replace function private.next_available_rep(p_account uuid, p_not uuid) returns uuid
language sql stable security definer
set search_path = ''
as $$
  select rep.id from unnest(private.team_of(p_account)) as rep (id)
  left join public.rotas as rota on rota.account_id = p_account and rota.user_id = rep.id
  cross join lateral (
    select count(*) as leads from public.lead_clocks as clock
    where clock.account_id = p_account and clock.state not in ('answered', 'dropped') and coalesce(clock.owner_id, clock.escalated_to) = rep.id
  ) as waiting
  where rep.id is distinct from p_not and coalesce(rota.weight, 1) > 0 and (rota.capacity is null or waiting.leads < rota.capacity)
    and rep.id = any ((select private.on_shift(p_account, private.team_of(p_account)))::uuid[])
  order by waiting.leads::numeric / coalesce(rota.weight, 1),
    (select max(clock.escalate_at) from public.lead_clocks as clock where clock.account_id = p_account and clock.escalated_to = rep.id) nulls first,
    rep.id
  limit 1
$$;

create or replace function private.team_medians(p_account uuid) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  team constant uuid[] := (private.team_of(p_account))[:50];
  since constant timestamptz := private.account_day_start(p_account);
  working constant uuid[] := private.on_shift(p_account, team);
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object(
      'user_id', member.id, 'name', known.name, 'answered', today.answered, 'median_seconds', today.median,
      'on_shift', member.id = any (working), 'away_until', private.away_until(member.id)
    ) order by known.name)
    from unnest(team) as member (id)
    cross join lateral (select private.owner_name(member.id::text) as name) as known
    cross join lateral (
      select count(*) as answered, round(percentile_cont(0.5) within group (order by clock.response_seconds)) as median
      from public.lead_clocks as clock
      where clock.answered_by = member.id and clock.account_id = p_account and clock.answered_at >= since
    ) as today
  ), '[]');
end
$$;

create or replace function private.team_shifts() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_team();
  account constant public.accounts := (select held from public.accounts as held where held.id = private.workspace());
  is_leader constant boolean := private.manages_workspace();
  team constant uuid[] := private.team_of(account.id);
  working constant uuid[] := private.on_shift(account.id, team);
begin
  return jsonb_build_object(
    'now', now(), 'is_leader', is_leader, 'time_zone', account.time_zone, 'working_hours', account.working_hours, 'currency', account.currency,
    'target_seconds', private.account_target(account.id),
    'people', coalesce((
      select jsonb_agg(jsonb_build_object(
        'user_id', person.id, 'name', private.owner_name(person.id::text), 'is_self', person.id = caller,
        'edits_absences', private.edits_absences_of(person.id),
        'rota', case when rota.user_id is not null then jsonb_build_object('time_zone', rota.time_zone, 'hours', rota.hours,
          'capacity', rota.capacity, 'weight', rota.weight, 'updated_at', rota.updated_at) end,
        'on_shift', person.id = any (working), 'away_until', private.away_until(person.id),
        'waiting', private.waiting_leads(account.id, person.id),
        'absences', coalesce((
          select jsonb_agg(jsonb_build_object('id', away.id, 'starts_at', away.starts_at, 'ends_at', away.ends_at) order by away.starts_at)
          from (
            select held.* from public.absences as held where held.user_id = person.id and held.ends_at > now() order by held.starts_at limit 20
          ) as away
        ), '[]')
      ) order by private.owner_name(person.id::text), person.id)
      from (select member.id from unnest(team) as member (id) limit 200) as person
      left join public.rotas as rota on rota.account_id = account.id and rota.user_id = person.id
    ), '[]'),
    'routing', coalesce((
      select jsonb_build_object('pools', held.pools, 'rules', held.rules, 'offer_percent', held.offer_percent, 'updated_at', held.updated_at)
      from public.lead_routing as held where held.account_id = account.id
    ), '{"pools": [], "rules": [], "offer_percent": null, "updated_at": null}')
  );
end
$$;

create or replace function private.simulate_routing(p_routing jsonb) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  account uuid;
  routing jsonb;
  lead public.leads;
  place integer;
  target jsonb;
  wanted uuid[];
  free uuid[];
  picked uuid;
  pool text;
  answered timestamptz;
  -- What each pool owes: {"pool": {"person": credit}}; and what waits: [{"person", "until"}].
  credits jsonb := '{}';
  waits tstzrange[] := '{}';
  waiters uuid[] := '{}';
  turn jsonb;
  found_rows jsonb := '[]';
begin
  perform private.require_leader();
  account := private.workspace();
  routing := private.checked_routing(account, p_routing);
  for lead in
    select latest.* from (
      select held.* from public.leads as held
      where held.account_id = account and not held.is_spam and held.merged_into is null and held.erased_at is null
        -- Imported leads never wrote.
        and (held.first_touch is not null or exists (select from public.lead_clocks as clock where clock.lead_id = held.id))
        and held.created_at >= private.visible_since()
      order by held.created_at desc, held.id desc limit 200
    ) as latest order by latest.created_at, latest.id
  loop
    picked := null;
    pool := null;
    place := private.first_rule(routing -> 'rules', private.routing_facts(lead, lead.source, coalesce(lead.first_touch, '{}')));
    if place is not null then
      target := routing -> 'rules' -> (place - 1) -> 'to';
      pool := target ->> 'pool';
      wanted := case when pool is null then array[(target ->> 'person')::uuid]
        else private.people_of_pool(private.pool_of(routing -> 'pools', pool)) end;
      free := array(
        select person.id from unnest(wanted) as person (id)
        left join public.rotas as rota on rota.account_id = account and rota.user_id = person.id
        where coalesce(rota.weight, 1) > 0
          and (rota.capacity is null or rota.capacity > (
            select count(*) from unnest(waiters, waits) as before (id, period) where before.id = person.id and before.period @> lead.created_at
          ))
      );
      free := private.on_shift(account, free, lead.created_at);
      if pool is null then
        picked := free[1];
      elsif free <> '{}' then
        select jsonb_object_agg(next.id, next.credit), max(next.id::text) filter (where next.is_picked) into turn, picked
        from private.next_turn(
          free,
          array(select coalesce((select rota.weight from public.rotas as rota where rota.account_id = account and rota.user_id = person.id), 1)
            from unnest(free) with ordinality as person (id, at) order by person.at),
          array(select coalesce((credits -> pool ->> person.id::text)::double precision, 0) from unnest(free) with ordinality as person (id, at) order by person.at)
        ) as next;
        credits := credits || jsonb_build_object(pool, coalesce(credits -> pool, '{}') || turn);
      end if;
      if picked is not null then
        select clock.answered_at into answered from public.lead_clocks as clock where clock.lead_id = lead.id order by clock.arrived_at limit 1;
        waiters := waiters || picked;
        waits := waits || tstzrange(lead.created_at, greatest(answered, lead.created_at));
      end if;
    end if;
    found_rows := jsonb_build_array(jsonb_build_object(
      'lead_id', lead.id, 'lead', private.lead_title(lead), 'arrived_at', lead.created_at, 'source', lead.source, 'rule', place,
      'pool', private.pool_of(routing -> 'pools', pool) ->> 'name', 'person', picked, 'person_name', private.person_name(picked)
    )) || found_rows;
  end loop;
  return jsonb_build_object('rows', found_rows, 'totals', coalesce((
    select jsonb_agg(jsonb_build_object('person', total.person, 'name', total.name, 'leads', total.leads) order by total.leads desc, total.name)
    from (
      select row.value ->> 'person' as person, row.value ->> 'person_name' as name, count(*) as leads
      from jsonb_array_elements(found_rows) as row (value) group by 1, 2
    ) as total
  ), '[]'));
end
$$;

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

create or replace function private.free_times(
  p_type uuid, p_from timestamptz, p_to timestamptz, p_now timestamptz default now(), p_moved uuid default null
) returns table (starts_at timestamptz, hosts uuid[])
language plpgsql stable security definer
set search_path = ''
-- As in private.shifts.
set jit = off
as $$
declare
  type constant public.meeting_types := (select held from public.meeting_types as held where held.id = p_type);
  zone constant text := private.account_zone(type.account_id);
  step constant interval := make_interval(mins => type.step_minutes);
  before constant interval := make_interval(mins => type.buffer_before);
  after constant interval := make_interval(mins => type.minutes + type.buffer_after);
  earliest constant timestamptz := greatest(p_from, p_now + make_interval(mins => type.notice_minutes));
  latest constant timestamptz := least(p_to, p_now + make_interval(hours => 24 * type.horizon_days) + interval '1 microsecond');
  people uuid[];
  needed integer := 1;
  -- The grid is local: minutes after the hour of the account's zone.
  is_even boolean;
  grid interval;
begin
  if type.id is null or exists (select from public.accounts as account where account.id = type.account_id and account.archived_at is not null)
    or not isfinite(earliest) or not isfinite(latest) or earliest >= latest then return; end if;
  if p_moved is not null then
    -- Who was promised stays promised.
    people := array(select host.user_id from public.booking_hosts as host where host.booking_id = p_moved order by host.user_id);
  elsif not type.is_active then
    return;
  else
    people := private.hosts_of(type);
  end if;
  if p_moved is not null or type.assignment = 'together' then needed := greatest(cardinality(people), 1); end if;
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
      and booking.starts_at between earliest - interval '48 hours' and latest + interval '48 hours' and host.user_id = any (people)
    group by 1, 2 having count(*) >= type.daily_limit
  )
  select slot.at, array_agg(host.user_id order by host.user_id)
  from private.openings(type.account_id, people, earliest - before, latest + after, p_moved) as host
  cross join lateral unnest(host.during) as piece (open)
  cross join lateral generate_series(
    date_bin(grid, lower(piece.open) + before + grid - interval '1 microsecond', timestamptz '2000-01-01 00:00Z'), upper(piece.open) - after, grid
  ) as slot (at)
  where slot.at >= earliest and slot.at < latest
    and (is_even or extract(minute from slot.at at time zone zone)::integer % type.step_minutes = 0)
    and (type.daily_limit is null or (host.user_id, (slot.at at time zone zone)::date) not in (select one.user_id, one.day from full_days as one))
  group by slot.at having count(*) >= needed
  order by slot.at;
end
$$;

create or replace function private.list_calls(p_from timestamptz, p_to timestamptz, p_host uuid, p_everyone boolean) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_team();
  account constant uuid := private.workspace();
  host constant uuid := case when p_everyone and private.sees_all_leads() then null when private.sees_all_leads() then coalesce(p_host, caller) else caller end;
  -- Nobody learns when people of other accounts work.
  is_colleague constant boolean := host = caller or host = any (private.team_of(account));
begin
  if p_from is null or p_to is null or p_from >= p_to or p_to - p_from > interval '400 days' then
    perform private.refuse('period_too_long', '22023', 'Choose a period of up to a year');
  end if;
  return jsonb_build_object(
    'now', now(), 'zone', private.account_zone(account), 'host', host, 'sees_all', private.sees_all_leads(), 'me', caller,
    'calls', coalesce((
      select jsonb_agg(private.call_json(listed::public.bookings) || jsonb_build_object('can_open', coalesce(private.may_see_lead((
        select lead from public.leads as lead where lead.id = private.kept_lead(listed.lead_id)
      )), false)) order by listed.starts_at, listed.id)
      from (
        select booking.* from public.bookings as booking
        where booking.account_id = account and booking.starts_at < p_to and booking.starts_at >= p_from - interval '8 hours' and booking.ends_at > p_from
          and (host is null or exists (select from public.booking_hosts as held where held.booking_id = booking.id and held.user_id = host))
        order by booking.starts_at, booking.id limit 1000
      ) as listed
    ), '[]'),
    'shifts', case when is_colleague is not true then '[]' else coalesce((
      select jsonb_agg(jsonb_build_array(lower(shift.range), upper(shift.range)) order by lower(shift.range))
      from private.shifts(account, array[host], p_from, least(p_to, p_from + interval '31 days')) as own cross join lateral unnest(own.during) as shift (range)
    ), '[]') end,
    'absences', case when is_colleague is not true then '[]' else coalesce((
      select jsonb_agg(jsonb_build_array(away.starts_at, away.ends_at) order by away.starts_at)
      from public.absences as away where away.user_id = host and away.starts_at < p_to and away.ends_at > p_from
    ), '[]') end
  );
end
$$;

create or replace function private.reassign_call(p_booking_id uuid, p_user uuid) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  booking public.bookings := private.lock_booking(p_booking_id);
  type constant public.meeting_types := (select held from public.meeting_types as held where held.id = booking.meeting_type_id);
  taken tstzrange;
  colleagues uuid[];
  taker uuid;
begin
  select host.during into taken from public.booking_hosts as host where host.booking_id = booking.id and host.user_id = p_user;
  if booking.state <> 'booked' or taken is null then return null; end if;
  -- Of several hosts, the others hold the call.
  if exists (select from public.booking_hosts as host where host.booking_id = booking.id and host.user_id <> p_user) then
    delete from public.booking_hosts as gone where gone.booking_id = booking.id and gone.user_id = p_user;
    taker := (private.booked_hosts(booking.id))[1];
  else
    colleagues := array_remove(coalesce(private.hosts_of(type), '{}'), p_user);
    perform private.lock_hosts(colleagues);
    colleagues := array(
      select free.user_id from private.openings(booking.account_id, colleagues, lower(taken), upper(taken), booking.id) as free
      where free.during @> taken order by free.user_id
    );
    if cardinality(colleagues) = 0 then return null; end if;
    taker := private.pick_from_pool('meeting:' || type.id, booking.account_id, colleagues, booking.starts_at);
    update public.booking_hosts as host set user_id = taker where host.booking_id = booking.id and host.user_id = p_user;
  end if;
  update public.bookings as moved set sequence = moved.sequence + 1 where moved.id = booking.id;
  insert into public.booking_events (booking_id, account_id, event, actor_id, payload)
  values (booking.id, booking.account_id, 'reassigned', auth.uid(), jsonb_build_object('from', p_user, 'to', taker));
  perform private.send_booking_mails(booking.id, 'reassigned');
  return taker;
end
$$;
