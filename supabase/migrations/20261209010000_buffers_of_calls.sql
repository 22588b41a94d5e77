-- The week of calls knows the buffers of each call, and a refused time says whether another call or a buffer is there.
create function private.refuse_taken(p_booking uuid, p_starts_at timestamptz, p_field text default null) returns void
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.refuse('slot_taken', 'PT409', case when exists (
    select from public.bookings as call
    join public.booking_hosts as own on own.booking_id = call.id
    join public.booking_hosts as other on other.is_taken and other.booking_id <> call.id
      and private.person_range(other.user_id, other.user_id, '[]') && private.person_range(own.user_id, own.user_id, '[]')
      and other.during && tstzrange(p_starts_at, p_starts_at + (call.ends_at - call.starts_at))
    join public.bookings as theirs on theirs.id = other.booking_id
    where call.id = p_booking and theirs.starts_at < p_starts_at + (call.ends_at - call.starts_at) and theirs.ends_at > p_starts_at
  ) then 'There is another call at this time' else 'This time is in the buffer between this call and another one' end, p_field);
end
$$;

comment on function private.refuse_taken(uuid, timestamptz, text) is
'Refuses a time at which booking_hosts_one_call rules out a call: slot_taken, with the reason in words, another call or a buffer.';

create or replace function private.move_booking(
  p_booking uuid, p_starts_at timestamptz, p_actor uuid, p_undone bigint default null
) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  booking public.bookings := private.lock_booking(p_booking);
  shift constant interval := p_starts_at - booking.starts_at;
begin
  perform private.require_open_booking(booking, p_actor);
  if p_starts_at = booking.starts_at then return false; end if;
  if p_actor is null then
    if booking.meeting_type_id is null then
      perform private.refuse('slot_not_free', 'PT409', 'Calls of this type can''t be moved any more', 'starts_at');
    end if;
    perform private.require_slot(booking.meeting_type_id, p_starts_at, p_booking);
  elsif p_starts_at is null or not isfinite(p_starts_at) or p_starts_at <= clock_timestamp() then
    -- The team may promise a time outside of its hours.
    perform private.refuse('slot_passed', 'PT409', 'This time has passed', 'starts_at');
  end if;
  begin
    update public.booking_hosts as host set during = tstzrange(lower(host.during) + shift, upper(host.during) + shift)
    where host.booking_id = p_booking;
  exception when exclusion_violation then
    perform private.refuse_taken(p_booking, p_starts_at, 'starts_at');
  end;
  update public.bookings as moved
  set starts_at = moved.starts_at + shift, ends_at = moved.ends_at + shift, sequence = moved.sequence + 1
  where moved.id = p_booking;
  insert into public.booking_events (booking_id, account_id, event, actor_id, payload)
  values (p_booking, booking.account_id, 'rescheduled', p_actor, jsonb_strip_nulls(jsonb_build_object(
    'from', booking.starts_at, 'to', p_starts_at, 'sequence', booking.sequence + 1, 'undone', p_undone
  )));
  perform private.send_booking_mails(p_booking, 'rescheduled', booking.starts_at, p_actor is not null and p_undone is null);
  return true;
end
$$;

create or replace function private.list_calls(p_from timestamptz, p_to timestamptz, p_host uuid, p_everyone boolean) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_team();
  account constant uuid := private.workspace();
  host constant uuid := case when p_everyone and private.sees_all_leads() then null when private.sees_all_leads() then coalesce(p_host, caller) else caller end;
  -- Nobody learns when people of other accounts work.
  is_colleague constant boolean := host = caller or host = any (private.team_of(account));
begin
  if p_from is null or p_to is null or p_from >= p_to or p_to - p_from > interval '400 days' then
    perform private.refuse('period_too_long', '22023', 'Choose a period of up to a year');
  end if;
  return jsonb_build_object(
    'now', now(), 'zone', private.account_zone(account), 'host', host, 'sees_all', private.sees_all_leads(), 'me', caller,
    'calls', coalesce((
      select jsonb_agg(private.call_json(listed::public.bookings) || jsonb_build_object(
        'can_open', seen.can_open, 'brief', case when not seen.can_open then private.call_brief(listed::public.bookings) end, 'taken', (
          select jsonb_build_array(min(lower(host.during)), max(upper(host.during)))
          from public.booking_hosts as host where host.booking_id = listed.id having count(*) > 0
        )
      ) order by listed.starts_at, listed.id)
      from (
        select booking.* from public.bookings as booking
        where booking.account_id = account and booking.starts_at < p_to and booking.starts_at >= p_from - interval '8 hours' and booking.ends_at > p_from
          and (host is null or exists (select from public.booking_hosts as held where held.booking_id = booking.id and held.user_id = host))
        order by booking.starts_at, booking.id limit 1000
      ) as listed
      cross join lateral (
        select coalesce(private.may_see_lead((
          select lead from public.leads as lead where lead.id = private.kept_lead(listed.lead_id)
        )), false) as can_open
      ) as seen
    ), '[]'),
    'next', (
      select min(booking.starts_at) from public.bookings as booking
      where booking.account_id = account and booking.state = 'booked' and booking.starts_at >= greatest(p_to, now())
        and (host is null or exists (select from public.booking_hosts as held where held.booking_id = booking.id and held.user_id = host))
    ),
    'shifts', case when is_colleague is not true then '[]' else coalesce((
      select jsonb_agg(jsonb_build_array(lower(shift.range), upper(shift.range)) order by lower(shift.range))
      from private.shifts(account, array[host], p_from, least(p_to, p_from + interval '31 days')) as own cross join lateral unnest(own.during) as shift (range)
    ), '[]') end,
    'absences', case when is_colleague is not true then '[]' else coalesce((
      select jsonb_agg(jsonb_build_array(away.starts_at, away.ends_at) order by away.starts_at)
      from public.absences as away where away.user_id = host and away.starts_at < p_to and away.ends_at > p_from
    ), '[]') end
  );
end
$$;

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
      perform private.refuse_taken(booking.id, booking.starts_at);
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
      perform private.refuse_taken(booking.id, booking.starts_at, 'starts_at');
    end;
    insert into public.booking_events (booking_id, account_id, event, actor_id, payload)
    values (booking.id, booking.account_id, 'reopened', caller, jsonb_build_object('undone', made.id));
    perform private.send_booking_mails(booking.id, 'reopened');
  end if;
  perform private.withdraw_booking_mails(booking.id, (made.payload ->> 'sequence')::integer, booking.sequence + 1);
  return jsonb_build_object('restored', 1, 'kept', 0);
end
$$;

comment on function public.list_calls(timestamptz, timestamptz, uuid, boolean) is
'The calls of a period with everything that a calendar shows: { now, zone, host, sees_all, me, calls, next, shifts, absences }, at most 1,000 calls. taken is what a call takes from its hosts: its time with its buffers. People who see all leads choose a host or everyone; others get their own calls. next is when the first call after the period begins. shifts and absences are those of the host. 42501: not on the team. 22023: no period, or more than a year.';
