-- Undoing a booked call, or its outcome, leaves no trace in the figures. The first emails wait until nobody can undo them with a click.

create function private.stage_before(p_lead public.leads) returns jsonb
language sql immutable
set search_path = ''
as $$
  select jsonb_build_object('stage_from', p_lead.stage, 'entered_from', p_lead.stage_entered_at, 'reached_from', p_lead.reached)
$$;

comment on function private.stage_before(public.leads) is
'A lead''s stage, since when it is there, and how far it ever came: what restore_stage needs after a change of stage.';

create function private.restore_stage(p_lead_id uuid, p_before jsonb) returns void
language sql volatile
set search_path = ''
as $$
  update public.leads as back set stage = p_before ->> 'stage_from',
    -- Events of earlier releases know only the stage.
    stage_entered_at = coalesce((p_before ->> 'entered_from')::timestamptz, back.stage_entered_at),
    reached = coalesce((p_before ->> 'reached_from')::smallint, back.reached)
  where back.id = p_lead_id
$$;

comment on function private.restore_stage(uuid, jsonb) is
'Puts a lead back into the stage of stage_before, with the time that it already spent there, so that an undone change leaves no trace in the figures.';

create function private.first_booking_mails(p_booking uuid) returns text[]
language sql stable security definer
set search_path = ''
as $$
  select array[format('booking:%s:0:visitor', p_booking)]
    || array(select format('booking:%s:0:host:%s', p_booking, host.user_id) from public.booking_hosts as host where host.booking_id = p_booking)
$$;

comment on function private.first_booking_mails(uuid) is 'The outbox keys of the emails that tell a call''s visitor and hosts of its booking.';

create or replace function private.send_booking_mails(p_booking uuid, p_event text, p_from timestamptz default null) returns void
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
  -- As long as a person of the team is offered to undo it, nobody is told.
  run_at constant timestamptz := now() + case when booker is null then interval '0' else interval '10 seconds' end;
  sent bigint;
begin
  -- An erased person has no address.
  if booking.email = '' then return; end if;
  -- What was held back goes out before news about it.
  update private.outbox as earlier set run_at = now() - interval '1 second'
  where earlier.dedupe_key = any (private.first_booking_mails(p_booking)) and earlier.status = 'queued' and earlier.run_at > now();
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
      'timeZone', coalesce(rota.time_zone, private.account_zone(booking.account_id)), 'hostEmail', person.email, 'leadId', booking.lead_id,
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

create or replace function private.book_call(p_id uuid, p_lead_id uuid, p_type_id uuid, p_starts_at timestamptz, p_mine boolean, p_sent jsonb) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_premium();
  known public.bookings;
  lead public.leads;
  type public.meeting_types;
  address text;
  number text;
begin
  if p_id is null then perform private.refuse('required', '22023', 'The booking needs an id', 'id'); end if;
  perform pg_advisory_xact_lock(hashtextextended('booking ' || p_id, 0));
  select booking.* into known from public.bookings as booking where booking.submission_id = p_id;
  if known.id is not null then
    if known.lead_id is distinct from p_lead_id or not coalesce(private.may_see_booking(known), false) then
      perform private.refuse('id_taken', '42501', 'This belongs to someone else');
    end if;
    return private.call_json(known);
  end if;
  perform from public.leads as held where held.id = p_lead_id and held.account_id = private.workspace() for no key update;
  lead := private.require_lead(p_lead_id);
  if lead.merged_into is not null then perform private.refuse('lead_merged', 'PT409', 'This lead was merged into another lead'); end if;
  if lead.erased_at is not null then perform private.refuse('person_erased', 'PT409', 'This person was erased'); end if;
  if lead.archived_at is not null then perform private.refuse('lead_archived', 'PT409', 'This lead is archived. Restore it first.'); end if;
  select held.* into type from public.meeting_types as held
  where held.id = p_type_id and held.account_id = lead.account_id and held.is_active;
  if type.id is null then perform private.refuse('meeting_type_not_found', 'PT404', 'This kind of call can''t be booked'); end if;
  -- What the lead's page knows is not asked again. What it lacks and the person enters stays there.
  address := coalesce(nullif(btrim(lead.email), ''), btrim(coalesce(p_sent ->> 'email', '')));
  if address !~ '^[^@\s]+@[^@\s]+$' or char_length(address) > 255 then
    perform private.refuse('email_invalid', '22023', 'Enter their email address', 'email');
  end if;
  number := coalesce(nullif(btrim(lead.phone), ''), nullif(left(btrim(coalesce(p_sent ->> 'phone', '')), 50), ''));
  if type.location = 'phone' and number is null then perform private.refuse('required', '22023', 'Enter their phone number', 'phone'); end if;
  if nullif(btrim(lead.phone), '') is null and not private.is_phone_number(number) then
    perform private.refuse('phone_invalid', '22023', 'Enter a phone number such as (503) 555-0148.', 'phone');
  end if;
  perform private.take_slot(type, lead.id, jsonb_build_object(
    'id', p_id, 'submission_id', p_id, 'starts_at', p_starts_at, 'name', private.lead_title(lead), 'email', address, 'phone', number,
    'time_zone', private.zone_or(p_sent ->> 'time_zone', lead.account_id),
    'answers', private.visitor_answers(type.questions, coalesce(p_sent -> 'answers', '{}'))
  ), case when p_mine and type.assignment = 'pool' then caller end, caller,
    -- What the booking changes at the lead, for the undo.
    private.stage_before(lead) || jsonb_strip_nulls(jsonb_build_object('owner_from', lead.user_id)));
  update public.leads as filled set email = coalesce(nullif(btrim(filled.email), ''), address), phone = coalesce(nullif(btrim(filled.phone), ''), number)
  where filled.id = lead.id and (nullif(btrim(filled.email), '') is null or nullif(btrim(filled.phone), '') is null and number is not null);
  return (select private.call_json(booking) from public.bookings as booking where booking.id = p_id);
end
$$;

create or replace function private.undo_book_call(p_booking_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_premium();
  made constant public.booking_events := (
    select noted from public.booking_events as noted
    where noted.booking_id = p_booking_id and noted.event = 'booked' and noted.account_id = private.workspace() order by noted.id limit 1
  );
  booking public.bookings;
begin
  if made.actor_id is distinct from caller then
    perform private.refuse('change_not_found', 'PT404', 'Only the person who booked this call can undo it');
  end if;
  booking := private.lock_booking(p_booking_id);
  if booking.state = 'cancelled' then return jsonb_build_object('restored', 0, 'kept', 0); end if;
  if booking.sequence > 0 or booking.state <> 'booked' or booking.starts_at <= now() then
    perform private.refuse('outdated', 'PT409', 'This call has changed since then');
  end if;
  perform private.cancel_booking(booking.id, caller, true);
  -- Who was not told of the call yet is not told of its end.
  with unsent as (
    delete from private.outbox as mail
    where mail.dedupe_key = any (private.first_booking_mails(booking.id)) and mail.status = 'queued' and mail.attempts = 0 returning mail.dedupe_key
  )
  delete from private.outbox as notice using unsent
  where notice.dedupe_key = replace(unsent.dedupe_key, format('booking:%s:0:', booking.id), format('booking:%s:1:', booking.id));
  -- The stage and the owner go back as far as nobody changed them or worked with the lead since.
  perform private.restore_stage(held.id, made.payload) from public.leads as held
  where held.id = private.kept_lead(booking.lead_id) and held.stage = 'call_booked' and held.erased_at is null and exists (
    select from public.pipeline_stages as earlier join public.pipeline_stages as booked on booked.key = 'call_booked'
    where earlier.key = made.payload ->> 'stage_from' and earlier.position < booked.position
  );
  update public.leads as back set user_id = null
  where back.id = private.kept_lead(booking.lead_id) and back.erased_at is null and back.user_id = caller and not made.payload ? 'owner_from' and not exists (
    select from public.lead_activities as later
    where later.lead_id = back.id and later.created_at > booking.created_at and private.is_human_activity(later.kind) and not private.is_retracted(later.id)
  );
  return jsonb_build_object('restored', 1, 'kept', 0);
end
$$;

comment on function public.undo_book_call(uuid) is
'Cancels a call that the caller booked in a lead''s name, tells those who already got the email about it, and takes back its effects on the lead as far as nobody changed them since: { restored, kept }. PT404: no such call of the caller, or a visitor or a colleague booked it. PT409: it was moved or has begun.';

create or replace function private.set_booking_outcome(p_booking_id uuid, p_outcome text) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_premium();
  booking public.bookings;
  lead public.leads;
  next_stage text;
  last_event public.booking_events;
begin
  if p_outcome is null or p_outcome not in ('held', 'no_show', 'rescheduled', 'reopened') then
    perform private.refuse('unknown_outcome', '22023', 'Unknown outcome', 'outcome');
  end if;
  booking := private.require_call(p_booking_id);
  select held.* into lead from public.leads as held where held.id = private.kept_lead(booking.lead_id);
  if p_outcome = 'reopened' then
    if booking.state = 'booked' then return jsonb_build_object('state', booking.state, 'again', true); end if;
    select noted.* into last_event from public.booking_events as noted
    where noted.booking_id = booking.id and noted.event in ('held', 'no_show', 'cancelled') order by noted.id desc limit 1;
    if booking.state = 'cancelled' and not coalesce(last_event.payload ? 'invited', false) then
      perform private.refuse('booking_cancelled', 'PT409', 'This call was canceled');
    end if;
    begin
      update public.bookings as undone set state = 'booked', decided_at = null, decided_by = null where undone.id = booking.id;
    exception when exclusion_violation then
      perform private.refuse('slot_taken', 'PT409', 'There is another call at this time');
    end;
    -- Only the stage that the outcome set goes back, not one that a person chose since.
    if lead.stage = last_event.payload ->> 'stage_to' then
      perform private.restore_stage(lead.id, last_event.payload);
    end if;
    insert into public.booking_events (booking_id, account_id, event, actor_id) values (booking.id, booking.account_id, 'reopened', caller);
    return jsonb_build_object('state', 'booked', 'again', false);
  end if;
  if booking.state <> 'booked' then
    if booking.state::text = p_outcome or booking.state = 'cancelled' and p_outcome = 'rescheduled' then
      return jsonb_build_object('state', booking.state, 'again', true);
    end if;
    perform private.refuse('booking_decided', 'PT409', 'Someone already noted the outcome of this call');
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
    )::text);
  end if;
  return jsonb_build_object('state', booking.state, 'again', false);
end
$$;

create or replace function private.stage_medians() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_team();
  return coalesce((
    select jsonb_object_agg(figure.stage, figure.median_seconds) from private.stage_figures as figure
    where figure.account_id = private.workspace() and figure.median_seconds is not null
  ), '{}');
end
$$;

comment on function public.stage_medians() is
'The median seconds in each stage that the board shows (private.stage_figures). A stage that no lead has left is missing. 42501: not on the team.';
