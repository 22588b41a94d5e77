-- Who hands over a call sees that it was moved or canceled meanwhile.

create or replace function private.call_takers(p_booking_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_premium();
  booking constant public.bookings := (
    select held from public.bookings as held where held.id = p_booking_id and held.account_id = private.workspace()
  );
  taken constant tstzrange := (select range_merge(range_agg(host.during)) from public.booking_hosts as host where host.booking_id = booking.id);
  -- The page may have read the call before somebody moved or canceled it.
  read constant jsonb := jsonb_build_object('state', booking.state, 'starts_at', booking.starts_at);
  people uuid[];
begin
  if booking.id is null or not coalesce(private.may_see_booking(booking), false) then
    perform private.refuse('booking_not_found', 'PT404', 'Call not found');
  end if;
  if not private.may_hand_over(booking) then return read || '{"from": [], "takers": []}'; end if;
  people := private.takers_of_call(booking);
  return read || jsonb_build_object(
    'from', coalesce((
      select jsonb_agg(jsonb_build_object('id', host.user_id, 'name', private.owner_name(host.user_id::text)) order by host.user_id <> caller, host.user_id)
      from public.booking_hosts as host where host.booking_id = booking.id and private.may_hand_over(booking, host.user_id)
    ), '[]'),
    'takers', coalesce((
      select jsonb_agg(jsonb_build_object('id', known.id, 'name', known.name, 'takes_type', known.takes_type, 'state', known.state)
        order by known.state <> 'free', known.state = 'busy', not known.takes_type, known.name, known.id)
      from (
        select person.id, private.owner_name(person.id::text) as name,
          exists (
            select from public.meeting_hosts as host where host.meeting_type_id = booking.meeting_type_id and host.user_id = person.id
          ) as takes_type,
          case
            when exists (
              select from public.booking_hosts as other
              where private.person_range(other.user_id, other.user_id, '[]') && private.person_range(person.id, person.id, '[]')
                and other.during && taken and other.is_taken
            ) then 'busy'
            when exists (
              select from public.absences as away where away.user_id = person.id and tstzrange(away.starts_at, away.ends_at) && taken
            ) then 'away'
            when exists (
              select from private.calendar_busy as busy where busy.user_id = person.id and busy.during && taken
            ) then 'calendar'
            when shift.during @> taken then 'free'
            else 'off_shift'
          end as state
        from unnest(people) as person (id)
        left join private.shifts(booking.account_id, people, lower(taken), upper(taken)) as shift on shift.user_id = person.id
      ) as known
    ), '[]')
  );
end
$$;

comment on function public.call_takers(uuid) is
'Who can take over a call ahead: { state, starts_at, from, takers }. state and starts_at are those of the call. from are its hosts whose part the caller may give away, the caller first. Each taker has takes_type (a host of its type) and their state at its time: free, off_shift, away, calendar (busy in their own calendar) or busy (another call, which rules them out). Both are empty if the caller may not hand it over. PT404: no such call of the caller. 42501: not on the team, or a free plan.';
