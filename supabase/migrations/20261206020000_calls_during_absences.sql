-- The screen of the shifts says which booked calls an absence leaves.
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

create or replace function private.add_absence(p_absence_id uuid, p_user_id uuid, p_until date, p_from date) returns jsonb
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
