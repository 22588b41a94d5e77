-- A wrong outcome of a call is replaced in one step: half way, nothing changes.

drop function public.set_booking_outcome(uuid, text);
drop function private.set_booking_outcome(uuid, text);

create function private.set_booking_outcome(p_booking_id uuid, p_outcome text, p_seen text default null) returns jsonb
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
    if p_seen is distinct from booking.state::text then
      perform private.refuse('booking_decided', 'PT409', 'Someone already noted the outcome of this call');
    end if;
    -- The wrong outcome goes back first, with the stage that it set.
    perform private.set_booking_outcome(p_booking_id, 'reopened');
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
    )::text);
  end if;
  return jsonb_build_object('state', booking.state, 'again', false);
end
$$;

create function public.set_booking_outcome(p_booking_id uuid, p_outcome text, p_seen text default null) returns jsonb
language sql volatile
set search_path = ''
return private.set_booking_outcome(p_booking_id, p_outcome, p_seen);

comment on function public.set_booking_outcome(uuid, text, text) is
'Notes what became of a call that has begun: { state, again }. p_seen: the state with a wrong outcome that this one replaces. held moves a lead on from Call Booked to the following stage. no_show and rescheduled email the visitor a link to choose a new time; rescheduled cancels the call. reopened undoes each of these, and the stage as far as nobody moved the lead since. PT404: no such call of the caller. PT409: decided otherwise, cancelled, or its time is taken again. 22023: unknown outcome, or the call is still ahead.';

grant execute on function public.set_booking_outcome(uuid, text, text) to authenticated;
grant execute on function private.set_booking_outcome(uuid, text, text) to authenticated;
