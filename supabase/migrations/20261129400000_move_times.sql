-- The team moves a call to one of its hosts' free times.

create function private.move_times(p_booking_id uuid, p_from timestamptz, p_to timestamptz) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_premium();
  booking constant public.bookings := (
    select held from public.bookings as held where held.id = p_booking_id and held.account_id = private.workspace()
  );
begin
  if booking.id is null or not coalesce(private.may_see_booking(booking), false) then
    perform private.refuse('booking_not_found', 'PT404', 'Call not found');
  end if;
  return jsonb_build_object('horizon_days', coalesce((
    select type.horizon_days from public.meeting_types as type where type.id = booking.meeting_type_id
  ), 0)) || case when booking.meeting_type_id is null or booking.state <> 'booked' then '{"times": [], "next": null}'
    else private.times_json(booking.meeting_type_id, p_from, p_to, booking.id) end;
end
$$;

create function public.move_times(p_booking_id uuid, p_from timestamptz default now(), p_to timestamptz default now() + interval '7 days') returns jsonb
language sql stable
set search_path = ''
return private.move_times(p_booking_id, p_from, p_to);

comment on function public.move_times(uuid, timestamptz, timestamptz) is
'When a call of the team can be moved to, with the hosts that it has: { horizon_days, times, next }, in seconds since 1970. No times without a meeting type. PT404: no such call of the caller. 42501: not on the team, or a free plan.';

grant execute on function public.move_times(uuid, timestamptz, timestamptz) to authenticated;
grant execute on function private.move_times(uuid, timestamptz, timestamptz) to authenticated;
