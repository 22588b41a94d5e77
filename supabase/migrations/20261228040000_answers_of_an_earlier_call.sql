-- Someone who books again after a call isn't asked what they answered for it.

create or replace function private.managed_booking(p_key uuid, p_from timestamptz, p_to timestamptz) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  booking public.bookings := private.require_booking(p_key);
  type constant public.meeting_types := (select held from public.meeting_types as held where held.id = booking.meeting_type_id);
begin
  return jsonb_build_object(
    'account', private.booking_account_json(booking.account_id),
    'type', case when type.id is not null then private.booking_type_json(type) end,
    'can_rebook', coalesce(type.is_active, false),
    'booking', private.booking_mail_data(booking) || jsonb_build_object(
      'state', booking.state, 'answers', booking.answers, 'timeZone', private.zone_of_call(booking, booking.time_zone), 'isOver', booking.state in ('held', 'no_show') or booking.starts_at <= clock_timestamp(),
      'minutes', extract(epoch from booking.ends_at - booking.starts_at)::integer / 60, 'reminders', to_jsonb(private.reminders_ahead(booking))
    )
  ) || case when p_from is not null and p_to is not null and type.id is not null and booking.state = 'booked' and booking.starts_at > clock_timestamp()
    then private.times_json(type.id, p_from, p_to, booking.id) else '{}' end;
end
$$;
