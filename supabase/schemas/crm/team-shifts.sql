-- The screen "Shifts and routing": who works when, who gets which leads, and what edited rules would have done.

create trigger bump_crm_change after insert or update or delete on public.rotas
for each statement execute function private.bump_crm_change();

create trigger bump_crm_change after insert or update or delete on public.absences
for each statement execute function private.bump_crm_change();

create function private.edits_absences_of(p_user_id uuid) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  -- An absence counts in all accounts, so a client's owner can't enter one for someone whom the agency lent.
  return p_user_id = auth.uid() or private.manages_workspace() and p_user_id = any (private.team_of(private.workspace()))
    and (private.has_active_role('admin') or not exists (
      select from public.account_loans as loan where loan.account_id = private.workspace() and loan.user_id = p_user_id
    ));
end
$$;

comment on function private.edits_absences_of(uuid) is 'Whether the caller may enter absences of this person: their own, and those of the team that they lead.';

create function private.away_until(p_user_id uuid, p_at timestamptz default now()) returns timestamptz
language sql stable security definer
set search_path = ''
as $$
  -- Absences that follow each other are one.
  select upper(away.range) from (
    select unnest(range_agg(tstzrange(held.starts_at, held.ends_at))) as range from public.absences as held
    where held.user_id = p_user_id and held.ends_at > p_at
  ) as away where away.range @> p_at
$$;

comment on function private.away_until(uuid, timestamptz) is 'Until when a person is away; null when they are not.';

create function private.calls_during(p_user_id uuid, p_from timestamptz, p_until timestamptz) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object('calls', count(*), 'first_call', min(booking.starts_at))
  from public.booking_hosts as host join public.bookings as booking on booking.id = host.booking_id
  where host.is_taken and private.person_range(host.user_id, host.user_id, '[]') && private.person_range(p_user_id, p_user_id, '[]')
    and host.during && tstzrange(p_from, p_until)
    and booking.account_id = private.workspace() and booking.state = 'booked' and booking.starts_at < p_until and booking.ends_at > p_from
$$;

comment on function private.calls_during(uuid, timestamptz, timestamptz) is
'The booked calls of a host in the workspace during this time: { calls, first_call }. An absence leaves them, so someone has to move them or hand them over.';

create function private.team_shifts() returns jsonb
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
    -- Those of the weeks that the screen shows.
    'holidays', (
      select coalesce(jsonb_agg(holiday order by holiday), '[]') from unnest(account.holidays) as holiday
      where holiday between current_date - 8 and current_date + 80
    ),
    'people', coalesce((
      select jsonb_agg(jsonb_build_object(
        'user_id', person.id, 'name', private.owner_name(person.id::text), 'is_self', person.id = caller,
        'edits_absences', private.edits_absences_of(person.id),
        'rota', case when rota.user_id is not null then jsonb_build_object('time_zone', rota.time_zone, 'hours', rota.hours,
          'capacity', rota.capacity, 'weight', rota.weight, 'updated_at', rota.updated_at) end,
        'on_shift', person.id = any (working), 'away_until', private.away_until(person.id),
        'waiting', private.waiting_leads(account.id, person.id),
        'absences', coalesce((
          select jsonb_agg(jsonb_build_object('id', away.id, 'starts_at', away.starts_at, 'ends_at', away.ends_at)
            || private.calls_during(person.id, greatest(away.starts_at, now()), away.ends_at) order by away.starts_at)
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

create function public.team_shifts() returns jsonb
language sql stable
set search_path = ''
return private.team_shifts();

comment on function public.team_shifts() is
'Who works when in the workspace, and its pools and rules: { now, is_leader, time_zone, working_hours, holidays, currency, target_seconds, people, routing }. 42501: not on the team.';

create function private.require_leader() returns uuid
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_team();
begin
  if not coalesce(private.manages_workspace(), false) then
    perform private.refuse('leaders_only', '42501', 'Only owners and admins can do this');
  end if;
  return caller;
end
$$;

comment on function private.require_leader() is 'Returns the caller''s id. 42501: the caller does not decide for the workspace.';

create function private.check_shift_hours(p_hours jsonb) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  time_of_day constant text := '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$';
  day record;
  pair record;
  last_end text;
begin
  if jsonb_typeof(p_hours) is distinct from 'object' then perform private.refuse('hours_invalid', '22023', 'Enter the hours of each day', 'hours'); end if;
  for day in select * from jsonb_each(p_hours) as each (name, ranges) loop
    if day.name <> all (array['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']) or jsonb_typeof(day.ranges) <> 'array' or jsonb_array_length(day.ranges) > 6 then
      perform private.refuse('hours_invalid', '22023', 'Enter up to 6 shifts for each day from Monday to Sunday', 'hours');
    end if;
    last_end := '';
    for pair in
      select one.value ->> 0 as starts, one.value ->> 1 as ends, jsonb_typeof(one.value) = 'array' and jsonb_array_length(one.value) = 2 as is_pair
      from jsonb_array_elements(day.ranges) as one (value) order by one.value ->> 0
    loop
      if pair.is_pair is not true or coalesce(pair.starts !~ time_of_day or pair.ends !~ time_of_day or pair.starts >= pair.ends, true) then
        perform private.refuse('hours_invalid', '22023', 'End each shift after its start', day.name);
      end if;
      if pair.starts < last_end then perform private.refuse('hours_overlap', '22023', 'Shifts on the same day can''t overlap', day.name); end if;
      last_end := pair.ends;
    end loop;
  end loop;
end
$$;

comment on function private.check_shift_hours(jsonb) is 'Refuses hours that are no shifts, or overlap. Same rule as shiftProblems in domain/shifts.ts.';

create function private.save_rota(p_user_id uuid, p_rota jsonb, p_seen timestamptz) returns timestamptz
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_team();
  is_leader constant boolean := coalesce(private.manages_workspace(), false);
  account constant uuid := private.workspace();
  known public.rotas;
  stored timestamptz;
begin
  if p_user_id is null or not (p_user_id = any (private.team_of(account))) then
    perform private.refuse('person_not_found', 'PT404', 'Person not found on the team');
  end if;
  if not is_leader and p_user_id <> caller then perform private.refuse('admin_only', '42501', 'Only an admin or owner can do this'); end if;
  perform pg_advisory_xact_lock(hashtextextended(format('rota of %s in %s', p_user_id, account), 0));
  select held.* into known from public.rotas as held where held.account_id = account and held.user_id = p_user_id for update;
  if known.updated_at is distinct from p_seen then
    perform private.refuse('outdated', 'PT409', 'Someone else just changed these hours');
  end if;
  if p_rota is null and is_leader then
    delete from public.rotas as held where held.account_id = account and held.user_id = p_user_id;
    return null;
  end if;
  perform private.check_shift_hours(p_rota -> 'hours');
  if not exists (select from pg_catalog.pg_timezone_names as zone where zone.name = p_rota ->> 'time_zone') then
    perform private.refuse('unknown_choice', '22023', 'Choose a time zone', 'time_zone');
  end if;
  if is_leader and (
    coalesce(p_rota ->> 'capacity', '1') !~ '^\d{1,4}$' or coalesce((p_rota ->> 'capacity')::integer, 1) not between 1 and 1000
  ) then
    perform private.refuse('number_out_of_range', '22023', 'Enter a number from 1 to 1,000, or leave it blank for no limit', 'capacity');
  end if;
  if is_leader and (coalesce(p_rota ->> 'weight', '') !~ '^\d{1,3}$' or (p_rota ->> 'weight')::integer > 100) then
    perform private.refuse('number_out_of_range', '22023', 'Enter a number from 0 to 100', 'weight');
  end if;
  insert into public.rotas as held (account_id, user_id, time_zone, hours, capacity, weight)
  values (
    account, p_user_id, p_rota ->> 'time_zone', p_rota -> 'hours',
    case when is_leader then (p_rota ->> 'capacity')::integer end, case when is_leader then (p_rota ->> 'weight')::integer else 1 end
  )
  on conflict (account_id, user_id) do update set time_zone = excluded.time_zone, hours = excluded.hours,
    -- People set their own hours; how much they get is for those who lead.
    capacity = case when is_leader then excluded.capacity else held.capacity end,
    weight = case when is_leader then excluded.weight else held.weight end
  returning held.updated_at into stored;
  return stored;
end
$$;

create function public.save_rota(p_user_id uuid, p_rota jsonb, p_seen timestamptz default null) returns timestamptz
language sql volatile
set search_path = ''
return private.save_rota(p_user_id, p_rota, p_seen);

comment on function public.save_rota(uuid, jsonb, timestamptz) is
'Stores when a person of the workspace''s team works: { time_zone, hours, capacity, weight }; null returns them to the account''s hours. People store their own time zone and hours; admins and owners all of it, for everyone. Returns updated_at. PT404: not on the team. PT409: changed since p_seen. 22023: what is wrong.';

create function private.add_absence(p_absence_id uuid, p_user_id uuid, p_until date, p_from date) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_team();
  zone text;
  starts timestamptz := now();
  ends timestamptz;
  stored public.absences;
begin
  if not coalesce(private.edits_absences_of(p_user_id), false) then perform private.refuse('person_not_found', 'PT404', 'Person not found on the team'); end if;
  select coalesce(rota.time_zone, private.account_zone(private.workspace())) into zone
  from (values (p_user_id)) as person (id)
  left join public.rotas as rota on rota.account_id = private.workspace() and rota.user_id = person.id;
  if p_from is not null then starts := greatest(starts, p_from::timestamp at time zone zone); end if;
  if coalesce(p_until, '2100-01-01') not between '2000-01-01' and '2100-01-01' or coalesce(p_from, '2100-01-01') not between '2000-01-01' and '2100-01-01' then
    perform private.refuse('date_out_of_range', '22023', 'Choose a day before 2100', 'until');
  end if;
  ends := (coalesce(p_until, (starts at time zone zone)::date) + 1)::timestamp at time zone zone;
  if ends <= starts then perform private.refuse('date_in_past', '22023', 'Choose today or a later day', 'until'); end if;
  -- Entered twice, for example by the person and by an admin, who take turns.
  perform pg_advisory_xact_lock(hashtextextended('absence ' || p_user_id, 0));
  if exists (
    select from public.absences as held
    where held.user_id = p_user_id and held.id <> p_absence_id and held.starts_at <= starts and held.ends_at >= ends
  ) then
    perform private.refuse('already_away', 'PT409', 'These days are marked as away already', 'until');
  end if;
  insert into public.absences (id, user_id, starts_at, ends_at, created_by) values (p_absence_id, p_user_id, starts, ends, caller)
  on conflict (id) do nothing returning * into stored;
  if stored.id is null then
    select held.* into stored from public.absences as held where held.id = p_absence_id and held.user_id = p_user_id;
    if stored.id is null then perform private.refuse('id_taken', '42501', 'This absence belongs to someone else'); end if;
  end if;
  return jsonb_build_object('id', stored.id, 'starts_at', stored.starts_at, 'ends_at', stored.ends_at)
    || private.calls_during(p_user_id, stored.starts_at, stored.ends_at);
end
$$;

create function public.add_absence(p_absence_id uuid, p_user_id uuid, p_until date default null, p_from date default null) returns jsonb
language sql volatile
set search_path = ''
return private.add_absence(p_absence_id, p_user_id, p_until, p_from);

comment on function public.add_absence(uuid, uuid, date, date) is
'Marks a person as away from now (or the start of p_from) to the end of p_until (today without it), by the days of their time zone. Their own, or of the team by admins and owners. Once per id. Returns { id, starts_at, ends_at, calls, first_call }: calls counts the booked calls of the workspace in this time, which stay. PT404: no such person. 22023: a day that has passed. PT409: away already.';

create function private.remove_absence(p_absence_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_team();
  delete from public.absences as held where held.id = p_absence_id and private.edits_absences_of(held.user_id);
end
$$;

create function public.remove_absence(p_absence_id uuid) returns void
language sql volatile
set search_path = ''
return private.remove_absence(p_absence_id);

comment on function public.remove_absence(uuid) is 'Deletes an absence. Nothing happens if it is gone, or if it is not the caller''s to delete.';

create function private.checked_routing(p_account uuid, p_routing jsonb) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  lists constant text[] := array['source', 'tier', 'page', 'campaign', 'language', 'area'];
  team constant uuid[] := private.team_of(p_account);
  pools jsonb := coalesce(p_routing -> 'pools', '[]');
  rules jsonb := coalesce(p_routing -> 'rules', '[]');
  one record;
  part record;
  kept jsonb := '[]';
  field text;
begin
  if jsonb_typeof(pools) <> 'array' or jsonb_typeof(rules) <> 'array' or jsonb_array_length(pools) > 20 or jsonb_array_length(rules) > 50
    or octet_length(p_routing::text) > 60000
  then
    perform private.refuse('routing_invalid', '22023', 'An account has at most 20 pools and 50 rules');
  end if;
  for one in select * from jsonb_array_elements(pools) with ordinality as pool (body, place) loop
    field := format('pools.%s', one.place - 1);
    if private.parse_uuid(one.body ->> 'id') is null or coalesce(jsonb_typeof(one.body -> 'people'), '') <> 'array'
      or jsonb_array_length(one.body -> 'people') > 200
    then
      perform private.refuse('routing_invalid', '22023', 'A pool has an id, a name and up to 200 people', field);
    end if;
    if btrim(coalesce(one.body ->> 'name', '')) = '' or char_length(one.body ->> 'name') > 60 then
      perform private.refuse('required', '22023', 'Name each pool in up to 60 characters', field);
    end if;
    if exists (
      select from jsonb_array_elements(kept) as before (body)
      where lower(before.body ->> 'name') = lower(btrim(one.body ->> 'name')) or before.body ->> 'id' = one.body ->> 'id'
    ) then
      perform private.refuse('name_taken', '22023', 'Give each pool a different name', field);
    end if;
    -- Someone who left the team meanwhile is left out, so that the rest can be saved.
    kept := kept || jsonb_build_array(jsonb_build_object('id', one.body -> 'id', 'name', btrim(one.body ->> 'name'), 'people', (
      select coalesce(jsonb_agg(person.id order by person.place), '[]') from (
        select given.id, min(given.place) as place from jsonb_array_elements_text(one.body -> 'people') with ordinality as given (id, place)
        where private.parse_uuid(given.id) = any (team) group by given.id
      ) as person
    )));
    -- Its leads would be nobody's, although a rule or a form gives them to someone.
    if kept -> -1 -> 'people' = '[]' then
      perform private.refuse('required', '22023', 'Choose at least one person for each pool', field);
    end if;
  end loop;
  pools := kept;
  kept := '[]';
  for one in select * from jsonb_array_elements(rules) with ordinality as rule (body, place) loop
    field := format('rules.%s', one.place - 1);
    if private.parse_uuid(one.body ->> 'id') is null or jsonb_typeof(coalesce(one.body -> 'when', '{}')) <> 'object' then
      perform private.refuse('routing_invalid', '22023', 'A rule has an id, conditions and a pool or a person', field);
    end if;
    for part in select * from jsonb_each(coalesce(one.body -> 'when', '{}')) as each (name, value) loop
      if part.name = any (lists) then
        if jsonb_typeof(part.value) <> 'array' or jsonb_array_length(part.value) > 20 or exists (
          select from jsonb_array_elements(part.value) as word (value)
          where jsonb_typeof(word.value) <> 'string' or btrim(word.value #>> '{}') = '' or char_length(word.value #>> '{}') > 200
            or part.name = 'area' and word.value #>> '{}' !~ '^\+?[\d \-()]{1,20}$'
        ) then
          perform private.refuse('routing_invalid', '22023', case part.name when 'area' then 'Enter area codes such as 503 or +49 30'
            else 'Each condition has up to 20 words' end, field);
        end if;
      elsif part.name not in ('value_from', 'value_to') or part.value::text !~ '^\d{1,13}$' then
        perform private.refuse('routing_invalid', '22023', 'Unknown condition', field);
      end if;
    end loop;
    if (one.body -> 'when' ->> 'value_from')::bigint > (one.body -> 'when' ->> 'value_to')::bigint then
      perform private.refuse('routing_invalid', '22023', 'The lowest value is above the highest', field);
    end if;
    if private.pool_of(pools, one.body -> 'to' ->> 'pool') is null
      and not coalesce(private.parse_uuid(one.body -> 'to' ->> 'person') = any (team), false)
    then
      perform private.refuse('unknown_choice', '22023', 'Choose a pool or a person on the team', field);
    end if;
    kept := kept || jsonb_build_array(jsonb_build_object('id', one.body -> 'id', 'when', coalesce(one.body -> 'when', '{}'), 'to',
      case when one.body -> 'to' ? 'pool' then jsonb_build_object('pool', one.body -> 'to' -> 'pool')
        else jsonb_build_object('person', one.body -> 'to' -> 'person') end));
  end loop;
  if coalesce(p_routing ->> 'offer_percent', '10') !~ '^\d{1,3}$' or coalesce((p_routing ->> 'offer_percent')::integer, 10) not between 10 and 150 then
    perform private.refuse('number_out_of_range', '22023', 'Enter a share from 10 to 150 percent', 'offer_percent');
  end if;
  return jsonb_build_object('pools', pools, 'rules', kept, 'offer_percent', p_routing -> 'offer_percent');
end
$$;

comment on function private.checked_routing(uuid, jsonb) is 'Pools and rules as they are stored. Refuses what is wrong, with its place as the field: rules.0.';

create function private.save_routing(p_routing jsonb, p_seen timestamptz) returns timestamptz
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  account uuid;
  checked jsonb;
  stored timestamptz;
begin
  perform private.require_leader();
  account := private.workspace();
  perform private.lock_routing(account);
  if (select held.updated_at from public.lead_routing as held where held.account_id = account) is distinct from p_seen then
    perform private.refuse('outdated', 'PT409', 'Someone else just changed the rules');
  end if;
  checked := private.checked_routing(account, p_routing);
  insert into public.lead_routing as held (account_id, pools, rules, offer_percent)
  values (account, checked -> 'pools', checked -> 'rules', (checked ->> 'offer_percent')::smallint)
  on conflict (account_id) do update set pools = excluded.pools, rules = excluded.rules, offer_percent = excluded.offer_percent
  returning held.updated_at into stored;
  return stored;
end
$$;

create function public.save_routing(p_routing jsonb, p_seen timestamptz default null) returns timestamptz
language sql volatile
set search_path = ''
return private.save_routing(p_routing, p_seen);

comment on function public.save_routing(jsonb, timestamptz) is
'Stores the workspace''s pools, rules and offer_percent. For its admins and owners (42501). Returns updated_at. PT409: changed since p_seen. 22023: what is wrong.';

create function private.simulate_routing(p_routing jsonb) returns jsonb
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

create function public.simulate_routing(p_routing jsonb) returns jsonb
language sql stable
set search_path = ''
return private.simulate_routing(p_routing);

comment on function public.simulate_routing(jsonb) is
'Where the workspace''s last 200 leads would have gone under these pools and rules, with the shifts at their arrival: { rows, totals }, newest first. Nothing is stored. For its admins and owners (42501). 22023: what is wrong.';

grant execute on function public.team_shifts() to authenticated;
grant execute on function private.team_shifts() to authenticated;
grant execute on function public.save_rota(uuid, jsonb, timestamptz) to authenticated;
grant execute on function private.save_rota(uuid, jsonb, timestamptz) to authenticated;
grant execute on function public.add_absence(uuid, uuid, date, date) to authenticated;
grant execute on function private.add_absence(uuid, uuid, date, date) to authenticated;
grant execute on function public.remove_absence(uuid) to authenticated;
grant execute on function private.remove_absence(uuid) to authenticated;
grant execute on function public.save_routing(jsonb, timestamptz) to authenticated;
grant execute on function private.save_routing(jsonb, timestamptz) to authenticated;
grant execute on function public.simulate_routing(jsonb) to authenticated;
grant execute on function private.simulate_routing(jsonb) to authenticated;
