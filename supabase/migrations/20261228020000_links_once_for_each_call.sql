-- A visitor gets the link of an outcome once, so that a correction made by mistake can be undone exactly.

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
  call_ahead timestamptz;
  template constant text := case p_outcome when 'no_show' then 'booking-missed' when 'rescheduled' then 'booking-rebook' end;
  has_link boolean := false;
  sends_link boolean := false;
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
      perform private.refuse('booking_decided', 'PT409', 'Someone already recorded the outcome of this call');
    end if;
    -- The wrong outcome goes back first, with the stage that it set.
    was_told := (private.set_booking_outcome(p_booking_id, 'reopened') ->> 'was_told')::boolean;
    booking := private.require_call(p_booking_id);
    select held.* into lead from public.leads as held where held.id = lead.id;
  end if;
  if booking.starts_at > now() then perform private.refuse('call_in_future', '22023', 'This call hasn''t started yet', 'outcome'); end if;
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
  if template is not null then
    call_ahead := private.call_ahead(booking);
    -- An outcome that was corrected by mistake comes back without the same email again.
    has_link := exists (
      select from private.outbox as mail where starts_with(mail.dedupe_key, format('%s:%s:%s:', template, booking.id, booking.sequence))
        and (mail.status = 'queued' or mail.status = 'done' and mail.result ? 'subject')
    );
    sends_link := lead.erased_at is null and call_ahead is null and not has_link;
  end if;
  insert into public.booking_events (booking_id, account_id, event, actor_id, payload)
  values (booking.id, booking.account_id, case p_outcome when 'rescheduled' then 'cancelled' else p_outcome end, caller,
    case when next_stage is not null then private.stage_before(lead) || jsonb_build_object('stage_to', next_stage) else '{}' end
    || case when p_outcome = 'rescheduled' then '{"invited": true}' else '{}' end::jsonb
    || case when sends_link then '{"sends_link": true}' else '{}' end::jsonb);
  if sends_link then
    perform private.enqueue_booking_mail(booking, template, (
      select count(*) from public.booking_events as noted where noted.booking_id = booking.id
    )::text, p_run_at => private.booking_mail_time(true));
  end if;
  return jsonb_strip_nulls(jsonb_build_object(
    'state', booking.state, 'again', false, 'was_told', was_told, 'has_link', nullif(has_link, false), 'call_ahead', call_ahead));
end
$$;

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
      elsif private.call_ahead(booking) is not null then
        perform private.close_booking_tasks(booking.id);
      else
        -- A visitor who was invited to choose a new time gets a day for it. Everybody else is called within the hour.
        perform private.plan_booking_task(
          booking, 'call', 'Offer a new time', now() + case when new.payload ? 'invited' then interval '1 day' else interval '1 hour' end
        );
      end if;
    when 'no_show' then
      if private.call_ahead(booking) is not null then
        perform private.close_booking_tasks(booking.id);
      else
        perform private.plan_booking_task(booking, 'call', 'Offer a new time', now() + interval '1 day');
      end if;
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
    'from', new.payload -> 'from', 'invited', case when private.call_ahead(booking) is null then new.payload -> 'invited' end, 'sends_link', new.payload -> 'sends_link', 'undone', new.payload -> 'undone', 'finished', finished,
    'host', case when new.event = 'reassigned' then new.payload -> 'to' end));
  if new.event in ('booked', 'rescheduled', 'reassigned') or new.event = 'reopened' and new.payload ? 'undone' then perform private.enqueue_booking_jobs(booking); end if;
  perform nextval('private.crm_change');
  return null;
end
$$;

comment on function private.apply_booking_event() is
'Trigger: what a booking does to its lead. It stands on the ledger, so that visitors, staff and the product itself have the same effects.';

create or replace function private.prepare_booking_mail(p_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  letter constant jsonb := (select job.payload from private.outbox as job where job.id = p_id and job.kind = 'mail');
  facts constant jsonb := letter -> 'data';
  booking public.bookings;
begin
  select held.* into booking from public.bookings as held where held.id = (facts ->> 'bookingId')::uuid;
  if booking.id is null or booking.sequence::text <> facts ->> 'sequence' or booking.email = '' then return null; end if;
  if letter ->> 'template' = 'booking-reminder' then
    return case when booking.state = 'booked' and booking.starts_at > now() then facts || private.visitor_mail_data(booking) end;
  end if;
  -- An invitation to choose a new time: its outcome was undone, or the visitor has booked again.
  if booking.state <> (case letter ->> 'template' when 'booking-missed' then 'no_show' else 'cancelled' end)::public.booking_state
    or private.call_ahead(booking) is not null then return null;
  end if;
  return facts || private.visitor_mail_data(booking);
end
$$;

comment on function public.set_booking_outcome(uuid, text, text) is
'Notes what became of a call that has begun: { state, again, was_told, has_link, call_ahead }. p_seen: the state with a wrong outcome that this one replaces. held moves a lead on from Call Booked to the following stage. no_show and rescheduled email the visitor a link to choose a new time, as soon as Undo isn''t offered any more, unless the lead has another call ahead, which call_ahead is; rescheduled cancels the call. reopened undoes each of these, the email that waits, and the stage as far as nobody moved the lead since. was_told: the visitor already got the email about the outcome that this one undoes or replaces. has_link: the visitor got this link before, so it isn''t sent again. PT404: no such call of the caller. PT409: decided otherwise, cancelled, or its time is taken again. 22023: unknown outcome, or the call is still ahead.';
