-- The week of shifts leaves out the account's holidays, as routing does.

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

comment on function public.team_shifts() is
'Who works when in the workspace, and its pools and rules: { now, is_leader, time_zone, working_hours, holidays, currency, target_seconds, people, routing }. 42501: not on the team.';
