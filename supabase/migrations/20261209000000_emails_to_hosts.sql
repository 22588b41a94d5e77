-- Emails about calls: hosts read that they booked a call themselves, that a canceled call takes place after all, and who joins a call of theirs.
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
        jsonb_build_object('bookedBy', booked_by, 'reminders', array_to_string(private.reminders_ahead(booking), ','))
      )
    ), run_at);
  end if;
  perform public.enqueue_outbox('mail', format('booking:%s:%s:host:%s', p_booking, booking.sequence, host.id), jsonb_build_object(
    'to', person.email, 'template', 'booking-host-' || case when host.id = giver then 'handed-over' when host.id <> taker then 'joined' else p_event end, 'data', private.booking_mail_data(booking) || moved || jsonb_strip_nulls(jsonb_build_object(
      'timeZone', private.zone_of_call(booking, coalesce(rota.time_zone, private.account_zone(booking.account_id))), 'hostEmail', person.email, 'leadId', booking.lead_id,
      'bookedBy', case when booker <> host.id then booked_by end, 'isBooker', case when booker = host.id then 'true' end,
      'earlierHost', private.person_name(giver), 'newHost', private.person_name(taker),
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

comment on function private.send_booking_mails(uuid, text, timestamptz, boolean) is
'Queues the emails about a booked, rescheduled, cancelled or reopened call to its visitor and its hosts, and about one that was handed over to its visitor, its hosts and the earlier one, once for each change. p_from is the earlier time. p_is_held: as long as a person of the team is offered to undo it, nobody is told.';

create or replace function private.undo_call_change(p_booking_id uuid, p_moved_to timestamptz) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_premium();
  known constant public.bookings := private.require_call(p_booking_id);
  booking constant public.bookings := private.lock_booking(known.id);
  made constant public.booking_events := (
    select noted from public.booking_events as noted
    where noted.booking_id = booking.id and noted.actor_id = caller and not noted.payload ?| array['undone', 'invited'] and case
      when p_moved_to is null then noted.event = 'cancelled'
      else noted.event = 'rescheduled' and (noted.payload ->> 'to')::timestamptz = p_moved_to
    end
    order by noted.id desc limit 1
  );
begin
  if made.id is null then
    perform private.refuse('change_not_found', 'PT404', 'Only the person who changed this call can undo it');
  end if;
  if exists (
    select from public.booking_events as noted where noted.booking_id = booking.id and noted.payload ->> 'undone' = made.id::text
  ) then
    return jsonb_build_object('restored', 0, 'kept', 0);
  end if;
  if p_moved_to is not null then
    if booking.state <> 'booked' or booking.starts_at <> p_moved_to then
      perform private.refuse('outdated', 'PT409', 'This call has changed since then');
    end if;
    perform private.move_booking(booking.id, (made.payload ->> 'from')::timestamptz, caller, made.id);
  else
    if booking.state <> 'cancelled' or booking.decided_by is distinct from caller then
      perform private.refuse('outdated', 'PT409', 'This call has changed since then');
    end if;
    if booking.email = '' then perform private.refuse('person_erased', 'PT409', 'This person was erased'); end if;
    if booking.starts_at <= now() then perform private.refuse('slot_passed', 'PT409', 'This time has passed', 'starts_at'); end if;
    begin
      update public.bookings as back set state = 'booked', sequence = back.sequence + 1, decided_at = null, decided_by = null
      where back.id = booking.id;
    exception when exclusion_violation then
      perform private.refuse('slot_taken', 'PT409', 'There is another call at this time', 'starts_at');
    end;
    insert into public.booking_events (booking_id, account_id, event, actor_id, payload)
    values (booking.id, booking.account_id, 'reopened', caller, jsonb_build_object('undone', made.id));
    perform private.send_booking_mails(booking.id, 'reopened');
  end if;
  perform private.withdraw_booking_mails(booking.id, (made.payload ->> 'sequence')::integer, booking.sequence + 1);
  return jsonb_build_object('restored', 1, 'kept', 0);
end
$$;

comment on function private.give_call(public.bookings, uuid, uuid, bigint) is
'Gives the part of one host of a locked call to another person, and tells the visitor, both of them and the other hosts. p_undone: this takes that event back. PT409: the other one has a call then.';

comment on function public.hand_over_call(uuid, uuid, uuid) is
'Gives the part of one host of a call ahead to a colleague (call_takers) at the same time, and tells the visitor, both of them and the other hosts. Shifts and absences don''t block it, another call does. False: the caller did this already. PT404: no such call of the caller. PT409: slot_taken, outdated (it has another host by now), booking_cancelled, booking_over, or the colleague can''t take it. 42501: neither host, owner of the lead nor leader; not on the team, or a free plan.';
