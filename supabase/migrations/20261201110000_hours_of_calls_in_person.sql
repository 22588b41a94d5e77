-- Everyone reads the hours of a call in person in the zone of its place: in emails, on its page and in the CRM.

create function private.zone_of_call(p_booking public.bookings, p_reader text) returns text
language sql stable
set search_path = ''
as $$
  select case p_booking.location when 'place' then private.account_zone(p_booking.account_id) else p_reader end
$$;

comment on function private.zone_of_call(public.bookings, text) is
'The zone in which somebody reads the hours of a call: their own (p_reader), but in person that of the place, so that nobody comes at a wrong hour.';

create or replace function private.send_booking_mails(
  p_booking uuid, p_event text, p_from timestamptz default null, p_is_held boolean default false
) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  booking constant public.bookings := (select held from public.bookings as held where held.id = p_booking);
  moved constant jsonb := jsonb_strip_nulls(jsonb_build_object('from', to_char(p_from at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')));
  -- A person of the team may have booked it in the visitor's name.
  booker constant uuid := case when p_event = 'booked' then (
    select noted.actor_id from public.booking_events as noted where noted.booking_id = p_booking and noted.event = 'booked' order by noted.id limit 1
  ) end;
  booked_by constant text := private.person_name(booker);
  run_at constant timestamptz := now() + case when p_is_held then interval '10 seconds' else interval '0' end;
  sent bigint;
begin
  -- An erased person has no address.
  if booking.email = '' then return; end if;
  -- What was held back goes out before news about it.
  update private.outbox as earlier set run_at = now() - interval '1 second'
  where earlier.dedupe_key = any (private.booking_mails(p_booking, booking.sequence - 1)) and earlier.status = 'queued' and earlier.run_at > now();
  -- Nobody can fill a stranger's mailbox by booking for them.
  select count(*) into sent from private.outbox as mail
  where mail.kind = 'mail' and lower(mail.payload ->> 'to') = lower(booking.email) and mail.created_at > now() - interval '1 day'
    and mail.payload ->> 'template' like 'booking-%';
  if sent < 20 then
    perform public.enqueue_outbox('mail', format('booking:%s:%s:visitor', p_booking, booking.sequence), jsonb_build_object(
      'to', booking.email, 'template', 'booking-' || p_event, 'data', private.visitor_mail_data(booking) || moved || jsonb_strip_nulls(
        jsonb_build_object('bookedBy', booked_by, 'reminders', array_to_string(private.reminders_ahead(booking), ','))
      )
    ), run_at);
  end if;
  perform public.enqueue_outbox('mail', format('booking:%s:%s:host:%s', p_booking, booking.sequence, host.id), jsonb_build_object(
    'to', person.email, 'template', 'booking-host-' || p_event, 'data', private.booking_mail_data(booking) || moved || jsonb_strip_nulls(jsonb_build_object(
      'timeZone', private.zone_of_call(booking, coalesce(rota.time_zone, private.account_zone(booking.account_id))), 'hostEmail', person.email, 'leadId', booking.lead_id,
      'bookedBy', case when booker <> host.id then booked_by end,
      'answers', (select string_agg(answer.key || ': ' || answer.value, E'\n' order by answer.key) from jsonb_each_text(booking.answers) as answer)
    ))
  ), run_at)
  from (select one.user_id as id from public.booking_hosts as one where one.booking_id = p_booking) as host
  join auth.users as person on person.id = host.id and coalesce(person.email, '') <> ''
  left join public.rotas as rota on rota.account_id = booking.account_id and rota.user_id = host.id
  order by host.id;
end
$$;

create or replace function private.visitor_mail_data(p_booking public.bookings) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select private.booking_mail_data(p_booking) || jsonb_strip_nulls(jsonb_build_object(
    'timeZone', private.zone_of_call(p_booking, p_booking.time_zone), 'manageKey', p_booking.manage_key,
    'typeSlug', (select type.slug from public.meeting_types as type where type.id = p_booking.meeting_type_id and type.is_active)
  ))
$$;

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
      'state', booking.state, 'timeZone', private.zone_of_call(booking, booking.time_zone), 'isOver', booking.state in ('held', 'no_show') or booking.starts_at <= clock_timestamp(),
      'minutes', extract(epoch from booking.ends_at - booking.starts_at)::integer / 60, 'reminders', to_jsonb(private.reminders_ahead(booking))
    )
  ) || case when p_from is not null and p_to is not null and type.id is not null and booking.state = 'booked' and booking.starts_at > clock_timestamp()
    then private.times_json(type.id, p_from, p_to, booking.id) else '{}' end;
end
$$;

create or replace function private.call_json(p_booking public.bookings) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'id', p_booking.id, 'lead_id', private.kept_lead(p_booking.lead_id), 'state', p_booking.state, 'starts_at', p_booking.starts_at,
    'ends_at', p_booking.ends_at, 'title', p_booking.title, 'name', p_booking.name, 'email', p_booking.email, 'phone', p_booking.phone,
    'time_zone', private.zone_of_call(p_booking, p_booking.time_zone), 'location', p_booking.location, 'location_details', p_booking.location_details,
    'answers', p_booking.answers,
    'hosts', coalesce((
      select jsonb_agg(jsonb_build_object('id', host.user_id, 'name', private.owner_name(host.user_id::text)) order by host.user_id)
      from public.booking_hosts as host where host.booking_id = p_booking.id
    ), '[]')
  )
$$;

create or replace function private.call_times(p_lead_id uuid, p_type_id uuid, p_mine boolean, p_from timestamptz, p_to timestamptz) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_premium();
  lead constant public.leads := private.require_lead(p_lead_id);
  type public.meeting_types;
  types jsonb;
begin
  select jsonb_agg(private.booking_type_json(offered::public.meeting_types) || jsonb_build_object(
    'id', offered.id, 'assignment', offered.assignment, 'mine', caller = any (private.hosts_of(offered::public.meeting_types)),
    'hosts', coalesce((
      select jsonb_agg(private.owner_name(host.id::text) order by private.owner_name(host.id::text))
      from unnest(private.hosts_of(offered::public.meeting_types)) as host (id)
    ), '[]')
  ) order by offered.created_at, offered.id) into types
  from public.meeting_types as offered
  where offered.account_id = lead.account_id and offered.is_active and private.hosts_of(offered::public.meeting_types) <> '{}';
  -- Without a choice, the type that the lead last booked, else the first one of the caller, else the first one.
  select offered.* into type from public.meeting_types as offered
  join jsonb_array_elements(types) with ordinality as listed (facts, place) on offered.id::text = listed.facts ->> 'id'
  order by offered.id is distinct from p_type_id, offered.id is distinct from private.call_type_of_lead(lead.id),
    not (listed.facts ->> 'mine')::boolean, listed.place limit 1;
  return jsonb_build_object(
    'types', coalesce(types, '[]'), 'type_id', type.id, 'may_manage', private.manages_workspace(), 'zone', private.account_zone(lead.account_id),
    'lead_zone', (
      select (array_agg(booking.time_zone order by booking.created_at desc, booking.id))[1]
      from public.bookings as booking
      -- A page of a call in person shows the place's zone, so it doesn't tell the visitor's.
      where booking.lead_id in (select private.leads_within(lead.id)) and booking.location <> 'place'
    ),
    -- The latest answer to each question.
    'answers', (
      select coalesce(jsonb_object_agg(said.key, said.value order by booking.created_at), '{}') from public.bookings as booking
      cross join lateral jsonb_each_text(booking.answers) as said where booking.lead_id in (select private.leads_within(lead.id))
    )
  ) || case when type.id is null then '{"times": [], "next": null}' else private.times_json(type.id, p_from, p_to, null, case
    when p_mine and type.assignment = 'pool' and caller = any (private.hosts_of(type)) then caller
  end) end;
end
$$;
