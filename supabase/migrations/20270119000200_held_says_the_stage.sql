-- Whoever marks a call as held reads where the lead moved.

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
    where mail.dedupe_key = any (private.outcome_mails(booking)) and mail.status = 'queued' and mail.attempts = 0;
    return jsonb_build_object('state', 'booked', 'again', false, 'was_told', last_event.event <> 'held' and exists (
      select from private.outbox as mail
      where mail.dedupe_key = any (private.outcome_mails(booking)) and not coalesce(mail.result ? 'skipped', false)
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
      select from private.outbox as mail where mail.dedupe_key = any (private.outcome_mails(booking, array[template]))
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
    'state', booking.state, 'again', false, 'was_told', was_told, 'has_link', nullif(has_link, false), 'call_ahead', call_ahead,
    'stage', next_stage));
end
$$;

comment on function public.set_booking_outcome(uuid, text, text) is
'Notes what became of a call that has begun: { state, again, was_told, has_link, call_ahead, stage }. p_seen: the state with a wrong outcome that this one replaces. held moves a lead on from Call Booked to the following stage, which stage is. no_show and rescheduled email the visitor a link to choose a new time, as soon as Undo isn''t offered any more, unless the lead has another call ahead, which call_ahead is; rescheduled cancels the call. reopened undoes each of these, the email that waits, and the stage as far as nobody moved the lead since. was_told: the visitor already got the email about the outcome that this one undoes or replaces. has_link: the visitor got this link before, so it isn''t sent again. PT404: no such call of the caller. PT409: decided otherwise, cancelled, or its time is taken again. 22023: unknown outcome, or the call is still ahead.';
