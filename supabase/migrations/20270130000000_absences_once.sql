-- An absence that another one covers is refused.

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
  -- Entered twice, for example by the person and by an admin.
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

comment on function public.add_absence(uuid, uuid, date, date) is
'Marks a person as away from now (or the start of p_from) to the end of p_until (today without it), by the days of their time zone. Their own, or of the team by admins and owners. Once per id. Returns { id, starts_at, ends_at, calls, first_call }: calls counts the booked calls of the workspace in this time, which stay. PT404: no such person. 22023: a day that has passed. PT409: away already.';
