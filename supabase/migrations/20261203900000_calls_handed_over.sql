-- The host, the lead's owner and the leaders hand a booked call over to a colleague at the same time. The history names the new host.

create function private.may_hand_over(p_booking public.bookings, p_host uuid default null) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select p_booking.state = 'booked' and p_booking.starts_at > now() and (
    private.has_active_role('admin')
    or auth.uid() = any (private.leaders_of(p_booking.account_id))
    or coalesce((select lead.user_id = auth.uid() from public.leads as lead where lead.id = private.kept_lead(p_booking.lead_id)), false)
    or exists (
      select from public.booking_hosts as host
      where host.booking_id = p_booking.id and host.user_id = auth.uid() and host.user_id = coalesce(p_host, host.user_id)
    )
  )
$$;

comment on function private.may_hand_over(public.bookings, uuid) is
'Whether the caller may give a call ahead to a colleague: a host their own part, the lead''s owner, the leaders of the account and admins every part. p_host: for this host.';

create function private.takers_of_call(p_booking public.bookings) returns uuid[]
language sql stable security definer
set search_path = ''
as $$
  select coalesce(array_agg(distinct person.id order by person.id), '{}')
  from unnest(
    private.team_of(p_booking.account_id)
    || coalesce((select private.hosts_of(type::public.meeting_types) from public.meeting_types as type where type.id = p_booking.meeting_type_id), '{}')
    -- Admins belong to no team, but own leads and take calls over.
    || array[auth.uid(), (select lead.user_id from public.leads as lead where lead.id = private.kept_lead(p_booking.lead_id))]
  ) as person (id)
  where private.is_on_team(person.id, p_booking.account_id) and person.id <> all (private.booked_hosts(p_booking.id))
$$;

comment on function private.takers_of_call(public.bookings) is
'Who can take a call over: the hosts of its type and the people of the team, with the caller and the lead''s owner, but not those who hold it.';

create function private.call_takers(p_booking_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_premium();
  booking constant public.bookings := (
    select held from public.bookings as held where held.id = p_booking_id and held.account_id = private.workspace()
  );
  taken constant tstzrange := (select range_merge(range_agg(host.during)) from public.booking_hosts as host where host.booking_id = booking.id);
  people uuid[];
begin
  if booking.id is null or not coalesce(private.may_see_booking(booking), false) then
    perform private.refuse('booking_not_found', 'PT404', 'Call not found');
  end if;
  if not private.may_hand_over(booking) then return '{"from": [], "takers": []}'; end if;
  people := private.takers_of_call(booking);
  return jsonb_build_object(
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

create function public.call_takers(p_booking_id uuid) returns jsonb
language sql stable
set search_path = ''
return private.call_takers(p_booking_id);

comment on function public.call_takers(uuid) is
'Who can take over a call ahead: { from, takers }. from are its hosts whose part the caller may give away, the caller first. Each taker has takes_type (a host of its type) and their state at its time: free, off_shift, away, calendar (busy in their own calendar) or busy (another call, which rules them out). Both are empty if the caller may not hand it over. PT404: no such call of the caller. 42501: not on the team, or a free plan.';

create function private.give_call(p_booking public.bookings, p_giver uuid, p_taker uuid, p_undone bigint default null) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  begin
    update public.booking_hosts as host set user_id = p_taker where host.booking_id = p_booking.id and host.user_id = p_giver;
  exception when exclusion_violation then
    perform private.refuse('slot_taken', 'PT409', format('%s has another call at this time', private.owner_name(p_taker::text)), 'taker');
  end;
  update public.bookings as given set sequence = given.sequence + 1 where given.id = p_booking.id;
  insert into public.booking_events (booking_id, account_id, event, actor_id, payload)
  values (p_booking.id, p_booking.account_id, 'reassigned', auth.uid(), jsonb_strip_nulls(jsonb_build_object(
    'from', p_giver, 'to', p_taker, 'sequence', p_booking.sequence + 1, 'handed_over', true, 'undone', p_undone
  )));
  perform private.send_booking_mails(p_booking.id, 'reassigned', null, p_undone is null);
end
$$;

comment on function private.give_call(public.bookings, uuid, uuid, bigint) is
'Gives the part of one host of a locked call to another person, and tells the visitor and both of them. p_undone: this takes that event back. PT409: the other one has a call then.';

create function private.hand_over_call(p_booking_id uuid, p_giver uuid, p_taker uuid) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_premium();
  known constant public.booking_events := (
    select noted from public.booking_events as noted
    where noted.booking_id = p_booking_id and noted.account_id = private.workspace() and noted.event = 'reassigned' order by noted.id desc limit 1
  );
  booking public.bookings;
begin
  -- A request that comes twice. Who gave the call away may not see it any more.
  if known.actor_id = caller and known.payload ->> 'from' = p_giver::text and known.payload ->> 'to' = p_taker::text then return false; end if;
  booking := private.require_call(p_booking_id);
  perform private.require_open_booking(booking, caller);
  if booking.starts_at <= clock_timestamp() then perform private.refuse('booking_over', 'PT409', 'This call has begun'); end if;
  -- All of them in one step, so that two people who give each other calls don't wait in a circle.
  perform private.lock_hosts(private.booked_hosts(booking.id) || p_taker);
  if not private.may_hand_over(booking) then
    perform private.refuse('leaders_only', '42501', 'Only the host, the lead''s owner and leaders can hand over this call');
  end if;
  if p_giver is null or p_giver <> all (private.booked_hosts(booking.id)) then
    perform private.refuse('outdated', 'PT409', 'This call has another host now');
  end if;
  if not private.may_hand_over(booking, p_giver) then
    perform private.refuse('leaders_only', '42501', 'A host can only hand over their own part of a call');
  end if;
  if p_taker is null or p_taker <> all (private.takers_of_call(booking)) then
    perform private.refuse('assignee_not_active', 'PT409', 'This person can''t take the call', 'taker');
  end if;
  perform private.give_call(booking, p_giver, p_taker);
  return true;
end
$$;

create function public.hand_over_call(p_booking_id uuid, p_giver uuid, p_taker uuid) returns boolean
language sql volatile
set search_path = ''
return private.hand_over_call(p_booking_id, p_giver, p_taker);

comment on function public.hand_over_call(uuid, uuid, uuid) is
'Gives the part of one host of a call ahead to a colleague (call_takers) at the same time, and tells the visitor and both of them. Shifts and absences don''t block it, another call does. False: the caller did this already. PT404: no such call of the caller. PT409: slot_taken, outdated (it has another host by now), booking_cancelled, booking_over, or the colleague can''t take it. 42501: neither host, owner of the lead nor leader; not on the team, or a free plan.';

create function private.undo_hand_over(p_booking_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_premium();
  made constant public.booking_events := (
    select noted from public.booking_events as noted
    where noted.booking_id = p_booking_id and noted.account_id = private.workspace() and noted.actor_id = caller and noted.event = 'reassigned'
      and noted.payload ? 'handed_over' and not noted.payload ? 'undone'
    order by noted.id desc limit 1
  );
  giver constant uuid := private.parse_uuid(made.payload ->> 'from');
  taker constant uuid := private.parse_uuid(made.payload ->> 'to');
  booking public.bookings;
begin
  -- Who gave the call away may not see it any more, so this asks for the change and not for the call.
  if made.id is null then
    perform private.refuse('change_not_found', 'PT404', 'Only the person who handed over this call can undo it');
  end if;
  perform private.lock_lead_of_booking(p_booking_id);
  select held.* into booking from public.bookings as held where held.id = p_booking_id for update;
  perform private.lock_hosts(private.booked_hosts(booking.id) || giver);
  if exists (
    select from public.booking_events as noted where noted.booking_id = booking.id and noted.payload ->> 'undone' = made.id::text
  ) then
    return jsonb_build_object('restored', 0, 'kept', 0);
  end if;
  if booking.state <> 'booked' or booking.starts_at <= clock_timestamp() or taker <> all (private.booked_hosts(booking.id))
    or giver = any (private.booked_hosts(booking.id)) or not private.is_on_team(giver, booking.account_id) then
    perform private.refuse('outdated', 'PT409', 'This call has changed since then');
  end if;
  perform private.give_call(booking, taker, giver, made.id);
  perform private.withdraw_booking_mails(booking.id, (made.payload ->> 'sequence')::integer, booking.sequence + 1);
  return jsonb_build_object('restored', 1, 'kept', 0);
end
$$;

create function public.undo_hand_over(p_booking_id uuid) returns jsonb
language sql volatile
set search_path = ''
return private.undo_hand_over(p_booking_id);

comment on function public.undo_hand_over(uuid) is
'Gives a call that the caller handed over last back to its earlier host: { restored, kept }. Who was not told yet hears nothing; the others get an email. A repeated undo changes nothing. PT404: the caller handed over no such call. PT409: the call has changed since, has begun, or its earlier host has another call then. 42501: not on the team, or a free plan.';

grant execute on function public.call_takers(uuid) to authenticated;
grant execute on function private.call_takers(uuid) to authenticated;
grant execute on function public.hand_over_call(uuid, uuid, uuid) to authenticated;
grant execute on function private.hand_over_call(uuid, uuid, uuid) to authenticated;
grant execute on function public.undo_hand_over(uuid) to authenticated;
grant execute on function private.undo_hand_over(uuid) to authenticated;

create or replace function private.booking_mails(p_booking uuid, p_sequence integer) returns text[]
language sql stable security definer
set search_path = ''
as $$
  select array[format('booking:%s:%s:visitor', p_booking, p_sequence)]
    || array(
      select format('booking:%s:%s:host:%s', p_booking, p_sequence, person.id) from (
        select host.user_id::text as id from public.booking_hosts as host where host.booking_id = p_booking
        union
        select noted.payload ->> side.key from public.booking_events as noted cross join (values ('from'), ('to')) as side (key)
        where noted.booking_id = p_booking and noted.event = 'reassigned'
      ) as person
    )
$$;

comment on function private.booking_mails(uuid, integer) is
'The outbox keys of the emails that tell a call''s visitor and hosts, earlier ones too, of a change. Sequence 0 is its booking.';

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
    'to', person.email, 'template', 'booking-host-' || case when host.id = giver then 'handed-over' else p_event end, 'data', private.booking_mail_data(booking) || moved || jsonb_strip_nulls(jsonb_build_object(
      'timeZone', private.zone_of_call(booking, coalesce(rota.time_zone, private.account_zone(booking.account_id))), 'hostEmail', person.email, 'leadId', booking.lead_id,
      'bookedBy', case when booker <> host.id then booked_by end,
      'earlierHost', private.person_name(giver), 'newHost', private.person_name(taker),
      'answers', (select string_agg(answer.key || ': ' || answer.value, E'\n' order by answer.key) from jsonb_each_text(booking.answers) as answer)
    ))
  ), run_at)
  from (
    select one.user_id as id from public.booking_hosts as one where one.booking_id = p_booking and (taker is null or one.user_id = taker)
    union all select giver where giver is not null
  ) as host
  join auth.users as person on person.id = host.id and coalesce(person.email, '') <> ''
  left join public.rotas as rota on rota.account_id = booking.account_id and rota.user_id = host.id
  order by host.id;
end
$$;

comment on function private.send_booking_mails(uuid, text, timestamptz, boolean) is
'Queues the emails about a booked, rescheduled or cancelled call to its visitor and its hosts, and about one that was handed over to its visitor and both hosts, once for each change. p_from is the earlier time. p_is_held: as long as a person of the team is offered to undo it, nobody is told.';

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
    ), '[]'),
    'can_hand_over', private.may_hand_over(p_booking)
  )
$$;

comment on function private.call_json(public.bookings) is 'A call as the team''s pages show it.';

create or replace function private.apply_booking_event() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  booking public.bookings;
  lead public.leads;
  finished jsonb;
begin
  select held.* into booking from public.bookings as held where held.id = new.booking_id;
  -- What was booked for a merged lead is done with the kept one.
  booking.lead_id := private.kept_lead(booking.lead_id);
  select held.* into lead from public.leads as held where held.id = booking.lead_id for no key update;
  if lead.id is null or lead.erased_at is not null then return null; end if;
  case new.event
    when 'booked' then
      -- A call that a colleague books is not the lead's own answer, so the clock goes on until they log theirs.
      if new.actor_id is null then perform private.end_clock_as_booked(lead.id, booking.id); end if;
      -- Who books for a lead of nobody takes it, as whoever logs a call does.
      perform private.advance_for_booking(lead, coalesce(new.actor_id, (private.booked_hosts(booking.id))[1]));
      finished := private.finish_tasks_for_call(booking);
      perform private.plan_call(booking);
    when 'rescheduled' then
      perform private.plan_call(booking);
    when 'cancelled' then
      if new.payload ? 'undone' then
        perform private.close_booking_tasks(booking.id);
        perform private.reopen_tasks_of_call(booking);
      else
        -- A visitor who was invited to choose a new time gets a day for it. Everybody else is called within the hour.
        perform private.plan_booking_task(
          booking, 'call', 'Offer a new time', now() + case when new.payload ? 'invited' then interval '1 day' else interval '1 hour' end
        );
      end if;
    when 'no_show' then
      perform private.plan_booking_task(booking, 'call', 'Offer a new time', now() + interval '1 day');
    when 'held' then
      perform private.close_booking_tasks(booking.id);
    when 'reassigned' then
      -- Only the call of a leaver takes its lead with it.
      if not new.payload ? 'handed_over' then perform private.advance_for_booking(lead, (private.booked_hosts(booking.id))[1]); end if;
    when 'reopened' then
      -- Only the undo of a cancellation opens a call that is still ahead.
      if booking.starts_at > now() then perform private.plan_call(booking); else perform private.ask_for_outcome(booking); end if;
    else null;
  end case;
  perform private.note_booking(booking, new.event, new.actor_id, jsonb_build_object(
    'from', new.payload -> 'from', 'invited', new.payload -> 'invited', 'undone', new.payload -> 'undone', 'finished', finished,
    'host', case when new.event = 'reassigned' then new.payload -> 'to' end));
  if new.event in ('booked', 'rescheduled', 'reassigned') or new.event = 'reopened' and new.payload ? 'undone' then perform private.enqueue_booking_jobs(booking); end if;
  perform nextval('private.crm_change');
  return null;
end
$$;

comment on function private.apply_booking_event() is
'Trigger: what a booking does to its lead. It stands on the ledger, so that visitors, staff and the product itself have the same effects.';

create or replace function private.event_json(p_id text, p_lead_id uuid, p_kind text, p_body text, p_at timestamptz, p_actor uuid, p_payload jsonb)
returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('id', p_id, 'lead_id', p_lead_id, 'kind', p_kind, 'body', p_body, 'at', p_at, 'actor_id', p_actor,
    'actor_name', private.person_name(p_actor),
    'payload', p_payload || case when p_kind = 'assignment' then jsonb_build_object(
      'from_name', private.person_name(private.parse_uuid(p_payload ->> 'from')),
      'to_name', private.person_name(private.parse_uuid(p_payload ->> 'to'))
    ) when p_kind = 'clock' and p_payload ->> 'event' in ('routed', 'offered') then jsonb_build_object(
      'person_name', private.person_name(private.parse_uuid(p_payload ->> 'person')),
      'after_name', private.person_name(private.parse_uuid(p_payload ->> 'after'))
    ) when p_kind = 'booking' and p_payload ? 'host' then jsonb_build_object(
      'host_name', private.person_name(private.parse_uuid(p_payload ->> 'host'))
    ) when p_kind = 'merge' then private.merge_json(
      private.parse_uuid(p_payload ->> 'batch_id'), private.parse_uuid(p_payload ->> 'lead_id')
    ) else '{}' end)
$$;

comment on function private.event_json(text, uuid, text, text, timestamptz, uuid, jsonb) is 'One entry of a timeline, with names for ids.';

