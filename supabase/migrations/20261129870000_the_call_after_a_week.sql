-- The calls of a week say when the next call after it begins.

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

comment on function public.list_calls(timestamptz, timestamptz, uuid, boolean) is
'The calls of a period with everything that a calendar shows: { now, zone, host, sees_all, me, calls, next, shifts, absences }, at most 1,000 calls. People who see all leads choose a host or everyone; others get their own calls. next is when the first call after the period begins. shifts and absences are those of the host. 42501: not on the team. 22023: no period, or more than a year.';
