-- Calls as the team works with them: lists, and what became of each call.

create function private.may_see_booking(p_booking public.bookings) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return p_booking.account_id = private.workspace() and (
    exists (select from public.booking_hosts as host where host.booking_id = p_booking.id and host.user_id = auth.uid())
    or private.may_see_lead((select lead from public.leads as lead where lead.id = p_booking.lead_id))
  );
end
$$;

comment on function private.may_see_booking(public.bookings) is
'Whether the caller may read this call: they hold it, or see its lead. Null for no call.';

create function private.require_call(p_booking_id uuid) returns public.bookings
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  booking public.bookings;
begin
  perform private.require_premium();
  if exists (select from public.bookings as known where known.id = p_booking_id and known.account_id = private.workspace()) then
    perform private.lock_lead_of_booking(p_booking_id);
  end if;
  select held.* into booking from public.bookings as held
  where held.id = p_booking_id and held.account_id = private.workspace() for update;
  if booking.id is null or not coalesce(private.may_see_booking(booking), false) then
    perform private.refuse('booking_not_found', 'PT404', 'Call not found');
  end if;
  return booking;
end
$$;

comment on function private.require_call(uuid) is
'Returns a call that the caller may work with, locked with its lead. 42501: not on the team, or a free plan. PT404: no such call, or not the caller''s.';

create function private.call_json(p_booking public.bookings) returns jsonb
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

create function private.next_call(p_lead_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select private.call_json(booking) from public.bookings as booking
  where booking.lead_id = p_lead_id and booking.state = 'booked' order by booking.starts_at, booking.id limit 1
$$;

comment on function private.next_call(uuid) is 'The first call of a lead that is ahead or has no outcome yet; null without one.';

create function private.call_brief(p_booking public.bookings) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  lead constant public.leads := (select held from public.leads as held where held.id = private.kept_lead(p_booking.lead_id));
begin
  if p_booking.state <> 'booked' or lead.id is null or lead.erased_at is not null or not exists (
    select from public.booking_hosts as host where host.booking_id = p_booking.id and host.user_id = auth.uid()
  ) then
    return null;
  end if;
  return jsonb_build_object(
    'owner', case when lead.user_id <> auth.uid() then private.owner_name(lead.user_id::text) end, 'company', nullif(btrim(lead.company), ''),
    'note', (
      select noted.body from public.lead_activities as noted
      where noted.lead_id in (select private.leads_within(lead.id)) and noted.kind = 'note' and noted.actor_id is not null
        and not private.is_retracted(noted.id)
      order by noted.occurred_at desc, noted.id desc limit 1
    ),
    -- The latest answer to each question that this call didn't ask.
    'answers', (
      select coalesce(jsonb_object_agg(said.key, said.value order by earlier.created_at), '{}') from public.bookings as earlier
      cross join lateral jsonb_each_text(earlier.answers) as said
      where earlier.lead_id in (select private.leads_within(lead.id)) and not p_booking.answers ? said.key
    )
  );
end
$$;

comment on function private.call_brief(public.bookings) is
'What a host needs to know before their call with a lead that they can''t open: { owner, company, note, answers }. Null for everyone else, and once the call has ended.';

create function private.bookable_with(p_account uuid, p_people uuid[], p_from timestamptz, p_to timestamptz)
returns table (user_id uuid, during tstzmultirange)
language sql stable security definer
set search_path = ''
as $$
  with known as materialized (
    select private.hosts_of(type) as hosts,
      coalesce(private.bookable_hours(type, private.account_zone(p_account), p_from, p_to), '{(,)}') as hours
    from public.meeting_types as type where type.account_id = p_account and type.is_active
  ), own as materialized (
    select host.id, coalesce(range_agg(hours.during), '{}') as during
    from known cross join lateral unnest(known.hosts) as host (id) left join lateral unnest(known.hours) as hours (during) on true
    where host.id = any (p_people) group by host.id
  )
  select own.id, own.during from own
  union all
  select person.id, (
    select case when count(*) = 0 then '{(,)}' else coalesce(range_agg(hours.during), '{}') end
    from known left join lateral unnest(known.hours) as hours (during) on true
  ) from unnest(p_people) as person (id) where not exists (select from own)
$$;

comment on function private.bookable_with(uuid, uuid[], timestamptz, timestamptz) is
'When calls take place, in and around a period, with each of these people: the hours of the active meeting types that they host. If none of them hosts one, they book those of others.';

create function private.types_with(p_account uuid, p_people uuid[]) returns setof public.meeting_types
language sql stable security definer
set search_path = ''
as $$
  select type.* from public.meeting_types as type
  where type.account_id = p_account and type.is_active and (private.hosts_of(type) && p_people or not exists (
    select from public.meeting_types as other where other.account_id = p_account and other.is_active and private.hosts_of(other) && p_people
  ))
$$;

comment on function private.types_with(uuid, uuid[]) is
'The active meeting types that one of these people hosts. If there is none, those of others, whose calls they book.';

create function private.starts_with(p_account uuid, p_people uuid[], p_from timestamptz, p_to timestamptz)
returns table (starts_at timestamptz, until timestamptz)
language sql stable security definer
set search_path = ''
as $$
  select slot.starts_at, max(slot.starts_at + least(make_interval(mins => type.step_minutes), interval '30 minutes'))
  from private.types_with(p_account, p_people) as type
  -- Once for each type, and not for each time.
  cross join lateral (select private.hosts_of(type) as hosts offset 0) as known
  cross join lateral private.free_times_among(known.hosts, type, p_from, p_to, now(), null) as slot
  where p_people <> '{}' and (slot.hosts && p_people or not known.hosts && p_people)
  group by slot.starts_at
$$;

comment on function private.starts_with(uuid, uuid[], timestamptz, timestamptz) is
'When a call of some meeting type with one of these people can begin, by the same rule that books it: each start, and until the next one, half an hour at most (private.types_with).';

create function private.list_calls(p_from timestamptz, p_to timestamptz, p_host uuid, p_everyone boolean) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_team();
  account constant uuid := private.workspace();
  host constant uuid := case when p_everyone and private.sees_all_leads() then null when private.sees_all_leads() then coalesce(p_host, caller) else caller end;
  -- Nobody learns when people of other accounts work.
  people constant uuid[] := case
    when host is null then array(
      select person.id from unnest(private.team_of(account)) as person (id)
      union
      select person.id from public.meeting_types as type cross join lateral unnest(private.hosts_of(type)) as person (id)
      where type.account_id = account and type.is_active
    )
    -- Admins host calls of the agency without being on its team.
    when host = caller or host = any (private.team_of(account)) or exists (
      select from public.meeting_types as type where type.account_id = account and type.is_active and host = any (private.hosts_of(type))
    ) then array[host]
    else '{}' end;
  until constant timestamptz := least(p_to, p_from + interval '31 days');
  shifts tstzmultirange;
  bookable tstzmultirange;
  free tstzmultirange;
  starts jsonb;
begin
  if p_from is null or p_to is null or p_from >= p_to or p_to - p_from > interval '400 days' then
    perform private.refuse('period_too_long', '22023', 'Choose a period of up to a year');
  end if;
  -- Of everyone, each person's hours are those of their own types.
  with takes as materialized (
    select one.user_id, one.during from private.bookable_with(account, people, p_from, until) as one
  ), works as materialized (
    select one.user_id, one.during from private.shifts(account, people, p_from, until) as one
  )
  select
    (select range_agg(part.range) from works cross join lateral unnest(works.during) as part (range)),
    (
      select range_agg(part.range) from works join takes on takes.user_id = works.user_id
      cross join lateral unnest(works.during * takes.during) as part (range)
    ),
    start.free, coalesce(start.starts, '[]')
  into shifts, bookable, free, starts
  from (
    select range_agg(tstzrange(slot.starts_at, slot.until)) as free, jsonb_agg(extract(epoch from slot.starts_at)::bigint order by slot.starts_at) as starts
    from private.starts_with(account, people, p_from, until) as slot
  ) as start;
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
    'shifts', coalesce((
      select jsonb_agg(jsonb_build_array(lower(shift.range), upper(shift.range)) order by lower(shift.range))
      from unnest(shifts) as shift (range)
    ), '[]'),
    'free', coalesce((
      select jsonb_agg(jsonb_build_array(lower(opening.range), upper(opening.range)) order by lower(opening.range))
      from unnest(free) as opening (range)
    ), '[]'),
    'starts', starts,
    'bookable', coalesce((
      select jsonb_agg(jsonb_build_array(lower(hours.range), upper(hours.range)) order by lower(hours.range))
      from unnest(bookable) as hours (range)
    ), '[]'),
    'absences', coalesce((
      -- Those that overlap are one.
      select jsonb_agg(jsonb_build_array(lower(merged.away), upper(merged.away)) order by lower(merged.away))
      from (
        select unnest(range_agg(tstzrange(one.starts_at, one.ends_at))) as away
        from public.absences as one where host is not null and one.user_id = any (people) and one.starts_at < p_to and one.ends_at > p_from
      ) as merged
    ), '[]'),
    -- Days in the account's own time zone, without anyone's hours. Only those of the agency have names.
    'holidays', coalesce((
      select jsonb_agg(jsonb_build_object('day', closed.day, 'starts_at', closed.starts_at, 'ends_at', closed.ends_at, 'name', (
        select agency.holiday_names ->> closed.day::text from public.agency_settings as agency where account = private.agency_account()
      )) order by closed.day)
      from (
        select holiday as day, holiday::timestamp at time zone known.time_zone as starts_at, (holiday + 1)::timestamp at time zone known.time_zone as ends_at
        from public.accounts as known cross join lateral unnest(known.holidays) as holiday where known.id = account
      ) as closed
      where closed.starts_at < p_to and closed.ends_at > p_from
    ), '[]'),
    'types', coalesce((
      select jsonb_agg(jsonb_build_object('minutes', type.minutes, 'buffer_before', type.buffer_before, 'buffer_after', type.buffer_after,
        'notice_minutes', type.notice_minutes, 'horizon_days', type.horizon_days) order by type.created_at, type.id)
      from private.types_with(account, people) as type
    ), '[]'),
    -- A call in another account takes its host's time here, too. Only the host learns of it.
    'elsewhere', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', booking.id, 'account', other.name, 'starts_at', booking.starts_at, 'ends_at', booking.ends_at,
        'taken', jsonb_build_array(lower(held.during), upper(held.during))
      ) order by booking.starts_at, booking.id)
      from public.booking_hosts as held join public.bookings as booking on booking.id = held.booking_id
      join public.accounts as other on other.id = booking.account_id
      where host = caller and held.user_id = caller and held.during && tstzrange(p_from, until) and booking.state = 'booked'
        and booking.account_id <> account
    ), '[]'),
    -- The calendar of a colleague is theirs. A client's people see only that they aren't free.
    'busy', coalesce((
      select jsonb_agg(jsonb_build_array(lower(taken.range), upper(taken.range)) order by lower(taken.range))
      from (
        select range_agg(busy.during) * tstzmultirange(tstzrange(p_from, until)) as during from private.calendar_busy as busy
        where (host = caller or host is not null and private.is_staff()) and busy.user_id = any (people) and busy.during && tstzrange(p_from, until)
      ) as known cross join lateral unnest(known.during) as taken (range)
    ), '[]')
  );
end
$$;

create function public.list_calls(p_from timestamptz, p_to timestamptz, p_host uuid default null, p_everyone boolean default false) returns jsonb
language sql stable
set search_path = ''
return private.list_calls(p_from, p_to, p_host, p_everyone);

comment on function public.list_calls(timestamptz, timestamptz, uuid, boolean) is
'The calls of a period with everything that a calendar shows: { now, zone, host, sees_all, me, calls, next, shifts, free, starts, bookable, types, holidays, elsewhere, absences, busy }, at most 1,000 calls. taken is what a call takes from its hosts: its time with its buffers. People who see all leads choose a host or everyone; others get their own calls. next is when the first call after the period begins. shifts, absences and busy (their own calendars) are those of the host, bookable is when they work and calls take place (private.bookable_with), starts is when a call can begin (private.starts_with) in seconds since 1970, free the same as ranges to show, and types what the meeting types of these starts need. holidays are the account''s: { day, starts_at, ends_at, name }, the name null without one. elsewhere is the caller''s own calls in other accounts, in their own calendar. Of everyone, shifts, bookable and free are when anyone does, and absences and busy are empty. Only people of the agency read busy of others. 42501: not on the team. 22023: no period, or more than a year.';

create function private.outcome_mails(p_booking public.bookings, p_templates text[] default '{booking-missed,booking-rebook}') returns text[]
language sql stable security definer
set search_path = ''
as $$
  select array_agg(format('%s:%s:%s:%s', mail.template, p_booking.id, p_booking.sequence, event.number))
  from unnest(p_templates) as mail (template) cross join lateral generate_series(1, (
    select count(*) from public.booking_events as noted where noted.booking_id = p_booking.id
  )) as event (number)
$$;

comment on function private.outcome_mails(public.bookings, text[]) is
'The outbox keys of the emails that the outcomes of a call can have sent to its visitor since it has its time.';

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

create function public.set_booking_outcome(p_booking_id uuid, p_outcome text, p_seen text default null) returns jsonb
language sql volatile
set search_path = ''
return private.set_booking_outcome(p_booking_id, p_outcome, p_seen);

comment on function public.set_booking_outcome(uuid, text, text) is
'Notes what became of a call that has begun: { state, again, was_told, has_link, call_ahead, stage }. p_seen: the state with a wrong outcome that this one replaces. held moves a lead on from Call Booked to the following stage, which stage is. no_show and rescheduled email the visitor a link to choose a new time, as soon as Undo isn''t offered any more, unless the lead has another call ahead, which call_ahead is; rescheduled cancels the call. reopened undoes each of these, the email that waits, and the stage as far as nobody moved the lead since. was_told: the visitor already got the email about the outcome that this one undoes or replaces. has_link: the visitor got this link before, so it isn''t sent again. PT404: no such call of the caller. PT409: decided otherwise, cancelled, or its time is taken again. 22023: unknown outcome, or the call is still ahead.';

create function private.move_times(p_booking_id uuid, p_from timestamptz, p_to timestamptz) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_premium();
  booking constant public.bookings := (
    select held from public.bookings as held where held.id = p_booking_id and held.account_id = private.workspace()
  );
begin
  if booking.id is null or not coalesce(private.may_see_booking(booking), false) then
    perform private.refuse('booking_not_found', 'PT404', 'Call not found');
  end if;
  return jsonb_build_object('horizon_days', coalesce((
    select type.horizon_days from public.meeting_types as type where type.id = booking.meeting_type_id
  ), 0)) || case when booking.meeting_type_id is null or booking.state <> 'booked' then '{"times": [], "next": null}'
    else private.times_json(booking.meeting_type_id, p_from, p_to, booking.id) end;
end
$$;

create function public.move_times(p_booking_id uuid, p_from timestamptz default now(), p_to timestamptz default now() + interval '7 days') returns jsonb
language sql stable
set search_path = ''
return private.move_times(p_booking_id, p_from, p_to);

comment on function public.move_times(uuid, timestamptz, timestamptz) is
'When a call of the team can be moved to, with the hosts that it has: { horizon_days, times, next }, in seconds since 1970. No times without a meeting type. PT404: no such call of the caller. 42501: not on the team, or a free plan.';

create function private.move_call(p_booking_id uuid, p_starts_at timestamptz) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  booking constant public.bookings := private.require_call(p_booking_id);
begin
  return private.move_booking(booking.id, p_starts_at, auth.uid());
end
$$;

create function public.move_call(p_booking_id uuid, p_starts_at timestamptz) returns boolean
language sql volatile
set search_path = ''
return private.move_call(p_booking_id, p_starts_at);

comment on function public.move_call(uuid, timestamptz) is
'Moves a call to any time ahead at which its hosts have no other call, and tells the visitor and the hosts. False: it was there already. PT404: no such call of the caller. PT409: slot_taken, slot_passed, booking_cancelled, booking_over.';

create function private.cancel_call(p_booking_id uuid) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  booking constant public.bookings := private.require_call(p_booking_id);
begin
  return private.cancel_booking(booking.id, auth.uid());
end
$$;

create function public.cancel_call(p_booking_id uuid) returns boolean
language sql volatile
set search_path = ''
return private.cancel_call(p_booking_id);

comment on function public.cancel_call(uuid) is
'Cancels a call, frees its time, and tells the visitor and the hosts. False: it was canceled already. PT404: no such call of the caller. PT409: booking_over.';

create function private.undo_call_change(p_booking_id uuid, p_moved_to timestamptz) returns jsonb
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

create function public.undo_call_change(p_booking_id uuid, p_moved_to timestamptz default null) returns jsonb
language sql volatile
set search_path = ''
return private.undo_call_change(p_booking_id, p_moved_to);

comment on function public.undo_call_change(uuid, timestamptz) is
'Takes back the caller''s move of a call to p_moved_to, or without it their cancellation: { restored, kept }. Who was not told yet hears nothing; the others get an email with the earlier time. A repeated undo changes nothing. PT404: no such change of the caller. PT409: the call has changed since, has begun, or its time is taken. 42501: not on the team, or a free plan.';

grant execute on function public.move_times(uuid, timestamptz, timestamptz) to authenticated;
grant execute on function private.move_times(uuid, timestamptz, timestamptz) to authenticated;
grant execute on function public.move_call(uuid, timestamptz) to authenticated;
grant execute on function private.move_call(uuid, timestamptz) to authenticated;
grant execute on function public.cancel_call(uuid) to authenticated;
grant execute on function private.cancel_call(uuid) to authenticated;
grant execute on function public.undo_call_change(uuid, timestamptz) to authenticated;
grant execute on function private.undo_call_change(uuid, timestamptz) to authenticated;
grant execute on function public.list_calls(timestamptz, timestamptz, uuid, boolean) to authenticated;
grant execute on function private.list_calls(timestamptz, timestamptz, uuid, boolean) to authenticated;
grant execute on function public.set_booking_outcome(uuid, text, text) to authenticated;
grant execute on function private.set_booking_outcome(uuid, text, text) to authenticated;
