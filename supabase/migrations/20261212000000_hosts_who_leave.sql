-- Hosts of a call that several hold hear that a colleague no longer takes part, not that the call is theirs now.
create or replace function private.reassign_call(p_booking_id uuid, p_user uuid) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  booking public.bookings := private.lock_booking(p_booking_id);
  type constant public.meeting_types := (select held from public.meeting_types as held where held.id = booking.meeting_type_id);
  taken tstzrange;
  colleagues uuid[];
  taker uuid;
  is_shared boolean;
begin
  select host.during into taken from public.booking_hosts as host where host.booking_id = booking.id and host.user_id = p_user;
  if booking.state <> 'booked' or taken is null then return null; end if;
  -- Of several hosts, the others hold the call.
  is_shared := exists (select from public.booking_hosts as host where host.booking_id = booking.id and host.user_id <> p_user);
  if is_shared then
    delete from public.booking_hosts as gone where gone.booking_id = booking.id and gone.user_id = p_user;
    taker := (private.booked_hosts(booking.id))[1];
  else
    colleagues := array_remove(coalesce(private.hosts_of(type), '{}'), p_user);
    perform private.lock_hosts(colleagues);
    colleagues := array(
      select free.user_id from private.openings(booking.account_id, colleagues, lower(taken), upper(taken), booking.id) as free
      where free.during @> taken order by free.user_id
    );
    if cardinality(colleagues) = 0 then return null; end if;
    taker := private.pick_from_pool('meeting:' || type.id, booking.account_id, colleagues, booking.starts_at);
    update public.booking_hosts as host set user_id = taker where host.booking_id = booking.id and host.user_id = p_user;
  end if;
  update public.bookings as moved set sequence = moved.sequence + 1 where moved.id = booking.id;
  insert into public.booking_events (booking_id, account_id, event, actor_id, payload)
  values (booking.id, booking.account_id, 'reassigned', auth.uid(), jsonb_strip_nulls(jsonb_build_object(
    'from', p_user, 'to', taker, 'left', case when is_shared then true end
  )));
  perform private.send_booking_mails(booking.id, 'reassigned');
  return taker;
end
$$;

comment on function private.reassign_call(uuid, uuid) is
'Gives a call of a person who left to another free host of its type, by the weights of the pool, or leaves it to its other hosts, and tells the visitor and the hosts. Null: nobody is free, or it has no type any more.';

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
  -- The earlier host has the call in their calendar, too.
  handed constant jsonb := case when p_event = 'reassigned' then (
    select noted.payload from public.booking_events as noted where noted.booking_id = p_booking and noted.event = 'reassigned' order by noted.id desc limit 1
  ) end;
  giver constant uuid := case when handed ? 'handed_over' then private.parse_uuid(handed ->> 'from') end;
  taker constant uuid := case when giver is not null then private.parse_uuid(handed ->> 'to') end;
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
        jsonb_build_object('bookedBy', booked_by, 'left', handed ->> 'left', 'reminders', array_to_string(private.reminders_ahead(booking), ','))
      )
    ), run_at);
  end if;
  perform public.enqueue_outbox('mail', format('booking:%s:%s:host:%s', p_booking, booking.sequence, host.id), jsonb_build_object(
    'to', person.email, 'template', 'booking-host-' || case when host.id = giver then 'handed-over' when host.id <> taker then 'joined' when handed ? 'left' then 'left' else p_event end, 'data', private.booking_mail_data(booking) || moved || jsonb_strip_nulls(jsonb_build_object(
      'timeZone', private.zone_of_call(booking, coalesce(rota.time_zone, private.account_zone(booking.account_id))), 'hostEmail', person.email, 'leadId', booking.lead_id,
      'bookedBy', case when booker <> host.id then booked_by end, 'isBooker', case when booker = host.id then 'true' end,
      'earlierHost', private.person_name(coalesce(giver, private.parse_uuid(case when handed ? 'left' then handed ->> 'from' end))), 'newHost', private.person_name(taker),
      'answers', (select string_agg(answer.key || ': ' || answer.value, E'\n' order by answer.key) from jsonb_each_text(booking.answers) as answer)
    ))
  ), run_at)
  from (
    select one.user_id as id from public.booking_hosts as one where one.booking_id = p_booking
    union all select giver where giver is not null
  ) as host
  join auth.users as person on person.id = host.id and coalesce(person.email, '') <> ''
  left join public.rotas as rota on rota.account_id = booking.account_id and rota.user_id = host.id
  order by host.id;
end
$$;
