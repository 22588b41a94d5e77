-- What a booking does to its lead: the clock, the stage, the owner, the task, reminders and the outcome.

alter table public.lead_tasks add column booking_id uuid references public.bookings (id) on delete set null;

comment on column public.lead_tasks.booking_id is 'The booked call that it is about.';

alter table public.lead_clocks add column booked_at timestamptz,
add constraint lead_clocks_booked check (booked_at is null or state = 'dropped');

comment on column public.lead_clocks.booked_at is
'When the lead booked a call itself, which ended the clock. Figures count it as booked, not as a response.';

comment on column public.lead_clocks.state is
'What has happened so far. A clock is dropped when nobody has to answer any more (merged, spam, archived, booked).';

alter table public.lead_clock_events drop constraint lead_clock_events_event_check,
add constraint lead_clock_events_event_check check (
  event in ('started', 'warned', 'breached', 'escalated', 'answered', 'corrected', 'moved', 'dropped', 'booked')
);

drop policy "People read the bookings of leads they see" on public.bookings;

create function private.held_bookings() returns uuid[]
language sql stable security definer
set search_path = ''
as $$
  select coalesce(array_agg(host.booking_id), '{}') from public.booking_hosts as host
  where host.user_id = auth.uid() and host.account_id = private.workspace()
$$;

comment on function private.held_bookings() is 'The calls of the workspace that the caller holds.';

grant execute on function private.held_bookings() to authenticated;

-- These policies read public.leads, whose own policies decide which leads the caller sees. A host sees their call also when a
-- colleague owns its lead.
create policy "People read the bookings of leads they see and those they hold" on public.bookings
for select to authenticated
using (
  account_id = (select private.workspace())
  and (exists (select from public.leads as lead where lead.id = lead_id) or id = any ((select private.held_bookings())::uuid[]))
);

drop function public.response_stats_today();

drop function public.response_stats(timestamptz, timestamptz, text);

create function public.response_stats(
  p_from timestamptz default null, p_to timestamptz default null, p_by text default 'all'
) returns table (
  key text, label text, leads bigint, answered bigint, median_seconds integer, p90_seconds integer, "within" bigint, decided bigint,
  target_seconds integer, booked bigint
)
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  zone text := private.account_zone(private.workspace());
  target integer := private.account_target(private.workspace());
begin
  perform private.require_team();
  -- A free account sees the last 30 days.
  if coalesce(p_from, '-infinity') < private.account_day_start(private.workspace(), -31) then perform private.require_premium(); end if;
  if p_by is null or p_by not in ('all', 'rep', 'source', 'hour') then
    perform private.refuse('unknown_group', '22023', 'Responses can be grouped by all, rep, source or hour');
  end if;
  return query
  with clock as materialized (
    select each.state, each.response_seconds, each.target_seconds, each.due_at, each.booked_at is not null as is_booked,
      case p_by
        when 'all' then 'all'
        -- An answered lead counts for the person who answered, a waiting one for its owner.
        when 'rep' then coalesce((case each.state when 'answered' then each.answered_by else each.owner_id end)::text, '')
        when 'source' then each.source::text
        else extract(hour from each.arrived_at at time zone zone)::integer::text
      end as key
    from public.lead_clocks as each
    where each.account_id = private.workspace() and (each.state <> 'dropped' or each.booked_at is not null) and each.arrived_at >= coalesce(p_from, '-infinity') and each.arrived_at < coalesce(p_to, 'infinity')
  ), figures as (
    select clock.key, count(*) filter (where not clock.is_booked) as leads, count(*) filter (where clock.is_booked) as booked, count(*) filter (where clock.state = 'answered') as answered,
      percentile_disc(0.5) within group (order by clock.response_seconds) filter (where clock.state = 'answered') as median,
      percentile_disc(0.9) within group (order by clock.response_seconds) filter (where clock.state = 'answered') as p90,
      count(*) filter (where clock.state = 'answered' and clock.response_seconds <= clock.target_seconds) as "within",
      -- A lead that still has time is neither within the target nor over it.
      count(*) filter (where clock.state = 'answered' or not clock.is_booked and clock.due_at < now()) as decided
    from clock group by clock.key
  ), group_key (key, place) as (
    select 'all', 0 where p_by = 'all'
    union all select member.id::text, 0 from unnest(private.team_of(private.workspace())) as member (id) where p_by = 'rep'
    union all select source.value::text, source.place::integer
      from unnest(enum_range(null::public.lead_source)) with ordinality as source (value, place) where p_by = 'source'
    union all select hour.value::text, hour.value from generate_series(0, 23) as hour (value) where p_by = 'hour'
    union all select figures.key, 1 from figures where p_by = 'rep' and figures.key not in (
      select member.id::text from unnest(private.team_of(private.workspace())) as member (id)
    )
  )
  select group_key.key,
    case p_by when 'all' then 'Everyone' when 'rep' then private.owner_name(group_key.key)
      when 'source' then private.source_label(group_key.key::public.lead_source) else lpad(group_key.key, 2, '0') || ':00' end as label,
    coalesce(figures.leads, 0), coalesce(figures.answered, 0), figures.median, figures.p90,
    case when figures.leads > 0 then figures."within" end, case when figures.leads > 0 then figures.decided end, target,
    coalesce(figures.booked, 0)
  from group_key left join figures on figures.key = group_key.key
  order by group_key.place, case when p_by = 'rep' then private.owner_name(group_key.key) end collate "C", group_key.key;
end
$$;

comment on function public.response_stats(timestamptz, timestamptz, text) is
'Response times in working seconds of leads that arrived in a time range: for all, or by rep, source or hour of arrival (in the agency''s time zone). Waiting leads are in leads, not in the percentiles. Leads that booked a call themselves are in booked only. decided counts leads that were answered or are past their target; the share within the target is within / decided. Null means no data. For the team only (42501).';

create function public.response_stats_today() returns table (
  key text, label text, leads bigint, answered bigint, median_seconds integer, p90_seconds integer, "within" bigint, decided bigint,
  target_seconds integer, booked bigint
)
language sql stable security definer
set search_path = ''
as $$
  select stats.* from public.response_stats(private.account_day_start(private.workspace())) as stats
$$;

comment on function public.response_stats_today() is
'response_stats of leads that arrived today, by the agency''s day, as in crm_today. For the team only (42501).';

grant execute on function public.response_stats(timestamptz, timestamptz, text) to authenticated;
grant execute on function public.response_stats_today() to authenticated;

-- What a booking does to its lead, in the transaction that books: the clock ends, the stage moves on, the lead gets an owner and a
-- task, and its history an entry. Reminders and the question for the outcome are jobs.

create index lead_tasks_booking_id_idx on public.lead_tasks (booking_id) where booking_id is not null;

create function private.end_clock_as_booked(p_lead_id uuid, p_booking_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  clock public.lead_clocks;
begin
  update public.lead_clocks as open set state = 'dropped', booked_at = now()
  where open.lead_id = p_lead_id and open.state not in ('answered', 'dropped') returning * into clock;
  if clock.id is null then return; end if;
  perform private.record_clock_event(clock, 'booked', now(), null, jsonb_build_object('booking_id', p_booking_id));
  perform private.sync_lead_clock(p_lead_id);
end
$$;

comment on function private.end_clock_as_booked(uuid, uuid) is
'Ends a lead''s open clock because the lead booked a call itself. That is no response of a person: figures count it as booked.';

create function private.kept_lead(p_lead_id uuid) returns uuid
language sql stable security definer
set search_path = ''
as $$
  with recursive kept (id, hops) as (
    select p_lead_id, 0
    union all
    select lead.merged_into, kept.hops + 1 from kept join public.leads as lead on lead.id = kept.id
    where lead.merged_into is not null and kept.hops < 20
  )
  select kept.id from kept order by kept.hops desc limit 1
$$;

comment on function private.kept_lead(uuid) is 'The lead that this one was merged into, or the lead itself.';

create function private.booked_hosts(p_booking_id uuid) returns uuid[]
language sql stable security definer
set search_path = ''
as $$
  select coalesce(array_agg(host.user_id order by host.user_id), '{}') from public.booking_hosts as host where host.booking_id = p_booking_id
$$;

comment on function private.booked_hosts(uuid) is 'Who holds a call.';

create function private.note_booking(p_booking public.bookings, p_event text, p_actor uuid, p_payload jsonb default '{}') returns void
language sql volatile security definer
set search_path = ''
as $$
  insert into public.lead_activities (lead_id, kind, actor_id, payload)
  values (p_booking.lead_id, 'booking', p_actor, jsonb_strip_nulls(p_payload || jsonb_build_object(
    'event', p_event, 'booking_id', p_booking.id, 'title', p_booking.title, 'starts_at', p_booking.starts_at
  )))
$$;

comment on function private.note_booking(public.bookings, text, uuid, jsonb) is 'Adds what happened to a call to its lead''s history.';

create function private.close_booking_tasks(p_booking_id uuid) returns void
language sql volatile security definer
set search_path = ''
as $$
  delete from public.lead_tasks as task where task.booking_id = p_booking_id and task.done_at is null
$$;

comment on function private.close_booking_tasks(uuid) is 'Removes the open tasks of a call. Done ones stay.';

create function private.plan_booking_task(p_booking public.bookings, p_kind text, p_title text, p_due_at timestamptz) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.close_booking_tasks(p_booking.id);
  insert into public.lead_tasks (lead_id, kind, title, due_at, booking_id, created_by)
  values (p_booking.lead_id, p_kind, left(p_title, 200), p_due_at, p_booking.id, auth.uid());
end
$$;

comment on function private.plan_booking_task(public.bookings, text, text, timestamptz) is
'Plans the task of a call. A call has one open task at most, so the earlier one goes.';

create function private.plan_call(p_booking public.bookings) returns void
language sql volatile security definer
set search_path = ''
as $$
  select private.plan_booking_task(p_booking, case p_booking.location when 'phone' then 'call' else 'meeting' end, p_booking.title, p_booking.starts_at)
$$;

comment on function private.plan_call(public.bookings) is 'Plans the call itself.';

create function private.advance_for_booking(p_lead public.leads, p_host uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  moves constant boolean := p_lead.stage not in ('won', 'lost') and exists (
    select from public.pipeline_stages as booked join public.pipeline_stages as held on held.key = p_lead.stage
    where booked.key = 'call_booked' and held.position < booked.position
  );
  owner constant uuid := case
    when private.is_on_team(p_lead.user_id, p_lead.account_id) then p_lead.user_id
    when private.is_on_team(p_host, p_lead.account_id) then p_host
    else p_lead.user_id
  end;
begin
  if not moves and owner is not distinct from p_lead.user_id then return; end if;
  update public.leads as lead set user_id = owner, stage = case when moves then 'call_booked' else lead.stage end where lead.id = p_lead.id;
end
$$;

comment on function private.advance_for_booking(public.leads, uuid) is
'Moves a lead on to Call Booked and gives it to the host of its call. It never moves back: leads that are further, won or lost keep their stage. An owner who is on the team keeps the lead.';

create function private.apply_booking_event() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  booking public.bookings;
  lead public.leads;
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
      perform private.advance_for_booking(lead, (private.booked_hosts(booking.id))[1]);
      perform private.plan_call(booking);
    when 'rescheduled' then
      perform private.plan_call(booking);
    when 'cancelled' then
      -- A visitor who was invited to choose a new time gets a day for it.
      perform private.plan_booking_task(
        booking, 'call', 'Offer a new time', case when new.payload ? 'invited' then now() + interval '1 day' else now() end
      );
    when 'no_show' then
      perform private.plan_booking_task(booking, 'call', 'Offer a new time', now() + interval '1 day');
    when 'held' then
      perform private.close_booking_tasks(booking.id);
    when 'reassigned' then
      perform private.advance_for_booking(lead, (private.booked_hosts(booking.id))[1]);
    when 'reopened' then
      perform private.ask_for_outcome(booking);
    else null;
  end case;
  perform private.note_booking(booking, new.event, new.actor_id, jsonb_build_object(
    'from', new.payload -> 'from', 'invited', new.payload -> 'invited'));
  if new.event in ('booked', 'rescheduled', 'reassigned') then perform private.enqueue_booking_jobs(booking); end if;
  perform nextval('private.crm_change');
  return null;
end
$$;

comment on function private.apply_booking_event() is
'Trigger: what a booking does to its lead. It stands on the ledger, so that visitors, staff and the product itself have the same effects.';

create trigger apply_booking_event after insert on public.booking_events
for each row execute function private.apply_booking_event();

-- Reminders of booked calls, and the question whether a call took place. Both are jobs of the outbox that check the call again
-- when they run, so nothing comes after a cancellation or for an old time.

create function private.visitor_mail_data(p_booking public.bookings) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select private.booking_mail_data(p_booking) || jsonb_strip_nulls(jsonb_build_object(
    'timeZone', p_booking.time_zone, 'manageKey', p_booking.manage_key,
    'typeSlug', (select type.slug from public.meeting_types as type where type.id = p_booking.meeting_type_id and type.is_active)
  ))
$$;

comment on function private.visitor_mail_data(public.bookings) is
'A call as emails to its visitor show it. manageKey may only get into emails to the visitor.';

create function private.enqueue_booking_mail(p_booking public.bookings, p_template text, p_key text, p_data jsonb default '{}') returns void
language sql volatile security definer
set search_path = ''
as $$
  select public.enqueue_outbox('mail', format('%s:%s:%s:%s', p_template, p_booking.id, p_booking.sequence, p_key), jsonb_build_object(
    'to', p_booking.email, 'template', p_template, 'data', private.visitor_mail_data(p_booking) || p_data
  )) where p_booking.email <> ''
$$;

comment on function private.enqueue_booking_mail(public.bookings, text, text, jsonb) is
'Queues an email to the visitor, once for each state of the call and key.';

create function private.ask_for_outcome(p_booking public.bookings) returns void
language sql volatile security definer
set search_path = ''
as $$
  select private.plan_booking_task(
    p_booking, 'other', format('Did the %s take place?', p_booking.title), p_booking.ends_at + interval '10 minutes'
  )
$$;

comment on function private.ask_for_outcome(public.bookings) is 'Asks the lead''s owner whether a call took place.';

create function private.enqueue_booking_jobs(p_booking public.bookings) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  reminders constant integer[] := coalesce(
    (select type.reminders from public.meeting_types as type where type.id = p_booking.meeting_type_id), '{1440,60}'
  );
begin
  -- The keys contain the sequence, so that a call that was moved gets new jobs and the old ones find nothing to do.
  perform public.enqueue_outbox('booking', format('booking:%s:%s:reminder:%s', p_booking.id, p_booking.sequence, ahead.minutes),
    jsonb_build_object('bookingId', p_booking.id, 'sequence', p_booking.sequence, 'event', 'reminder', 'minutes', ahead.minutes),
    p_booking.starts_at - make_interval(mins => ahead.minutes))
  from (select distinct each.minutes from unnest(reminders) as each (minutes)) as ahead
  where p_booking.starts_at - make_interval(mins => ahead.minutes) > now();
  perform public.enqueue_outbox('booking', format('booking:%s:%s:outcome', p_booking.id, p_booking.sequence),
    jsonb_build_object('bookingId', p_booking.id, 'sequence', p_booking.sequence, 'event', 'outcome'),
    p_booking.ends_at + interval '10 minutes');
end
$$;

comment on function private.enqueue_booking_jobs(public.bookings) is
'Queues the reminders of a call that are still ahead, and the question for its outcome.';

create function public.run_booking_event(p_booking_id uuid, p_sequence integer, p_event text, p_minutes integer default null) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  lead public.leads;
  booking public.bookings;
  moment timestamptz;
begin
  if p_event not in ('reminder', 'outcome') or p_event = 'reminder' and p_minutes is null then
    perform private.refuse('unknown_booking_event', '22023', 'A job of a call is a reminder or the question for its outcome');
  end if;
  select held.* into lead from public.leads as held
  where held.id = (select private.kept_lead(known.lead_id) from public.bookings as known where known.id = p_booking_id) for no key update;
  select held.* into booking from public.bookings as held where held.id = p_booking_id for update;
  if booking.id is null or booking.state <> 'booked' or booking.sequence <> p_sequence or lead.erased_at is not null then return false; end if;
  booking.lead_id := lead.id;
  moment := case p_event when 'reminder' then booking.starts_at - make_interval(mins => p_minutes) else booking.ends_at + interval '10 minutes' end;
  if moment > now() then
    -- The database's clock went back, so this job waits on.
    update private.outbox as job
    set status = 'queued', run_at = moment, attempts = 0, locked_by = null, locked_until = null, is_lease_questioned = false
    where job.kind = 'booking' and job.status = 'running'
      and job.dedupe_key = format('booking:%s:%s:%s', booking.id, booking.sequence, concat_ws(':', p_event, p_minutes));
    return false;
  end if;
  if p_event = 'outcome' then
    perform private.ask_for_outcome(booking);
    return true;
  end if;
  -- After a time without a host, a reminder of a call that has begun helps nobody.
  if booking.starts_at <= now() then return false; end if;
  perform private.enqueue_booking_mail(booking, 'booking-reminder', p_minutes::text, jsonb_build_object('minutes', p_minutes::text));
  return true;
end
$$;

comment on function public.run_booking_event(uuid, integer, text, integer) is
'Runs a job of a call: reminder (so many minutes before) or outcome. It does nothing when the call was moved, cancelled or decided meanwhile. Returns whether it did something.';

create function public.prepare_booking_mail(p_id uuid) returns jsonb
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
  if booking.state = 'booked' or exists (
    select from public.bookings as other where other.lead_id = booking.lead_id and other.state = 'booked' and other.starts_at > now()
  ) then return null; end if;
  return facts || private.visitor_mail_data(booking);
end
$$;

comment on function public.prepare_booking_mail(uuid) is
'The data of a queued email about a call as it is right now. Null when the email is no longer true: the call was moved, cancelled or decided, has begun, or the visitor has booked again.';

grant execute on function public.run_booking_event(uuid, integer, text, integer) to service_role;
grant execute on function public.prepare_booking_mail(uuid) to service_role;

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
  -- Every function locks leads before their calls, so that they cannot deadlock.
  perform from public.leads as lead
  where lead.id = (
    select private.kept_lead(known.lead_id) from public.bookings as known where known.id = p_booking_id and known.account_id = private.workspace()
  ) for no key update;
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
    'time_zone', p_booking.time_zone, 'location', p_booking.location, 'location_details', p_booking.location_details,
    'answers', p_booking.answers,
    'hosts', coalesce((
      select jsonb_agg(jsonb_build_object('id', host.user_id, 'name', private.owner_name(host.user_id::text)) order by host.user_id)
      from public.booking_hosts as host where host.booking_id = p_booking.id
    ), '[]')
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

create function public.list_calls(p_from timestamptz, p_to timestamptz, p_host uuid default null, p_everyone boolean default false) returns jsonb
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
      select jsonb_agg(private.call_json(listed::public.bookings) || jsonb_build_object('can_open', coalesce(private.may_see_lead((
        select lead from public.leads as lead where lead.id = private.kept_lead(listed.lead_id)
      )), false)) order by listed.starts_at, listed.id)
      from (
        select booking.* from public.bookings as booking
        where booking.account_id = account and booking.starts_at < p_to and booking.starts_at >= p_from - interval '8 hours' and booking.ends_at > p_from
          and (host is null or exists (select from public.booking_hosts as held where held.booking_id = booking.id and held.user_id = host))
        order by booking.starts_at, booking.id limit 1000
      ) as listed
    ), '[]'),
    'shifts', case when is_colleague is not true then '[]' else coalesce((
      select jsonb_agg(jsonb_build_array(lower(shift.range), upper(shift.range)) order by lower(shift.range))
      from unnest(private.shift_ranges(account, host, p_from, least(p_to, p_from + interval '31 days'))) as shift (range)
    ), '[]') end,
    'absences', case when is_colleague is not true then '[]' else coalesce((
      select jsonb_agg(jsonb_build_array(away.starts_at, away.ends_at) order by away.starts_at)
      from public.absences as away where away.user_id = host and away.starts_at < p_to and away.ends_at > p_from
    ), '[]') end
  );
end
$$;

comment on function public.list_calls(timestamptz, timestamptz, uuid, boolean) is
'The calls of a period with everything that a calendar shows: { now, zone, host, sees_all, me, calls, shifts, absences }, at most 1,000 calls. People who see all leads choose a host or everyone; others get their own calls. shifts and absences are those of the host. 42501: not on the team. 22023: no period, or more than a year.';

create function public.set_booking_outcome(p_booking_id uuid, p_outcome text) returns jsonb
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
      update public.leads as moved set stage = last_event.payload ->> 'stage_from' where moved.id = lead.id;
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
  values (booking.id, booking.account_id, case p_outcome when 'rescheduled' then 'cancelled' else p_outcome end, caller, jsonb_strip_nulls(
    jsonb_build_object(
      'stage_from', case when next_stage is not null then lead.stage end, 'stage_to', next_stage,
      'invited', case when p_outcome = 'rescheduled' then true end
    )
  ));
  if p_outcome in ('no_show', 'rescheduled') and lead.erased_at is null then
    perform private.enqueue_booking_mail(booking, case p_outcome when 'no_show' then 'booking-missed' else 'booking-rebook' end, (
      select count(*) from public.booking_events as noted where noted.booking_id = booking.id
    )::text);
  end if;
  return jsonb_build_object('state', booking.state, 'again', false);
end
$$;

comment on function public.set_booking_outcome(uuid, text) is
'Notes what became of a call that has begun: { state, again }. held moves a lead on from Call Booked to the following stage. no_show and rescheduled email the visitor a link to choose a new time; rescheduled cancels the call. reopened undoes each of these, and the stage as far as nobody moved the lead since. PT404: no such call of the caller. PT409: decided otherwise, cancelled, or its time is taken again. 22023: unknown outcome, or the call is still ahead.';

create function public.move_call(p_booking_id uuid, p_starts_at timestamptz) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  booking constant public.bookings := private.require_call(p_booking_id);
begin
  return private.move_booking(booking.id, p_starts_at, auth.uid());
end
$$;

comment on function public.move_call(uuid, timestamptz) is
'Moves a call to any time ahead at which its hosts have no other call, and tells the visitor and the hosts. False: it was there already. PT404: no such call of the caller. PT409: slot_taken, slot_passed, booking_cancelled, booking_over.';

create function public.cancel_call(p_booking_id uuid) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  booking constant public.bookings := private.require_call(p_booking_id);
begin
  return private.cancel_booking(booking.id, auth.uid());
end
$$;

comment on function public.cancel_call(uuid) is
'Cancels a call, frees its time, and tells the visitor and the hosts. False: it was canceled already. PT404: no such call of the caller. PT409: booking_over.';

grant execute on function public.move_call(uuid, timestamptz) to authenticated;
grant execute on function public.cancel_call(uuid) to authenticated;
grant execute on function public.list_calls(timestamptz, timestamptz, uuid, boolean) to authenticated;
grant execute on function public.set_booking_outcome(uuid, text) to authenticated;

create or replace function private.clock_json(p_lead_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', clock.id, 'arrived_at', clock.arrived_at, 'started_at', clock.started_at, 'target_seconds', clock.target_seconds,
    'warn_at', clock.warn_at, 'due_at', clock.due_at, 'escalate_at', clock.escalate_at, 'state', clock.state,
    'answered_at', clock.answered_at, 'response_seconds', clock.response_seconds, 'booked_at', clock.booked_at,
    'answered_by', private.person_name(clock.answered_by), 'escalated_to', private.person_name(clock.escalated_to)
  )
  from public.lead_clocks as clock
  where clock.lead_id = p_lead_id
    -- Includes merged leads: their clocks are shown when this lead has none.
    or clock.state <> 'dropped' and clock.lead_id in (select private.leads_within(p_lead_id))
  -- A resumed clock has the same arrival as the dropped one before it.
  order by clock.lead_id = p_lead_id desc, clock.arrived_at desc, clock.state = 'dropped', clock.created_at desc, clock.id limit 1
$$;

comment on function private.clock_json(uuid) is 'The latest clock of a lead, as pages show it; null when it never had one.';

create or replace function private.queue_lead_json(lead public.leads) returns jsonb
language sql stable
set search_path = ''
as $$
  select private.shown_lead(lead) - array['first_touch', 'consent_text'] || jsonb_build_object(
    'next_task_id', (
      select task.id from public.lead_tasks as task
      where lead.next_task_at is not null and task.lead_id = lead.id and task.done_at is null order by task.due_at, task.id limit 1
    ), 'clock', private.clock_json(lead.id), 'call', private.next_call(lead.id),
    'last', (
      select jsonb_build_object('kind', activity.kind, 'outcome', activity.payload ->> 'outcome', 'at', activity.occurred_at)
      from public.lead_activities as activity
      where activity.lead_id = lead.id and private.is_human_activity(activity.kind) and not private.is_retracted(activity.id)
      order by activity.occurred_at desc limit 1
    )
  )
$$;

comment on function private.queue_lead_json(public.leads) is 'A row of Today with everything that its preview shows.';

create or replace function public.lead_page(p_lead_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  lead public.leads := private.require_lead(p_lead_id);
begin
  return private.shown_lead(lead) || jsonb_build_object(
    'now', now(),
    'currency', private.account_currency(lead.account_id),
    'zone', private.account_zone(lead.account_id),
    'agency_name', (select account.name from public.accounts as account where account.id = lead.account_id),
    'lost_reason', (select reason.label from public.lost_reasons as reason where reason.id = lead.lost_reason_id),
    'clock', private.clock_json(lead.id),
    'calls', coalesce((
      select jsonb_agg(private.call_json(booking::public.bookings) order by booking.starts_at desc, booking.id)
      from (
        select held.* from public.bookings as held where held.lead_id in (select private.leads_within(lead.id))
        order by held.starts_at desc, held.id limit 10
      ) as booking
    ), '[]'),
    'ledger', coalesce((
      select jsonb_agg(jsonb_build_object('id', event.id, 'event', event.event, 'at', event.happened_at,
        'actor_name', private.person_name(event.actor_id), 'payload', event.payload) order by event.id)
      from (
        select latest.* from public.lead_clock_events as latest where latest.lead_id = lead.id order by latest.id desc limit 50
      ) as event
    ), '[]'),
    'tasks', coalesce((
      select jsonb_agg(jsonb_build_object('id', task.id, 'kind', task.kind, 'title', task.title, 'due_at', task.due_at) order by task.due_at, task.id)
      from (
        select open.* from public.lead_tasks as open where open.lead_id = lead.id and open.done_at is null order by open.due_at, open.id limit 20
      ) as task
    ), '[]'),
    'stage_history', coalesce((
      select jsonb_agg(jsonb_build_object('stage', moved.payload ->> 'from', 'seconds', moved.payload -> 'seconds', 'left_at', moved.occurred_at)
        order by moved.occurred_at)
      from (
        select activity.* from public.lead_activities as activity
        where activity.lead_id = lead.id and activity.kind = 'stage_change' order by activity.occurred_at desc limit 50
      ) as moved
    ), '[]'),
    'owner_history', coalesce((
      select jsonb_agg(jsonb_build_object('from', private.person_name(private.parse_uuid(given.payload ->> 'from')),
        'to', private.person_name(private.parse_uuid(given.payload ->> 'to')), 'by', private.person_name(given.actor_id), 'at', given.occurred_at)
        order by given.occurred_at desc)
      from (
        select activity.* from public.lead_activities as activity
        where activity.lead_id = lead.id and activity.kind = 'assignment' order by activity.occurred_at desc limit 20
      ) as given
    ), '[]'),
    'merge', private.lead_merge_json(lead), 'merges', private.lead_merges_json(lead.id), 'last_change', private.last_change(lead.id),
    'erasure', private.erasure_of(lead.id)
  );
end
$$;

comment on function public.lead_page(uuid) is
'Everything about one lead except its timeline. PT404: no such lead, or not the caller''s. 42501: not on the team.';

create or replace function public.crm_responses(
  p_from date, p_to date, p_scope text default 'team', p_owner text default null, p_source text default null
) returns jsonb
language plpgsql stable security definer
set search_path = ''
-- Enough to sort a year of leads in memory instead of on disk.
set work_mem = '16MB'
as $$
declare
  caller uuid := private.require_team();
  owners text[] := private.requested_owners(p_scope, p_owner, caller);
  zone text := private.account_zone(private.workspace());
  target integer := private.account_target(private.workspace());
  period record := private.analytics_period(p_from, p_to);
  answer jsonb;
begin
  -- A free account sees the last 30 days.
  if period.begins < private.account_day_start(private.workspace(), -31) then perform private.require_premium(); end if;
  with asking as materialized (
    select lead.response_seconds as seconds, coalesce(lead.answer_target_seconds, target) as target,
      -- An answered lead counts for the person who answered, a waiting one for its owner.
      case when lead.response_seconds is null then lead.user_id else lead.answered_by end as rep,
      lead.source, extract(hour from lead.created_at at time zone zone)::integer as hour
    from private.analytics_leads(owners, p_source) as lead
    where lead.created_at >= period.begins and lead.created_at < period.ends
      and (lead.response_seconds is not null or lead.clock_due_at is not null)
  ), stat as materialized (
    select grouping(asking.rep, asking.hour, asking.source) as kind, asking.rep, asking.hour, asking.source, count(*) as leads,
      count(asking.seconds) as answered, count(*) filter (where asking.seconds <= asking.target) as within,
      percentile_cont(array[0.5, 0.9]) within group (order by asking.seconds) as at
    from asking group by grouping sets ((), (asking.rep), (asking.hour), (asking.source))
  ), bin as materialized (
    select width_bucket(asking.seconds, array[60, 120, 180, 240, 300, 360, 420, 480, 540, 600, 900, 1800]) as bin, count(*) as leads
    from asking where asking.seconds is not null group by 1
  ), earlier as materialized (
    select count(*) as answered, round(percentile_cont(0.5) within group (order by lead.response_seconds)) as median
    from private.analytics_leads(owners, p_source) as lead
    where lead.created_at >= period.begins_before and lead.created_at < period.begins
      and lead.response_seconds is not null
  )
  select jsonb_build_object(
    'target_seconds', target,
    'all', (select jsonb_build_object('leads', stat.leads, 'answered', stat.answered, 'within', stat.within, 'median', round(stat.at[1]), 'p90', round(stat.at[2]))
      from stat where stat.kind = 7),
    -- Leads that booked a call themselves before anybody answered. Waiting ones count above.
    'booked', (
      select count(*) from private.analytics_leads(owners, p_source) as lead
      where lead.created_at >= period.begins and lead.created_at < period.ends and lead.response_seconds is null and lead.clock_due_at is null
        and exists (select from public.lead_clocks as clock where clock.lead_id = lead.id and clock.booked_at is not null)
    ),
    'median_before', (select earlier.median from earlier),
    'answered_before', (select earlier.answered from earlier),
    'histogram', (
      select jsonb_agg(coalesce(bin.leads, 0) order by n) from generate_series(0, 12) as n left join bin on bin.bin = n
    ),
    'reps', (
      select coalesce(jsonb_agg(jsonb_build_object('id', person.id, 'name', person.name, 'leads', coalesce(stat.leads, 0),
        'answered', coalesce(stat.answered, 0), 'within', coalesce(stat.within, 0), 'median', round(stat.at[1]), 'p90', round(stat.at[2]))
        order by stat.at[1] nulls last, person.name), '[]')
      from (
        select known.id, private.owner_name(known.id::text) as name from (
          -- The rep who was asked for is listed even without an answer.
          select member.id from unnest(private.team_of(private.workspace())) as member (id) where owners is null
          union select owner.id::uuid from unnest(owners) as owner (id) where owner.id <> ''
          union select stat.rep from stat where stat.kind = 3 and stat.rep is not null and stat.answered > 0
        ) as known
      ) as person left join stat on stat.kind = 3 and stat.rep = person.id
    ),
    'hours', (
      select coalesce(jsonb_agg(jsonb_build_object('hour', stat.hour, 'leads', stat.leads, 'answered', stat.answered, 'within', stat.within,
        'median', round(stat.at[1]), 'p90', round(stat.at[2])) order by stat.hour), '[]') from stat where stat.kind = 5
    ),
    'sources', (
      select coalesce(jsonb_agg(jsonb_build_object('source', stat.source, 'leads', stat.leads, 'answered', stat.answered, 'within', stat.within,
        'median', round(stat.at[1]), 'p90', round(stat.at[2])) order by stat.at[1] nulls last, stat.source), '[]') from stat where stat.kind = 6
    )
  ) into answer;
  return answer;
end
$$;

comment on function public.crm_responses(date, date, text, text, text) is
'First responses to leads that arrived from p_from to p_to, in working seconds: all, histogram (0 to 10 minutes by the minute, to 15, to 30, more), by rep, by hour of arrival and by source. Unanswered leads are in leads and not in the times; null means no data. booked counts leads that booked a call themselves, which is no response. Scope and owner as in private.requested_owners. 42501, 22023.';
