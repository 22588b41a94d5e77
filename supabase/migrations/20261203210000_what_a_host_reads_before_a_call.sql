-- A host sees what they need before a call with a lead that they can't open.

create function private.call_brief(p_booking public.bookings) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  lead constant public.leads := (select held from public.leads as held where held.id = private.kept_lead(p_booking.lead_id));
begin
  if p_booking.state <> 'booked' or lead.id is null or lead.erased_at is not null or not exists (
    select from public.booking_hosts as host where host.booking_id = p_booking.id and host.user_id = auth.uid()
  ) then
    return null;
  end if;
  return jsonb_build_object(
    'owner', case when lead.user_id <> auth.uid() then private.owner_name(lead.user_id::text) end, 'company', nullif(btrim(lead.company), ''),
    'note', (
      select noted.body from public.lead_activities as noted
      where noted.lead_id in (select private.leads_within(lead.id)) and noted.kind = 'note' and noted.actor_id is not null
        and not private.is_retracted(noted.id)
      order by noted.occurred_at desc, noted.id desc limit 1
    ),
    -- The latest answer to each question that this call didn't ask.
    'answers', (
      select coalesce(jsonb_object_agg(said.key, said.value order by earlier.created_at), '{}') from public.bookings as earlier
      cross join lateral jsonb_each_text(earlier.answers) as said
      where earlier.lead_id in (select private.leads_within(lead.id)) and not p_booking.answers ? said.key
    )
  );
end
$$;

comment on function private.call_brief(public.bookings) is
'What a host needs to know before their call with a lead that they can''t open: { owner, company, note, answers }. Null for everyone else, and once the call has ended.';

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
      select jsonb_agg(private.call_json(listed::public.bookings) || jsonb_build_object(
        'can_open', seen.can_open, 'brief', case when not seen.can_open then private.call_brief(listed::public.bookings) end
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
