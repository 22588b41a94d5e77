-- The email about an outcome of a call waits as long as Undo is offered, and Undo withdraws it.
create function private.booking_mail_time(p_is_held boolean) returns timestamptz
language sql stable
set search_path = ''
as $$
  select now() + case when p_is_held then interval '10 seconds' else interval '0' end
$$;

comment on function private.booking_mail_time(boolean) is
'When an email about a call leaves. p_is_held: not as long as the person of the team who causes it is offered to undo that.';

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
  run_at constant timestamptz := private.booking_mail_time(p_is_held);
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

create function private.enqueue_booking_mail(
  p_booking public.bookings, p_template text, p_key text, p_data jsonb default '{}', p_run_at timestamptz default now()
) returns void
language sql volatile security definer
set search_path = ''
as $$
  select public.enqueue_outbox('mail', format('%s:%s:%s:%s', p_template, p_booking.id, p_booking.sequence, p_key), jsonb_build_object(
    'to', p_booking.email, 'template', p_template, 'data', private.visitor_mail_data(p_booking) || p_data
  ), p_run_at) where p_booking.email <> ''
$$;

comment on function private.enqueue_booking_mail(public.bookings, text, text, jsonb, timestamptz) is
'Queues an email to the visitor, once for each state of the call and key.';

create function private.outcome_mails(p_booking public.bookings, p_event bigint) returns text[]
language sql stable security definer
set search_path = ''
as $$
  select array_agg(format('%s:%s:%s:%s', mail.template, p_booking.id, p_booking.sequence, (
    select count(*) from public.booking_events as noted where noted.booking_id = p_booking.id and noted.id <= p_event
  ))) from unnest('{booking-missed,booking-rebook}'::text[]) as mail (template)
$$;

comment on function private.outcome_mails(public.bookings, bigint) is
'The outbox keys of the emails that an outcome of a call, noted as this event, can send to its visitor.';

create or replace function private.set_booking_outcome(p_booking_id uuid, p_outcome text, p_seen text default null) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_premium();
  booking public.bookings;
  lead public.leads;
  next_stage text;
  last_event public.booking_events;
  was_told boolean := false;
begin
  if p_outcome is null or p_outcome not in ('held', 'no_show', 'rescheduled', 'reopened') then
    perform private.refuse('unknown_outcome', '22023', 'Unknown outcome', 'outcome');
  end if;
  booking := private.require_call(p_booking_id);
  select held.* into lead from public.leads as held where held.id = private.kept_lead(booking.lead_id);
  if p_outcome = 'reopened' then
    if booking.state = 'booked' then return jsonb_build_object('state', booking.state, 'again', true, 'was_told', false); end if;
    select noted.* into last_event from public.booking_events as noted
    where noted.booking_id = booking.id and noted.event in ('held', 'no_show', 'cancelled') order by noted.id desc limit 1;
    if booking.state = 'cancelled' and not coalesce(last_event.payload ? 'invited', false) then
      perform private.refuse('booking_cancelled', 'PT409', 'This call was canceled');
    end if;
    begin
      update public.bookings as undone set state = 'booked', decided_at = null, decided_by = null where undone.id = booking.id;
    exception when exclusion_violation then
      perform private.refuse_taken(booking.id, booking.starts_at);
    end;
    -- Only the stage that the outcome set goes back, not one that a person chose since.
    if lead.stage = last_event.payload ->> 'stage_to' then
      perform private.restore_stage(lead.id, last_event.payload);
    end if;
    insert into public.booking_events (booking_id, account_id, event, actor_id) values (booking.id, booking.account_id, 'reopened', caller);
    delete from private.outbox as mail
    where mail.dedupe_key = any (private.outcome_mails(booking, last_event.id)) and mail.status = 'queued' and mail.attempts = 0;
    return jsonb_build_object('state', 'booked', 'again', false, 'was_told', exists (
      select from private.outbox as mail where mail.dedupe_key = any (private.outcome_mails(booking, last_event.id))
    ));
  end if;
  if booking.state <> 'booked' then
    if booking.state::text = p_outcome or booking.state = 'cancelled' and p_outcome = 'rescheduled' then
      return jsonb_build_object('state', booking.state, 'again', true, 'was_told', false);
    end if;
    if p_seen is distinct from booking.state::text then
      perform private.refuse('booking_decided', 'PT409', 'Someone already noted the outcome of this call');
    end if;
    -- The wrong outcome goes back first, with the stage that it set.
    was_told := (private.set_booking_outcome(p_booking_id, 'reopened') ->> 'was_told')::boolean;
    booking := private.require_call(p_booking_id);
    select held.* into lead from public.leads as held where held.id = lead.id;
  end if;
  if booking.starts_at > now() then perform private.refuse('call_in_future', '22023', 'This call is still ahead', 'outcome'); end if;
  update public.bookings as decided
  set state = (case p_outcome when 'rescheduled' then 'cancelled' else p_outcome end)::public.booking_state, decided_at = now(), decided_by = caller
  where decided.id = booking.id returning * into booking;
  if p_outcome = 'held' and lead.stage = 'call_booked' and lead.erased_at is null then
    select following.key into next_stage from public.pipeline_stages as following
    join public.pipeline_stages as booked on booked.key = 'call_booked'
    where following.position > booked.position and following.key not in ('won', 'lost') order by following.position limit 1;
    if next_stage is not null then update public.leads as moved set stage = next_stage where moved.id = lead.id; end if;
  end if;
  if p_outcome = 'held' then
    update public.leads as met set last_activity_at = greatest(met.last_activity_at, booking.starts_at) where met.id = lead.id;
  end if;
  insert into public.booking_events (booking_id, account_id, event, actor_id, payload)
  values (booking.id, booking.account_id, case p_outcome when 'rescheduled' then 'cancelled' else p_outcome end, caller,
    case when next_stage is not null then private.stage_before(lead) || jsonb_build_object('stage_to', next_stage) else '{}' end
    || case when p_outcome = 'rescheduled' then '{"invited": true}' else '{}' end::jsonb);
  if p_outcome in ('no_show', 'rescheduled') and lead.erased_at is null then
    perform private.enqueue_booking_mail(booking, case p_outcome when 'no_show' then 'booking-missed' else 'booking-rebook' end, (
      select count(*) from public.booking_events as noted where noted.booking_id = booking.id
    )::text, p_run_at => private.booking_mail_time(true));
  end if;
  return jsonb_build_object('state', booking.state, 'again', false, 'was_told', was_told);
end
$$;

drop function private.enqueue_booking_mail(public.bookings, text, text, jsonb);

comment on function public.set_booking_outcome(uuid, text, text) is
'Notes what became of a call that has begun: { state, again, was_told }. p_seen: the state with a wrong outcome that this one replaces. held moves a lead on from Call Booked to the following stage. no_show and rescheduled email the visitor a link to choose a new time, as soon as Undo isn''t offered any more; rescheduled cancels the call. reopened undoes each of these, the email that waits, and the stage as far as nobody moved the lead since. was_told: the visitor already got the email about the outcome that this one undoes or replaces. PT404: no such call of the caller. PT409: decided otherwise, cancelled, or its time is taken again. 22023: unknown outcome, or the call is still ahead.';
