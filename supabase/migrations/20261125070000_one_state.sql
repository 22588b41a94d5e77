-- What booking, routing and thin functions changed at the same time.

alter table public.lead_clock_events drop constraint lead_clock_events_event_check;

alter table public.lead_clock_events add constraint lead_clock_events_event_check check (event in ('started', 'warned', 'breached', 'escalated', 'answered', 'corrected', 'moved', 'dropped', 'routed', 'offered', 'booked'));


create function private.create_calendar_feed() returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_account();
  key constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  insert into private.calendar_feeds as feed (user_id, key_hash) values (caller, encode(sha256(convert_to(key, 'UTF8')), 'hex'))
  on conflict (user_id) do update set key_hash = excluded.key_hash, created_at = now();
  return key;
end
$$;

create or replace function public.create_calendar_feed() returns text
language sql volatile
set search_path = ''
return private.create_calendar_feed();

create function private.revoke_calendar_feed() returns void
language sql volatile security definer
set search_path = ''
as $$
  delete from private.calendar_feeds as feed where feed.user_id = private.require_account()
$$;

create or replace function public.revoke_calendar_feed() returns void
language sql volatile
set search_path = ''
return private.revoke_calendar_feed();

create function private.calendar_feed_since() returns timestamptz
language sql stable security definer
set search_path = ''
as $$
  select feed.created_at from private.calendar_feeds as feed where feed.user_id = private.require_account()
$$;

create or replace function public.calendar_feed_since() returns timestamptz
language sql stable
set search_path = ''
return private.calendar_feed_since();

create function private.read_calendar_feed(p_key text) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object('name', private.owner_name(feed.user_id::text), 'calls', coalesce((
    select jsonb_agg(jsonb_build_object(
      'id', booking.id, 'sequence', booking.sequence, 'state', booking.state, 'starts_at', booking.starts_at, 'ends_at', booking.ends_at,
      'title', booking.title, 'name', booking.name, 'phone', booking.phone, 'location', booking.location,
      'location_details', booking.location_details, 'lead_id', booking.lead_id, 'updated_at', booking.updated_at,
      'account_slug', (select account.slug from public.accounts as account where account.id = booking.account_id and account.kind = 'client')
    ) order by booking.starts_at, booking.id)
    from (
      select held.* from public.booking_hosts as host join public.bookings as held on held.id = host.booking_id
      where host.user_id = feed.user_id and held.starts_at > now() - interval '30 days' and held.starts_at < now() + interval '365 days'
      order by held.starts_at, held.id limit 5000
    ) as booking
    -- Whoever left an account's team keeps nothing of its calls.
    where private.is_on_team(feed.user_id, booking.account_id)
  ), '[]'))
  from private.calendar_feeds as feed
  where feed.key_hash = encode(sha256(convert_to(p_key, 'UTF8')), 'hex')
$$;

create or replace function public.read_calendar_feed(p_key text) returns jsonb
language sql stable
set search_path = ''
return private.read_calendar_feed(p_key);

create function private.add_calendar(p_address text) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_account();
  -- Calendar apps show their addresses with a scheme of their own.
  wanted constant text := regexp_replace(btrim(coalesce(p_address, '')), '^webcals?://', 'https://', 'i');
  added uuid;
begin
  if wanted !~ '^https://[^\s/@]+(/\S*)?$' or char_length(wanted) > 2048 then
    perform private.refuse('url_invalid', '22023', 'Enter the address of a calendar, starting with https://', 'address');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('calendars of ' || caller, 0));
  if (select count(*) from public.calendar_subscriptions as own where own.user_id = caller and own.address <> wanted) >= 10 then
    perform private.refuse('quota_reached', 'PT429', 'You can subscribe to up to 10 calendars');
  end if;
  insert into public.calendar_subscriptions (user_id, address) values (caller, wanted) on conflict (user_id, address) do nothing
  returning id into added;
  if added is null then
    perform private.refuse('calendar_known', 'PT409', 'You already subscribe to this calendar', 'address');
  end if;
  perform private.enqueue_calendar(added);
  return added;
end
$$;

create or replace function public.add_calendar(p_address text) returns uuid
language sql volatile
set search_path = ''
return private.add_calendar(p_address);

create function private.remove_calendar(p_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  delete from public.calendar_subscriptions as own where own.id = p_id and own.user_id = private.require_account();
end
$$;

create or replace function public.remove_calendar(p_id uuid) returns void
language sql volatile
set search_path = ''
return private.remove_calendar(p_id);

create function private.refresh_calendar(p_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.enqueue_calendar(own.id) from public.calendar_subscriptions as own where own.id = p_id and own.user_id = private.require_account();
end
$$;

create or replace function public.refresh_calendar(p_id uuid) returns void
language sql volatile
set search_path = ''
return private.refresh_calendar(p_id);

create function private.calendar_to_read(p_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object('address', subscription.address, 'etag', subscription.etag, 'busy_until', subscription.busy_until,
    'time_zone', coalesce(rota.time_zone, private.account_zone(coalesce(home.account_id, private.agency_account()))))
  from public.calendar_subscriptions as subscription
  left join lateral (
    select held.* from public.rotas as held where held.user_id = subscription.user_id order by held.updated_at desc, held.account_id limit 1
  ) as rota on true
  left join lateral (
    select member.* from public.account_members as member
    where member.user_id = subscription.user_id order by member.created_at, member.account_id limit 1
  ) as home on true
  where subscription.id = p_id
$$;

create or replace function public.calendar_to_read(p_id uuid) returns jsonb
language sql stable
set search_path = ''
return private.calendar_to_read(p_id);

create function private.store_calendar(p_id uuid, p_busy jsonb, p_busy_until timestamptz, p_etag text) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  subscription public.calendar_subscriptions;
  busy tstzmultirange;
  stored integer;
begin
  select held.* into subscription from public.calendar_subscriptions as held where held.id = p_id for update;
  if subscription.id is null then return 0; end if;
  -- Joined, so that meetings that overlap are one row.
  select coalesce(range_agg(tstzrange((pair ->> 0)::timestamptz, (pair ->> 1)::timestamptz)), '{}') into busy
  from jsonb_array_elements(p_busy) as pair where (pair ->> 0)::timestamptz < (pair ->> 1)::timestamptz;
  delete from private.calendar_busy as gone where gone.subscription_id = p_id and not exists (
    select from unnest(busy) as kept (during) where kept.during = gone.during
  );
  insert into private.calendar_busy (subscription_id, user_id, during)
  select p_id, subscription.user_id, each.during from unnest(busy) as each (during) on conflict do nothing;
  select count(*) into stored from private.calendar_busy as known where known.subscription_id = p_id;
  update public.calendar_subscriptions as read
  set fetched_at = now(), failed_at = null, problem = null, etag = left(p_etag, 500), busy_until = p_busy_until where read.id = p_id;
  return stored;
end
$$;

create or replace function public.store_calendar(p_id uuid, p_busy jsonb, p_busy_until timestamptz, p_etag text default null) returns integer
language sql volatile
set search_path = ''
return private.store_calendar(p_id, p_busy, p_busy_until, p_etag);

create function private.note_calendar(p_id uuid, p_problem text) returns void
language sql volatile security definer
set search_path = ''
as $$
  update public.calendar_subscriptions as read
  set fetched_at = case when p_problem is null then now() else read.fetched_at end,
    failed_at = case when p_problem is not null then now() end, problem = left(p_problem, 200)
  where read.id = p_id
$$;

create or replace function public.note_calendar(p_id uuid, p_problem text default null) returns void
language sql volatile
set search_path = ''
return private.note_calendar(p_id, p_problem);

create function private.crm_calls(p_from date, p_to date, p_scope text, p_owner text, p_source text) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_premium();
  owners text[] := private.requested_owners(p_scope, p_owner, caller);
  period record := private.analytics_period(p_from, p_to);
  answer jsonb;
begin
  with arrived as materialized (
    select lead.source, lead.user_id as rep, private.call_of_lead(lead.id) as call,
      private.call_type_of_lead(lead.id) as type, private.page_of_lead(lead.id) as page
    from private.counted_leads as lead
    where (owners is null or lead.owner = any (owners)) and (p_source is null or lead.source::text = p_source)
      and lead.created_at >= period.begins and lead.created_at < period.ends
  ), stat as materialized (
    select grouping(arrived.source, arrived.rep, arrived.type, arrived.page) as kind, arrived.source, arrived.rep, arrived.type, arrived.page,
      count(*) as leads, count(arrived.call) as booked, count(*) filter (where arrived.call = 'held') as held,
      count(*) filter (where arrived.call = 'no_show') as no_show
    from arrived group by grouping sets ((), (arrived.source), (arrived.rep), (arrived.type), (arrived.page))
  ), line as (
    select stat.kind, jsonb_build_object('leads', stat.leads, 'booked', stat.booked, 'held', stat.held, 'no_show', stat.no_show) as counts,
      stat.booked, stat.leads, stat.source, stat.rep, stat.type, stat.page
    from stat
  )
  select jsonb_build_object(
    'all', coalesce((select line.counts from line where line.kind = 15), '{"leads": 0, "booked": 0, "held": 0, "no_show": 0}'),
    'sources', coalesce((
      select jsonb_agg(line.counts || jsonb_build_object('key', line.source, 'name', private.source_label(line.source))
        order by line.booked desc, line.leads desc, line.source) from line where line.kind = 7
    ), '[]'),
    'reps', coalesce((
      select jsonb_agg(line.counts || jsonb_build_object('key', coalesce(line.rep::text, 'none'), 'name', coalesce(private.owner_name(line.rep::text), 'No owner'))
        order by line.booked desc, line.leads desc, line.rep) from line where line.kind = 11
    ), '[]'),
    'types', coalesce((
      select jsonb_agg(line.counts || jsonb_build_object('key', type.id, 'name', type.name) order by line.booked desc, type.name, type.id)
      from line join public.meeting_types as type on type.id = line.type where line.kind = 13
    ), '[]'),
    'pages', coalesce((
      select jsonb_agg(line.counts || jsonb_build_object('key', page.id, 'name', page.title) order by line.booked desc, line.leads desc, page.title, page.id)
      from line join public.landing_pages as page on page.id = line.page where line.kind = 14
    ), '[]')
  ) into answer;
  return answer;
end
$$;

create or replace function public.crm_calls(
  p_from date, p_to date, p_scope text default 'team', p_owner text default null, p_source text default null
) returns jsonb
language sql stable
set search_path = ''
return private.crm_calls(p_from, p_to, p_scope, p_owner, p_source);

create function private.save_meeting_type(p_id uuid, p_type jsonb, p_hosts uuid[], p_updated_at timestamptz) returns timestamptz
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  type public.meeting_types;
  known public.meeting_types;
  account constant uuid := private.workspace();
  hosts constant uuid[] := array(select distinct host.id from unnest(p_hosts) as host (id) where host.id is not null);
  saved timestamptz;
begin
  perform private.require_leader();
  type := private.parse_meeting_type(p_type);
  if cardinality(hosts) = 0 then perform private.refuse('required', '22023', 'Choose who takes the calls', 'hosts'); end if;
  if type.assignment = 'person' and cardinality(hosts) <> 1 then
    perform private.refuse('required', '22023', 'Choose one person', 'hosts');
  end if;
  if cardinality(hosts) > 50 then perform private.refuse('too_long', '22023', 'Choose up to 50 people', 'hosts'); end if;
  -- Another account's row is never locked.
  if exists (select from public.meeting_types as held where held.id = p_id and held.account_id <> account) then
    perform private.refuse('id_taken', '42501', 'This belongs to someone else');
  end if;
  select held.* into known from public.meeting_types as held where held.id = p_id and held.account_id = account for update;
  -- A host who left the team meanwhile stays until a leader removes them: they get no new calls anyway.
  if exists (
    select from unnest(hosts) as host (id) where not private.is_on_team(host.id, account) and not exists (
      select from public.meeting_hosts as kept where kept.meeting_type_id = p_id and kept.user_id = host.id
    )
  ) then
    perform private.refuse('assignee_not_active', '22023', 'Only active team members can take calls', 'hosts');
  end if;
  if known.id is null and p_updated_at is not null then perform private.refuse('meeting_type_not_found', 'PT404', 'Meeting type not found'); end if;
  if known.id is not null and known.updated_at is distinct from p_updated_at then
    perform private.refuse('outdated', 'PT409', 'Someone else just changed this meeting type');
  end if;
  begin
    insert into public.meeting_types (
      id, account_id, slug, name, description, minutes, buffer_before, buffer_after, step_minutes, notice_minutes, horizon_days, daily_limit,
      location, location_details, questions, assignment, reminders, is_active
    ) values (
      p_id, account, type.slug, type.name, type.description, type.minutes, type.buffer_before, type.buffer_after, type.step_minutes,
      type.notice_minutes, type.horizon_days, type.daily_limit, type.location, type.location_details, type.questions, type.assignment,
      type.reminders, type.is_active
    ) on conflict (id) do update set
      slug = excluded.slug, name = excluded.name, description = excluded.description, minutes = excluded.minutes,
      buffer_before = excluded.buffer_before, buffer_after = excluded.buffer_after, step_minutes = excluded.step_minutes,
      notice_minutes = excluded.notice_minutes, horizon_days = excluded.horizon_days, daily_limit = excluded.daily_limit,
      location = excluded.location, location_details = excluded.location_details, questions = excluded.questions,
      assignment = excluded.assignment, reminders = excluded.reminders, is_active = excluded.is_active
    returning updated_at into saved;
  exception when unique_violation then
    perform private.refuse('slug_taken', 'PT409', 'Another meeting type has this address', 'slug');
  end;
  delete from public.meeting_hosts as gone where gone.meeting_type_id = p_id and gone.user_id <> all (hosts);
  insert into public.meeting_hosts (meeting_type_id, user_id, account_id) select p_id, host.id, account from unnest(hosts) as host (id)
  on conflict do nothing;
  return saved;
end
$$;

create or replace function public.save_meeting_type(p_id uuid, p_type jsonb, p_hosts uuid[], p_updated_at timestamptz default null) returns timestamptz
language sql volatile
set search_path = ''
return private.save_meeting_type(p_id, p_type, p_hosts, p_updated_at);

create function private.delete_meeting_type(p_id uuid) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  ahead integer;
begin
  perform private.require_leader();
  perform from public.meeting_types as held where held.id = p_id and held.account_id = private.workspace() for update;
  if not found then perform private.refuse('meeting_type_not_found', 'PT404', 'Meeting type not found'); end if;
  select count(*) into ahead from public.bookings as booking
  where booking.meeting_type_id = p_id and booking.state = 'booked' and booking.starts_at > now();
  delete from public.meeting_types as gone where gone.id = p_id;
  return ahead;
end
$$;

create or replace function public.delete_meeting_type(p_id uuid) returns integer
language sql volatile
set search_path = ''
return private.delete_meeting_type(p_id);

create function private.list_meeting_types() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  account constant uuid := private.workspace();
begin
  perform private.require_team();
  return jsonb_build_object(
    'account_slug', (select held.slug from public.accounts as held where held.id = account),
    'may_manage', private.manages_workspace(),
    'types', coalesce((
      select jsonb_agg(to_jsonb(type) - array['account_id'] || jsonb_build_object(
        'hosts', coalesce((
          select jsonb_agg(jsonb_build_object('id', host.user_id, 'name', private.owner_name(host.user_id::text),
            'is_active', private.is_on_team(host.user_id, account)) order by private.owner_name(host.user_id::text), host.user_id)
          from public.meeting_hosts as host where host.meeting_type_id = type.id
        ), '[]'),
        'ahead', (
          select count(*) from public.bookings as booking
          where booking.meeting_type_id = type.id and booking.state = 'booked' and booking.starts_at > now()
        )
      ) order by not type.is_active, type.name, type.id)
      from public.meeting_types as type where type.account_id = account
    ), '[]')
  );
end
$$;

create or replace function public.list_meeting_types() returns jsonb
language sql stable
set search_path = ''
return private.list_meeting_types();

create function private.list_calls(p_from timestamptz, p_to timestamptz, p_host uuid, p_everyone boolean) returns jsonb
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

create or replace function public.list_calls(p_from timestamptz, p_to timestamptz, p_host uuid default null, p_everyone boolean default false) returns jsonb
language sql stable
set search_path = ''
return private.list_calls(p_from, p_to, p_host, p_everyone);

create function private.set_booking_outcome(p_booking_id uuid, p_outcome text) returns jsonb
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

create or replace function public.set_booking_outcome(p_booking_id uuid, p_outcome text) returns jsonb
language sql volatile
set search_path = ''
return private.set_booking_outcome(p_booking_id, p_outcome);

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

create or replace function public.move_call(p_booking_id uuid, p_starts_at timestamptz) returns boolean
language sql volatile
set search_path = ''
return private.move_call(p_booking_id, p_starts_at);

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

create or replace function public.cancel_call(p_booking_id uuid) returns boolean
language sql volatile
set search_path = ''
return private.cancel_call(p_booking_id);

create function private.run_booking_event(p_booking_id uuid, p_sequence integer, p_event text, p_minutes integer) returns boolean
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

create or replace function public.run_booking_event(p_booking_id uuid, p_sequence integer, p_event text, p_minutes integer default null) returns boolean
language sql volatile
set search_path = ''
return private.run_booking_event(p_booking_id, p_sequence, p_event, p_minutes);

create function private.prepare_booking_mail(p_id uuid) returns jsonb
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

create or replace function public.prepare_booking_mail(p_id uuid) returns jsonb
language sql stable
set search_path = ''
return private.prepare_booking_mail(p_id);

create function private.booking_page(p_account text, p_type text, p_from timestamptz, p_to timestamptz) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object('account', private.booking_account_json(type.account_id), 'type', private.booking_type_json(type))
    || private.times_json(type.id, p_from, p_to)
  from private.bookable_type(p_account, p_type) as type where type.id is not null
$$;

create or replace function public.booking_page(p_account text, p_type text, p_from timestamptz, p_to timestamptz) returns jsonb
language sql stable
set search_path = ''
return private.booking_page(p_account, p_type, p_from, p_to);

create function private.booking_types(p_account text) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object('account', private.booking_account_json(account.id), 'types', coalesce((
    select jsonb_agg(private.booking_type_json(type) order by type.created_at, type.id)
    from public.meeting_types as type where type.account_id = account.id and type.is_active
      and exists (select from public.meeting_hosts as host where host.meeting_type_id = type.id)
  ), '[]'))
  from public.accounts as account where account.slug = p_account and account.archived_at is null
$$;

create or replace function public.booking_types(p_account text) returns jsonb
language sql stable
set search_path = ''
return private.booking_types(p_account);

create function private.booking_account_of_domain(p_domain text) returns text
language sql stable security definer
set search_path = ''
as $$
  select account.slug from public.landing_pages as page join public.accounts as account on account.id = page.account_id
  where page.custom_domain = lower(p_domain) and page.status = 'published' and account.archived_at is null
$$;

create or replace function public.booking_account_of_domain(p_domain text) returns text
language sql stable
set search_path = ''
return private.booking_account_of_domain(p_domain);

create function private.booking_visitor(p_account text, p_submission_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  -- Only what this visitor has just typed, never what the account knows about the person with this address.
  select found.visitor from public.accounts as account cross join lateral (
    select jsonb_build_object('name', sent.first_name || ' ' || sent.last_name, 'email', sent.email) as visitor
    from public.contacts as sent
    where sent.submission_id = p_submission_id and account.kind = 'agency' and not sent.is_spam and sent.created_at > now() - interval '2 hours'
    union all
    select jsonb_strip_nulls(jsonb_build_object('name', sent.full_name, 'email', sent.email, 'phone', sent.phone))
    from public.applications as sent
    where sent.submission_id = p_submission_id and account.kind = 'agency' and not sent.is_spam and sent.created_at > now() - interval '2 hours'
    union all
    select jsonb_build_object('answers', sent.answers, 'page_id', sent.page_id)
    from public.landing_submissions as sent
    where sent.submission_id = p_submission_id and sent.account_id = account.id and not sent.is_spam and sent.created_at > now() - interval '2 hours'
  ) as found
  where account.slug = p_account limit 1
$$;

create or replace function public.booking_visitor(p_account text, p_submission_id uuid) returns jsonb
language sql stable
set search_path = ''
return private.booking_visitor(p_account, p_submission_id);

create function private.booking_offer(p_submission_id uuid) returns text
language sql stable security definer
set search_path = ''
as $$
  select account.slug from public.landing_submissions as sent join public.accounts as account on account.id = sent.account_id
  where sent.submission_id = p_submission_id and not sent.is_spam and account.archived_at is null and exists (
    select from public.meeting_types as type join public.meeting_hosts as host on host.meeting_type_id = type.id
    where type.account_id = account.id and type.is_active
  )
$$;

create or replace function public.booking_offer(p_submission_id uuid) returns text
language sql stable
set search_path = ''
return private.booking_offer(p_submission_id);

create function private.book_meeting(p_account text, p_type text, p_sent jsonb) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  type constant public.meeting_types := private.bookable_type(p_account, p_type);
  booking uuid;
begin
  if type.id is null then perform private.refuse('meeting_type_not_found', 'PT404', 'This kind of call can''t be booked'); end if;
  booking := private.book(type, p_sent);
  return (select held.manage_key from public.bookings as held where held.id = booking);
end
$$;

create or replace function public.book_meeting(p_account text, p_type text, p_sent jsonb) returns uuid
language sql volatile
set search_path = ''
return private.book_meeting(p_account, p_type, p_sent);

create function private.managed_booking(p_key uuid, p_from timestamptz, p_to timestamptz) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  booking public.bookings := private.require_booking(p_key);
  type constant public.meeting_types := (select held from public.meeting_types as held where held.id = booking.meeting_type_id);
begin
  return jsonb_build_object(
    'account', private.booking_account_json(booking.account_id),
    'type', case when type.id is not null then private.booking_type_json(type) end,
    'can_rebook', coalesce(type.is_active, false),
    'booking', private.booking_mail_data(booking) || jsonb_build_object(
      'state', booking.state, 'timeZone', booking.time_zone, 'isOver', booking.state in ('held', 'no_show') or booking.starts_at <= clock_timestamp(),
      'minutes', extract(epoch from booking.ends_at - booking.starts_at)::integer / 60
    )
  ) || case when p_from is not null and p_to is not null and type.id is not null and booking.state = 'booked' and booking.starts_at > clock_timestamp()
    then private.times_json(type.id, p_from, p_to, booking.id) else '{}' end;
end
$$;

create or replace function public.managed_booking(p_key uuid, p_from timestamptz default null, p_to timestamptz default null) returns jsonb
language sql stable
set search_path = ''
return private.managed_booking(p_key, p_from, p_to);

create function private.move_own_booking(p_key uuid, p_starts_at timestamptz) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  booking public.bookings := private.require_booking(p_key);
begin
  return private.move_booking(booking.id, p_starts_at, null);
end
$$;

create or replace function public.move_own_booking(p_key uuid, p_starts_at timestamptz) returns boolean
language sql volatile
set search_path = ''
return private.move_own_booking(p_key, p_starts_at);

create function private.cancel_own_booking(p_key uuid) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  booking public.bookings := private.require_booking(p_key);
begin
  return private.cancel_booking(booking.id, null);
end
$$;

create or replace function public.cancel_own_booking(p_key uuid) returns boolean
language sql volatile
set search_path = ''
return private.cancel_own_booking(p_key);

create function private.team_shifts() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_team();
  account constant public.accounts := (select held from public.accounts as held where held.id = private.workspace());
  is_leader constant boolean := private.manages_workspace();
begin
  return jsonb_build_object(
    'now', now(), 'is_leader', is_leader, 'time_zone', account.time_zone, 'working_hours', account.working_hours, 'currency', account.currency,
    'target_seconds', private.account_target(account.id),
    'people', coalesce((
      select jsonb_agg(jsonb_build_object(
        'user_id', person.id, 'name', private.owner_name(person.id::text), 'is_self', person.id = caller,
        'edits_absences', private.edits_absences_of(person.id),
        'rota', case when rota.user_id is not null then jsonb_build_object('time_zone', rota.time_zone, 'hours', rota.hours,
          'capacity', rota.capacity, 'weight', rota.weight, 'updated_at', rota.updated_at) end,
        'on_shift', private.is_on_shift(account.id, person.id), 'away_until', private.away_until(person.id),
        'waiting', private.waiting_leads(account.id, person.id),
        'absences', coalesce((
          select jsonb_agg(jsonb_build_object('id', away.id, 'starts_at', away.starts_at, 'ends_at', away.ends_at) order by away.starts_at)
          from (
            select held.* from public.absences as held where held.user_id = person.id and held.ends_at > now() order by held.starts_at limit 20
          ) as away
        ), '[]')
      ) order by private.owner_name(person.id::text), person.id)
      from (select team.id from unnest(private.team_of(account.id)) as team (id) limit 200) as person
      left join public.rotas as rota on rota.account_id = account.id and rota.user_id = person.id
    ), '[]'),
    'routing', coalesce((
      select jsonb_build_object('pools', held.pools, 'rules', held.rules, 'offer_percent', held.offer_percent, 'updated_at', held.updated_at)
      from public.lead_routing as held where held.account_id = account.id
    ), '{"pools": [], "rules": [], "offer_percent": null, "updated_at": null}')
  );
end
$$;

create or replace function public.team_shifts() returns jsonb
language sql stable
set search_path = ''
return private.team_shifts();

create function private.save_rota(p_user_id uuid, p_rota jsonb, p_seen timestamptz) returns timestamptz
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_team();
  is_leader constant boolean := coalesce(private.manages_workspace(), false);
  account constant uuid := private.workspace();
  known public.rotas;
  stored timestamptz;
begin
  if p_user_id is null or not (p_user_id = any (private.team_of(account))) then
    perform private.refuse('person_not_found', 'PT404', 'Person not found on the team');
  end if;
  if not is_leader and p_user_id <> caller then perform private.refuse('admin_only', '42501', 'Only an admin or owner can do this'); end if;
  perform pg_advisory_xact_lock(hashtextextended(format('rota of %s in %s', p_user_id, account), 0));
  select held.* into known from public.rotas as held where held.account_id = account and held.user_id = p_user_id for update;
  if known.updated_at is distinct from p_seen then
    perform private.refuse('outdated', 'PT409', 'Someone else just changed these hours');
  end if;
  if p_rota is null and is_leader then
    delete from public.rotas as held where held.account_id = account and held.user_id = p_user_id;
    return null;
  end if;
  perform private.check_shift_hours(p_rota -> 'hours');
  if not exists (select from pg_catalog.pg_timezone_names as zone where zone.name = p_rota ->> 'time_zone') then
    perform private.refuse('unknown_choice', '22023', 'Choose a time zone', 'time_zone');
  end if;
  if is_leader and (
    coalesce(p_rota ->> 'capacity', '1') !~ '^\d{1,4}$' or coalesce((p_rota ->> 'capacity')::integer, 1) not between 1 and 1000
  ) then
    perform private.refuse('number_out_of_range', '22023', 'Enter a number from 1 to 1,000, or nothing for no limit', 'capacity');
  end if;
  if is_leader and (coalesce(p_rota ->> 'weight', '') !~ '^\d{1,3}$' or (p_rota ->> 'weight')::integer > 100) then
    perform private.refuse('number_out_of_range', '22023', 'Enter a number from 0 to 100', 'weight');
  end if;
  insert into public.rotas as held (account_id, user_id, time_zone, hours, capacity, weight)
  values (
    account, p_user_id, p_rota ->> 'time_zone', p_rota -> 'hours',
    case when is_leader then (p_rota ->> 'capacity')::integer end, case when is_leader then (p_rota ->> 'weight')::integer else 1 end
  )
  on conflict (account_id, user_id) do update set time_zone = excluded.time_zone, hours = excluded.hours,
    -- People set their own hours; how much they get is for those who lead.
    capacity = case when is_leader then excluded.capacity else held.capacity end,
    weight = case when is_leader then excluded.weight else held.weight end
  returning held.updated_at into stored;
  return stored;
end
$$;

create or replace function public.save_rota(p_user_id uuid, p_rota jsonb, p_seen timestamptz default null) returns timestamptz
language sql volatile
set search_path = ''
return private.save_rota(p_user_id, p_rota, p_seen);

create function private.add_absence(p_absence_id uuid, p_user_id uuid, p_until date, p_from date) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_team();
  zone text;
  starts timestamptz := now();
  ends timestamptz;
  stored public.absences;
begin
  if not coalesce(private.edits_absences_of(p_user_id), false) then perform private.refuse('person_not_found', 'PT404', 'Person not found on the team'); end if;
  select coalesce(rota.time_zone, private.account_zone(private.workspace())) into zone
  from (values (p_user_id)) as person (id)
  left join public.rotas as rota on rota.account_id = private.workspace() and rota.user_id = person.id;
  if p_from is not null then starts := greatest(starts, p_from::timestamp at time zone zone); end if;
  if coalesce(p_until, '2100-01-01') not between '2000-01-01' and '2100-01-01' or coalesce(p_from, '2100-01-01') not between '2000-01-01' and '2100-01-01' then
    perform private.refuse('date_out_of_range', '22023', 'Choose a day before 2100', 'until');
  end if;
  ends := (coalesce(p_until, (starts at time zone zone)::date) + 1)::timestamp at time zone zone;
  if ends <= starts then perform private.refuse('date_in_past', '22023', 'Choose today or a later day', 'until'); end if;
  insert into public.absences (id, user_id, starts_at, ends_at, created_by) values (p_absence_id, p_user_id, starts, ends, caller)
  on conflict (id) do nothing returning * into stored;
  if stored.id is null then
    select held.* into stored from public.absences as held where held.id = p_absence_id and held.user_id = p_user_id;
    if stored.id is null then perform private.refuse('id_taken', '42501', 'This absence belongs to someone else'); end if;
  end if;
  return jsonb_build_object('id', stored.id, 'starts_at', stored.starts_at, 'ends_at', stored.ends_at);
end
$$;

create or replace function public.add_absence(p_absence_id uuid, p_user_id uuid, p_until date default null, p_from date default null) returns jsonb
language sql volatile
set search_path = ''
return private.add_absence(p_absence_id, p_user_id, p_until, p_from);

create function private.remove_absence(p_absence_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_team();
  delete from public.absences as held where held.id = p_absence_id and private.edits_absences_of(held.user_id);
end
$$;

create or replace function public.remove_absence(p_absence_id uuid) returns void
language sql volatile
set search_path = ''
return private.remove_absence(p_absence_id);

create function private.save_routing(p_routing jsonb, p_seen timestamptz) returns timestamptz
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  account uuid;
  checked jsonb;
  stored timestamptz;
begin
  perform private.require_leader();
  account := private.workspace();
  perform private.lock_routing(account);
  if (select held.updated_at from public.lead_routing as held where held.account_id = account) is distinct from p_seen then
    perform private.refuse('outdated', 'PT409', 'Someone else just changed the rules');
  end if;
  checked := private.checked_routing(account, p_routing);
  insert into public.lead_routing as held (account_id, pools, rules, offer_percent)
  values (account, checked -> 'pools', checked -> 'rules', (checked ->> 'offer_percent')::smallint)
  on conflict (account_id) do update set pools = excluded.pools, rules = excluded.rules, offer_percent = excluded.offer_percent
  returning held.updated_at into stored;
  return stored;
end
$$;

create or replace function public.save_routing(p_routing jsonb, p_seen timestamptz default null) returns timestamptz
language sql volatile
set search_path = ''
return private.save_routing(p_routing, p_seen);

create function private.simulate_routing(p_routing jsonb) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  account uuid;
  routing jsonb;
  lead public.leads;
  place integer;
  target jsonb;
  wanted uuid[];
  free uuid[];
  picked uuid;
  pool text;
  answered timestamptz;
  -- What each pool owes: {"pool": {"person": credit}}; and what waits: [{"person", "until"}].
  credits jsonb := '{}';
  waits tstzrange[] := '{}';
  waiters uuid[] := '{}';
  turn jsonb;
  found_rows jsonb := '[]';
begin
  perform private.require_leader();
  account := private.workspace();
  routing := private.checked_routing(account, p_routing);
  for lead in
    select latest.* from (
      select held.* from public.leads as held
      where held.account_id = account and not held.is_spam and held.merged_into is null and held.erased_at is null
        -- Imported leads never wrote.
        and (held.first_touch is not null or exists (select from public.lead_clocks as clock where clock.lead_id = held.id))
        and held.created_at >= private.visible_since()
      order by held.created_at desc, held.id desc limit 200
    ) as latest order by latest.created_at, latest.id
  loop
    picked := null;
    pool := null;
    place := private.first_rule(routing -> 'rules', private.routing_facts(lead, lead.source, coalesce(lead.first_touch, '{}')));
    if place is not null then
      target := routing -> 'rules' -> (place - 1) -> 'to';
      pool := target ->> 'pool';
      wanted := case when pool is null then array[(target ->> 'person')::uuid]
        else private.people_of_pool(private.pool_of(routing -> 'pools', pool)) end;
      free := array(
        select person.id from unnest(wanted) as person (id)
        left join public.rotas as rota on rota.account_id = account and rota.user_id = person.id
        where coalesce(rota.weight, 1) > 0
          and (rota.capacity is null or rota.capacity > (
            select count(*) from unnest(waiters, waits) as before (id, period) where before.id = person.id and before.period @> lead.created_at
          ))
          and private.is_on_shift(account, person.id, lead.created_at)
        order by person.id
      );
      if pool is null then
        picked := free[1];
      elsif free <> '{}' then
        select jsonb_object_agg(next.id, next.credit), max(next.id::text) filter (where next.is_picked) into turn, picked
        from private.next_turn(
          free,
          array(select coalesce((select rota.weight from public.rotas as rota where rota.account_id = account and rota.user_id = person.id), 1)
            from unnest(free) with ordinality as person (id, at) order by person.at),
          array(select coalesce((credits -> pool ->> person.id::text)::double precision, 0) from unnest(free) with ordinality as person (id, at) order by person.at)
        ) as next;
        credits := credits || jsonb_build_object(pool, coalesce(credits -> pool, '{}') || turn);
      end if;
      if picked is not null then
        select clock.answered_at into answered from public.lead_clocks as clock where clock.lead_id = lead.id order by clock.arrived_at limit 1;
        waiters := waiters || picked;
        waits := waits || tstzrange(lead.created_at, greatest(answered, lead.created_at));
      end if;
    end if;
    found_rows := jsonb_build_array(jsonb_build_object(
      'lead_id', lead.id, 'lead', private.lead_title(lead), 'arrived_at', lead.created_at, 'source', lead.source, 'rule', place,
      'pool', private.pool_of(routing -> 'pools', pool) ->> 'name', 'person', picked, 'person_name', private.person_name(picked)
    )) || found_rows;
  end loop;
  return jsonb_build_object('rows', found_rows, 'totals', coalesce((
    select jsonb_agg(jsonb_build_object('person', total.person, 'name', total.name, 'leads', total.leads) order by total.leads desc, total.name)
    from (
      select row.value ->> 'person' as person, row.value ->> 'person_name' as name, count(*) as leads
      from jsonb_array_elements(found_rows) as row (value) group by 1, 2
    ) as total
  ), '[]'));
end
$$;

create or replace function public.simulate_routing(p_routing jsonb) returns jsonb
language sql stable
set search_path = ''
return private.simulate_routing(p_routing);

grant execute on function private.create_calendar_feed() to authenticated;
grant execute on function private.revoke_calendar_feed() to authenticated;
grant execute on function private.calendar_feed_since() to authenticated;
grant execute on function private.read_calendar_feed(text) to service_role;
grant execute on function private.add_calendar(text) to authenticated;
grant execute on function private.remove_calendar(uuid) to authenticated;
grant execute on function private.refresh_calendar(uuid) to authenticated;
grant execute on function private.calendar_to_read(uuid) to service_role;
grant execute on function private.store_calendar(uuid, jsonb, timestamptz, text) to service_role;
grant execute on function private.note_calendar(uuid, text) to service_role;
grant execute on function private.crm_calls(date, date, text, text, text) to authenticated;
grant execute on function private.save_meeting_type(uuid, jsonb, uuid[], timestamptz) to authenticated;
grant execute on function private.delete_meeting_type(uuid) to authenticated;
grant execute on function private.list_meeting_types() to authenticated;
grant execute on function private.move_call(uuid, timestamptz) to authenticated;
grant execute on function private.cancel_call(uuid) to authenticated;
grant execute on function private.list_calls(timestamptz, timestamptz, uuid, boolean) to authenticated;
grant execute on function private.set_booking_outcome(uuid, text) to authenticated;
grant execute on function private.run_booking_event(uuid, integer, text, integer) to service_role;
grant execute on function private.prepare_booking_mail(uuid) to service_role;
grant execute on function private.booking_page(text, text, timestamptz, timestamptz) to service_role;
grant execute on function private.booking_types(text) to service_role;
grant execute on function private.booking_account_of_domain(text) to service_role;
grant execute on function private.booking_visitor(text, uuid) to service_role;
grant execute on function private.booking_offer(uuid) to service_role;
grant execute on function private.book_meeting(text, text, jsonb) to service_role;
grant execute on function private.managed_booking(uuid, timestamptz, timestamptz) to service_role;
grant execute on function private.move_own_booking(uuid, timestamptz) to service_role;
grant execute on function private.cancel_own_booking(uuid) to service_role;
grant execute on function private.team_shifts() to authenticated;
grant execute on function private.save_rota(uuid, jsonb, timestamptz) to authenticated;
grant execute on function private.add_absence(uuid, uuid, date, date) to authenticated;
grant execute on function private.remove_absence(uuid) to authenticated;
grant execute on function private.save_routing(jsonb, timestamptz) to authenticated;
grant execute on function private.simulate_routing(jsonb) to authenticated;

create or replace function private.run_clock_event(p_clock_id uuid, p_event text) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  clock public.lead_clocks;
  lead public.leads;
  moment timestamptz;
  people uuid[];
begin
  if p_event not in ('offered', 'warned', 'breached', 'escalated') then
    perform private.refuse('unknown_clock_event', '22023', 'A clock is warned, breached, offered or escalated');
  end if;
  if p_event in ('offered', 'escalated') then
    perform private.lock_routing((select held.account_id from public.lead_clocks as held where held.id = p_clock_id));
  end if;
  select found.* into lead from public.leads as found
  where found.id = (select held.lead_id from public.lead_clocks as held where held.id = p_clock_id) for no key update;
  select found.* into clock from public.lead_clocks as found where found.id = p_clock_id for update;
  if clock.id is null or clock.state in ('answered', 'dropped') then return false; end if;
  moment := case p_event when 'warned' then clock.warn_at when 'breached' then clock.due_at
    when 'offered' then clock.offer_at else clock.escalate_at end;
  if moment is null or moment > now() then
    -- The working hours changed after the job was queued, or the database's clock went back. In the second case this job waits on.
    perform private.enqueue_clock_jobs(clock);
    update private.outbox as job
    set status = 'queued', run_at = moment, attempts = 0, locked_by = null, locked_until = null, is_lease_questioned = false
    where job.kind = 'lead_clock' and job.status = 'running' and job.dedupe_key like format('lead_clock:%s:%s:%s:%%', clock.id, p_event, extract(epoch from moment));
    return false;
  end if;
  if p_event = 'offered' then
    return lead.erased_at is null and clock.state <> 'escalated' and not exists (
      select from public.lead_clock_events as noted where noted.clock_id = clock.id and noted.event = 'offered'
    ) and private.offer_clock(clock, lead);
  end if;
  if not private.record_clock_event(clock, p_event, moment, null, jsonb_build_object(
    'owner', case when p_event = 'escalated' then lead.user_id end
  )) then return false; end if;
  update public.lead_clocks as held set state = p_event
  where held.id = clock.id and array_position(array['running', 'warned', 'breached', 'escalated'], held.state)
    < array_position(array['running', 'warned', 'breached', 'escalated'], p_event);
  -- An erased lead still counts in the figures, but nobody gets an email about it.
  if lead.erased_at is not null then return true; end if;
  if p_event = 'escalated' then
    perform private.escalate_clock(clock, lead);
  elsif p_event = 'breached' or clock.due_at > now() then
    -- A warning that runs after the breach, because no host ran meanwhile, is not worth an email.
    people := case
      when private.is_on_team(lead.user_id, lead.account_id) then array[lead.user_id]
      else private.team_of(lead.account_id)
    end;
    perform private.notify_users(people, case p_event when 'warned' then 'lead-clock-warning' else 'lead-clock-breached' end, clock.id::text,
      private.lead_mail_data(lead.id) || jsonb_build_object('clockId', clock.id, 'target', clock.target_seconds::text,
        'left', floor(private.working_seconds_between(now(), clock.due_at, private.calendar_of(clock.account_id)))::text));
  end if;
  return true;
end
$$;

create or replace function private.filter_fields() returns table (field text, kind text, expression text)
language sql immutable
set search_path = ''
as $$
  select known.field, known.kind, 'lead.' || known.field from private.lead_fields as known where known.kind <> 'owner'
  union all
  values
    ('name', 'word', format('coalesce(%s, '''')', private.lead_name_sql())),
    ('next_task_kind', 'text', 'lead.next_task_kind'),
    ('utm_source', 'text', '(lead.first_touch ->> ''utm_source'')'), ('utm_medium', 'text', '(lead.first_touch ->> ''utm_medium'')'),
    ('utm_campaign', 'text', '(lead.first_touch ->> ''utm_campaign'')'),
    ('owner', 'owner', 'lead.user_id'), ('answered_by', 'owner', 'lead.answered_by'), ('value', 'number', 'lead.value_cents'),
    ('response_seconds', 'number', 'lead.response_seconds'), ('reached', 'number', 'lead.reached'),
    -- In the account's time zone, as in analytics.
    ('arrived_hour', 'number', 'extract(hour from lead.created_at at time zone (select private.account_zone(private.workspace())))'),
    ('arrived', 'moment', 'lead.created_at'), ('created_at', 'moment', 'lead.created_at'), ('updated_at', 'moment', 'lead.updated_at'),
    ('stage_entered_at', 'moment', 'lead.stage_entered_at'), ('closed_at', 'moment', 'lead.closed_at'),
    ('last_activity_at', 'moment', 'lead.last_activity_at'), ('consent_at', 'moment', 'lead.consent_at'),
    ('next_task_at', 'coming', 'lead.next_task_at'), ('clock_due_at', 'coming', 'lead.clock_due_at'),
    ('unanswered', 'truth', '(lead.clock_due_at is not null)'), ('archived', 'truth', '(lead.archived_at is not null)'),
    ('is_spam', 'truth', 'lead.is_spam'), ('call', 'text', 'private.call_of_lead(lead.id)'),
    ('call_type', 'id', 'private.call_type_of_lead(lead.id)'), ('page', 'id', 'private.page_of_lead(lead.id)'), ('q', 'search', '')
$$;

create or replace function private.lead_page(p_lead_id uuid) returns jsonb
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
        'actor_name', private.person_name(event.actor_id), 'payload', event.payload || case when event.event in ('routed', 'offered') then jsonb_build_object(
          'person_name', private.person_name(private.parse_uuid(event.payload ->> 'person')),
          'after_name', private.person_name(private.parse_uuid(event.payload ->> 'after'))) else '{}' end) order by event.id)
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

create or replace function private.team_medians(p_account uuid) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  team constant uuid[] := (private.team_of(p_account))[:50];
  since constant timestamptz := private.account_day_start(p_account);
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object(
      'user_id', member.id, 'name', known.name, 'answered', today.answered, 'median_seconds', today.median,
      'on_shift', private.is_on_shift(p_account, member.id), 'away_until', private.away_until(member.id)
    ) order by known.name)
    from unnest(team) as member (id)
    cross join lateral (select private.owner_name(member.id::text) as name) as known
    cross join lateral (
      select count(*) as answered, round(percentile_cont(0.5) within group (order by clock.response_seconds)) as median
      from public.lead_clocks as clock
      where clock.answered_by = member.id and clock.account_id = p_account and clock.answered_at >= since
    ) as today
  ), '[]');
end
$$;

create or replace function private.crm_responses(p_from date, p_to date, p_scope text, p_owner text, p_source text) returns jsonb
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
    from private.counted_leads as lead
    where (owners is null or lead.owner = any (owners)) and (p_source is null or lead.source::text = p_source)
      and lead.created_at >= period.begins and lead.created_at < period.ends
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
    from private.counted_leads as lead
    where (owners is null or lead.owner = any (owners)) and (p_source is null or lead.source::text = p_source)
      and lead.created_at >= period.begins_before and lead.created_at < period.begins
      and lead.response_seconds is not null
  )
  select jsonb_build_object(
    'target_seconds', target,
    'all', (select jsonb_build_object('leads', stat.leads, 'answered', stat.answered, 'within', stat.within, 'median', round(stat.at[1]), 'p90', round(stat.at[2]))
      from stat where stat.kind = 7),
    -- Leads that booked a call themselves before anybody answered. Waiting ones count above.
    'booked', (
      select count(*) from private.counted_leads as lead
      where (owners is null or lead.owner = any (owners)) and (p_source is null or lead.source::text = p_source)
        and lead.created_at >= period.begins and lead.created_at < period.ends and lead.response_seconds is null and lead.clock_due_at is null
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

create or replace function private.clock_json(p_lead_id uuid) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'id', clock.id, 'arrived_at', clock.arrived_at, 'started_at', clock.started_at, 'target_seconds', clock.target_seconds,
      'warn_at', clock.warn_at, 'due_at', clock.due_at, 'escalate_at', clock.escalate_at, 'state', clock.state,
      'answered_at', clock.answered_at, 'response_seconds', clock.response_seconds, 'booked_at', clock.booked_at,
      'answered_by', private.person_name(clock.answered_by), 'escalated_to', private.person_name(clock.escalated_to)
    )
    from public.lead_clocks as clock
    -- Includes merged leads: their clocks are shown when this lead has none. An array, so that the index finds them.
    where clock.lead_id = any (array(select private.leads_within(p_lead_id))) and (clock.lead_id = p_lead_id or clock.state <> 'dropped')
    -- A resumed clock has the same arrival as the dropped one before it.
    order by clock.lead_id = p_lead_id desc, clock.arrived_at desc, clock.state = 'dropped', clock.created_at desc, clock.id limit 1
  );
end
$$;

create or replace function private.queue_lead_json(lead public.leads) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return private.shown_lead(lead) - array['first_touch', 'consent_text'] || jsonb_build_object(
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
  );
end
$$;

create or replace function private.erasure_rules() returns table (
  place integer, table_name text, whose text, treatment text, sets jsonb, label text, reason text
)
language sql stable
set search_path = ''
as $$
  -- In the order in which they run. whose is a condition on the table as held; $1 is the private.erased_person. sets says
  -- for each cleared or kept column what it becomes (null: it stays).
  select rule.* from (values
    (10, 'private.outbox', $w$(held.kind = 'mail' or held.status in ('done', 'failed')) and (lower(held.payload::text || ' ' || held.dedupe_key) ~ ($1).pattern
      or exists (select from unnest(($1).accounts::text[]) as account (id) where strpos(held.dedupe_key, account.id) > 0))$w$, 'deleted', '{}'::jsonb,
      'Emails to and about the person, sent or waiting', null),
    (20, 'public.audit_log', $w$held.table_name = 'leads' and held.row_id = any (($1).partners::text[])
      or split_part(held.row_id, ' ', 1) = any (($1).accounts::text[])
      -- In a lead, user_id is the owner, and the lead is about somebody else.
      or held.table_name <> 'leads' and coalesce(held.before, held.after) ->> 'user_id' = any (($1).accounts::text[])
      or held.table_name = 'accounts' and private.is_workspace_of(private.parse_uuid(held.row_id), $1)
      -- What was prepared for their account named nobody.
      or held.table_name in ('client_dashboards', 'invoices', 'retainers')
        and private.is_workspace_of(private.parse_uuid(coalesce(held.before, held.after) ->> 'account_id'), $1)
      or coalesce(held.before, held.after) ->> 'client_id' = any (($1).accounts::text[])
      or lower(concat_ws(' ', held.row_id, held.subject, held.before::text, held.after::text)) ~ ($1).pattern$w$, 'cleared',
      '{"before": "null", "after": "null", "subject": "null", "row_id": "case when held.row_id ~ ''^[0-9a-f-]{36}( [a-z]+)?$'' then held.row_id else ''erased'' end", "actor_email": "case when held.actor_id = any (($1).accounts) then null else held.actor_email end"}',
      'Copies in the audit log', 'Entries stay with their time and author. Their content is removed.'),
    -- Entries about others stay. Only the person's address goes.
    (21, 'public.audit_log', 'held.actor_id = any (($1).accounts)', 'cleared', '{"actor_email": "null"}', null, null),
    (30, 'private.lead_import_rows', $w$held.lead_id = any (($1).leads) or held.email_key = any (($1).emails)
      -- Offices share phone numbers, so a number alone does not identify a person.
      or held.lead_id is null and held.email_key is null and held.phone_key = any (($1).phones) and exists (
        select from public.leads as own where own.id = any (($1).leads)
          and lower(concat_ws(' ', own.first_name, own.last_name)) = lower(concat_ws(' ', held.fields ->> 'first_name', held.fields ->> 'last_name')))$w$, 'cleared',
      '{"fields": "''{}''", "email_key": "null", "phone_key": "null", "before": "null", "after": "null", "lead_id": "null", "problem": "case when held.outcome is null or held.problem is not null then ''Erased'' end"}',
      'Rows of imported files', null),
    (40, 'public.lead_batches', $w$exists (select from private.lead_batch_rows as noted where noted.batch_id = held.id and noted.lead_id = any (($1).leads))
      and (held.kind = 'merge' or not exists (select from private.lead_batch_rows as noted where noted.batch_id = held.id and noted.lead_id <> all (($1).leads)))$w$,
      'cleared', '{"changes": "''{}''", "undone_at": "coalesce(held.undone_at, now())"}', 'Changes that could be undone', null),
    (50, 'private.lead_batch_rows', $w$held.lead_id = any (($1).leads) or exists (
      select from private.lead_batch_rows as noted join public.lead_batches as batch on batch.id = noted.batch_id
      where noted.batch_id = held.batch_id and batch.kind = 'merge' and noted.lead_id = any (($1).leads))$w$, 'deleted', '{}',
      'Undo copies, including merges', null),
    (60, 'public.lead_tasks', 'held.lead_id = any (($1).leads)', 'deleted', '{}', 'Tasks', null),
    (65, 'public.bookings', 'held.lead_id = any (($1).leads)', 'cleared',
      '{"name": "''Erased person''", "email": "''''", "phone": "null", "answers": "''{}''", "location_details": "''''"}', 'Booked calls',
      'Time, type and outcome stay for reports.'),
    (70, 'public.lead_pins', 'held.lead_id = any (($1).leads)', 'deleted', '{}', 'Pinned activities', null),
    (80, 'public.lead_activities', 'held.lead_id = any (($1).leads)', 'cleared',
      '{"body": "null", "payload": "private.neutral_move(held.kind, held.payload)"}', 'Activities',
      'Type, time and author stay for reports. All text is removed.'),
    (90, 'public.lead_clock_events', 'held.lead_id = any (($1).leads)', 'cleared', '{"payload": "''{}''"}', 'Response clock events',
      'Times stay for response reports.'),
    (100, 'private.calls_in_progress', 'held.lead_id = any (($1).leads) or held.user_id = any (($1).accounts)', 'deleted', '{}', 'Calls in progress', null),
    (120, 'private.client_setups', 'held.lead_id = any (($1).leads)', 'deleted', '{}', 'Client setup records', null),
    (130, 'public.contacts', 'held.lead_id = any (($1).leads) or lower(held.email) = any (($1).emails)', 'deleted', '{}', 'Contact messages', null),
    (140, 'public.applications', 'held.lead_id = any (($1).leads) or lower(held.email) = any (($1).emails)', 'deleted', '{}', 'Applications', null),
    (150, 'public.landing_submissions', $w$held.lead_id = any (($1).leads) or held.lead_id is null and lower(held.answers::text) ~ ($1).pattern$w$, 'cleared',
      '{"answers": "''{}''", "utm": "''{}''", "referrer_url": "null", "ip_hash": "null", "source": "private.neutral_source(held.source, held.page_id, $1)"}',
      'Landing page submissions', 'The submission still counts in page reports. All answers are removed.'),
    -- When the last person of a company or campaign is erased, its name leaves earlier tombstones too.
    (155, 'public.leads', $w$held.erased_at is not null and held.company is not null
      and exists (select from public.leads as own where own.id = any (($1).leads) and own.company = held.company)$w$, 'cleared',
      '{"company": "private.neutral_company(held.company, $1)"}', null, null),
    (156, 'public.leads', $w$held.erased_at is not null and held.first_touch is not null and exists (select from public.leads as own
      where own.id = any (($1).leads) and lower(own.first_touch ->> 'utm_campaign') = lower(held.first_touch ->> 'utm_campaign'))$w$, 'cleared',
      '{"first_touch": "private.neutral_touch(held.first_touch, $1)"}', null, null),
    (160, 'public.leads', 'held.id = any (($1).leads)', 'cleared',
      (
        select jsonb_object_agg(known.field, case known.kind when 'list' then '''{}''' else 'null' end)
        from private.lead_fields as known where known.kind in ('word', 'text', 'list')
      ) || '{"first_name": "''Erased''", "last_name": "''person''", "company": "private.neutral_company(held.company, $1)", "first_touch": "private.neutral_touch(held.first_touch, $1)", "last_touch": "null", "consent_at": "null", "consent_text": "null", "next_task_at": "null", "next_task_kind": "null", "next_task_title": "null", "erased_at": "now()"}',
      'Leads', 'Stage, source, value, owner and times stay, as do companies and campaigns that other leads share.'),
    -- Clearing the lead may have written this entry.
    (161, 'public.lead_activities', $w$held.lead_id = any (($1).leads) and held.kind = 'consent'$w$, 'cleared', '{"payload": "''{}''"}', null, null),
    (170, 'private.lead_words', 'held.word = any (($1).words) and held.account_id in (select lead.account_id from public.leads as lead where lead.id = any (($1).leads))', 'deleted', '{}', 'Search terms unique to this person', null),
    (180, 'private.lead_counts', $w$held.kind = 'company' and held.leads = 0$w$, 'deleted', '{}', null, null),
    (195, 'storage.objects', $w$held.bucket_id = 'avatars' and split_part(held.name, '/', 1) = any (($1).accounts::text[])
      or held.bucket_id = 'attachments' and (held.owner_id = any (($1).accounts::text[]) or exists (
        select from public.change_requests as asked where asked.id = private.folder_id(held.name)
          and (asked.user_id = any (($1).accounts) or lower(asked.message) ~ ($1).pattern)))$w$, 'deleted', '{}',
      'Profile pictures and attached files', null),
    (196, 'storage.objects', $w$held.bucket_id = 'brand' and private.is_workspace_of(private.folder_id(held.name), $1)$w$, 'deleted', '{}', 'Logos of such workspaces', null),
    (200, 'public.change_requests', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Service requests and replies', null),
    (201, 'public.change_request_answers', $w$exists (select from public.change_requests as asked where asked.id = held.request_id
      and asked.user_id <> all (($1).accounts) and lower(asked.message) ~ ($1).pattern)$w$, 'cleared',
      '{"body": "''The person this was about was erased.''"}', 'Replies to requests about the person', null),
    -- A colleague's request contains the company of the lead that it is about. A client's request contains their own.
    (202, 'public.change_requests', $w$held.user_id <> all (($1).accounts) and lower(held.message) ~ ($1).pattern$w$, 'cleared',
      '{"message": "''The person this was about was erased.''", "business_name": "case when private.is_team_account(held.user_id) or lower(held.business_name) ~ ($1).pattern then ''Erased'' else held.business_name end"}', 'Colleagues'' requests about the person', null),
    (210, 'public.client_dashboards', 'held.owner_id = any (($1).accounts) or held.owner_id is null and private.is_workspace_of(held.account_id, $1)', 'deleted', '{}', 'Client dashboards', null),
    (211, 'private.dashboard_import_entries', 'held.user_id = any (($1).accounts::text[])', 'deleted', '{}', 'Rows of imported dashboards', null),
    (220, 'public.invitations', 'held.email = any (($1).emails) or held.accepted_by = any (($1).accounts)', 'deleted', '{}', 'Invitations', null),
    (230, 'public.admin_emails', 'held.email = any (($1).emails)', 'deleted', '{}', 'Admin access for the address', null),
    (231, 'public.premium_overrides', 'held.email = any (($1).emails)', 'deleted', '{}', 'Complimentary Premium for the address', null),
    (232, 'private.settings', $w$lower(held.value) = any (($1).emails)$w$, 'deleted', '{}', 'Settings with the address', null),
    (240, 'public.notification_choices', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Email preferences', null),
    (241, 'public.lead_views', 'held.owner_id = any (($1).accounts)', 'deleted', '{}', 'Saved views, including shared ones', null),
    (243, 'public.calendar_subscriptions', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Subscribed calendars', null),
    (244, 'private.calendar_feeds', 'held.user_id = any (($1).accounts)', 'deleted', '{}', null, null),
    (245, 'public.rotas', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Working hours', null),
    (246, 'public.absences', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Absences', null),
    (247, 'private.pool_turns', 'held.user_id = any (($1).accounts)', 'deleted', '{}', null, null),
    (242, 'private.recovery_codes', 'held.user_id = any (($1).accounts)', 'deleted', '{}', null, null),
    -- Drafts that were prepared for an account name nobody yet.
    (250, 'public.retainers', $w$(held.client_id = any (($1).accounts) and held.status = 'pending' or held.client_id is null and private.is_workspace_of(held.account_id, $1))
      and not exists (select from public.retainer_charges as charge where charge.retainer_id = held.id)$w$, 'deleted', '{}', 'Retainer drafts', null),
    (251, 'public.invoice_credits', $w$exists (select from public.invoices as draft where draft.id = held.invoice_id
      and (draft.client_id = any (($1).accounts) or draft.client_id is null and private.is_workspace_of(draft.account_id, $1))
      and draft.status = 'draft' and not exists (select from public.retainer_charges as charge where charge.invoice_id = draft.id))$w$, 'deleted', '{}', null, null),
    (252, 'public.invoices', $w$(held.client_id = any (($1).accounts) or held.client_id is null and private.is_workspace_of(held.account_id, $1)) and held.status = 'draft'
      and not exists (select from public.retainer_charges as charge where charge.invoice_id = held.id)$w$, 'deleted', '{}', 'Invoice drafts', null),
    (253, 'public.invoices', $w$held.client_id = any (($1).accounts) and (held.status <> 'draft'
      or exists (select from public.retainer_charges as charge where charge.invoice_id = held.id))$w$, 'kept',
      '{"invoice_number": null, "description": null, "currency": null}', 'Invoices, including the client''s name and company',
      'Required by tax law, in most countries for up to ten years.'),
    (254, 'public.invoice_lines', 'exists (select from public.invoices as kept where kept.id = held.invoice_id and kept.client_id = any (($1).accounts))', 'kept',
      '{"description": null}', 'Invoice lines', 'Part of the invoices.'),
    (255, 'public.invoice_credits', 'exists (select from public.invoices as kept where kept.id = held.invoice_id and kept.client_id = any (($1).accounts))', 'kept',
      '{"reason": null}', 'Invoice credits', 'Part of the invoices.'),
    (256, 'public.invoice_events', 'exists (select from public.invoices as kept where kept.id = held.invoice_id and kept.client_id = any (($1).accounts))', 'kept',
      '{"kind": null, "note": null, "method": null}', 'Invoice history', 'Required by tax law.'),
    (257, 'public.payments', 'held.client_id = any (($1).accounts)', 'kept', '{"kind": null, "currency": null, "provider_ref": null}', 'Payments',
      'Required by tax law. The reference points to the payment provider.'),
    (258, 'public.retainers', 'held.client_id = any (($1).accounts)', 'kept', '{"retainer_name": null, "description": null, "currency": null}', 'Ended retainers',
      'Invoices refer to them.'),
    (259, 'private.archived_billing_identities', 'held.account_id = any (($1).accounts)', 'kept', '{"name": null, "company": null, "address": null, "tax_id": null}', null,
      'The recipient on invoices, required by tax law.'),
    (260, 'public.subscriptions', 'held.user_id = any (($1).accounts)', 'kept', '{"stripe_customer_id": null, "stripe_subscription_id": null}',
      'Payment provider reference', 'Contains no name. Also delete the customer at the provider when tax law allows.'),
    (261, 'private.checkouts', 'exists (select from public.invoices as kept where kept.id = held.invoice_id and kept.client_id = any (($1).accounts))', 'cleared',
      '{"url": "null"}', null, null),
    (262, 'private.combined_checkouts', 'held.client_id = any (($1).accounts)', 'cleared', '{"url": "null"}', null, null),
    (270, 'private.rate_limits', 'lower(held.key) ~ ($1).pattern', 'deleted', '{}', 'Request counters', null),
    (271, 'private.quota_uses', $w$held.key = any (($1).accounts::text[])
      or held.key = any (array(select private.address_key(known.email) from unnest(($1).emails) as known (email)))$w$,
      'deleted', '{}', 'Quota counters', null),
    (273, 'private.file_usage', 'held.owner = any (($1).accounts::text[])', 'deleted', '{}', 'Storage counters', null),
    (272, 'private.email_links', 'held.user_id = any (($1).accounts) or held.email = any (($1).emails)', 'deleted', '{}', 'Links in account emails', null),
    (300, 'auth.audit_log_entries', $w$lower(held.payload::text) ~ ($1).pattern
      or held.payload ->> 'actor_id' = any (($1).accounts::text[]) or held.payload ->> 'user_id' = any (($1).accounts::text[])$w$, 'deleted', '{}', 'Sign-in log entries', null),
    -- The leads of the account are other people's. They stay, in an archived account without a name.
    (320, 'public.accounts', 'private.is_workspace_of(held.id, $1)', 'cleared',
      '{"name": "''Erased account''", "slug": "''erased-'' || held.id", "archived_at": "coalesce(held.archived_at, now())", "logo": "null", "logo_width": "null", "logo_height": "null"}',
      'Workspaces of this person alone', 'The workspace is archived without its name. Its leads are other people.'),
    (325, 'public.account_members', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Memberships', null),
    (326, 'public.account_loans', 'held.user_id = any (($1).accounts)', 'deleted', '{}', null, null),
    (330, 'public.user_roles', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Roles', null),
    (340, 'public.profiles', 'held.user_id = any (($1).accounts)', 'cleared',
      '{"first_name": "''Erased''", "last_name": "''person''", "company": "null", "billing_address": "null", "tax_id": "null", "erased_at": "now()"}', 'Profiles', 'An empty profile stays so that counts stay correct.'),
    (350, 'auth.users', 'held.id = any (($1).accounts)', 'cleared',
      $s${"email": "'erased-' || held.id || '@erased.invalid'", "encrypted_password": "null", "phone": "null", "email_confirmed_at": "null", "phone_confirmed_at": "null",
        "confirmation_token": "left(held.confirmation_token, 0)", "recovery_token": "left(held.recovery_token, 0)", "email_change": "left(held.email_change, 0)",
        "email_change_token_new": "left(held.email_change_token_new, 0)", "email_change_token_current": "left(held.email_change_token_current, 0)",
        "phone_change": "left(held.phone_change, 0)", "phone_change_token": "left(held.phone_change_token, 0)", "reauthentication_token": "left(held.reauthentication_token, 0)",
        "raw_app_meta_data": "'{}'", "raw_user_meta_data": "'{}'", "banned_until": "'2999-12-31'"}$s$::jsonb,
      'Accounts', 'The account ID stays without name, address or password. It appears as "Erased person" in entries about others.')
  ) as rule (place, table_name, whose, treatment, sets, label, reason)
  union all
  -- Sessions, identities, second factors and everything else that the auth service keeps for an account.
  select 310, format('auth.%I', held.relname), 'held.user_id = any (($1).accounts)', 'deleted', '{}',
    case when held.relname = 'sessions' then 'Sessions' when held.relname like 'mfa%' then 'Authenticator apps' end, null
  from pg_catalog.pg_class as held join pg_catalog.pg_attribute as owner on owner.attrelid = held.oid and owner.attname = 'user_id'
  where held.relnamespace = 'auth'::regnamespace and held.relkind = 'r' and owner.atttypid = 'uuid'::regtype and not owner.attisdropped
$$;

comment on function private.team_medians(uuid) is
'The people who answer in an account, how many leads each answered today, how fast (null without answers), and whether they are on shift or away.';

create or replace function private.book(p_type public.meeting_types, p_sent jsonb) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  wanted constant timestamptz := (p_sent ->> 'starts_at')::timestamptz;
  submission constant uuid := (p_sent ->> 'submission_id')::uuid;
  name constant text := left(btrim(regexp_replace(coalesce(p_sent ->> 'name', ''), '\s+', ' ', 'g')), 200);
  email constant text := btrim(coalesce(p_sent ->> 'email', ''));
  phone constant text := nullif(left(btrim(coalesce(p_sent ->> 'phone', '')), 50), '');
  answers constant jsonb := private.visitor_answers(p_type.questions, coalesce(p_sent -> 'answers', '{}'));
  page constant uuid := (select known.id from public.landing_pages as known where known.id = (p_sent ->> 'page_id')::uuid and known.account_id = p_type.account_id);
  booking constant uuid := gen_random_uuid();
  lead uuid;
  free uuid[];
  chosen uuid[];
begin
  perform pg_advisory_xact_lock(hashtextextended('booking ' || submission, 0));
  if exists (select from public.bookings as known where known.submission_id = submission) then
    return (select known.id from public.bookings as known where known.submission_id = submission and known.account_id = p_type.account_id);
  end if;
  if name = '' then perform private.refuse('required', '22023', 'Enter your name', 'name'); end if;
  if email !~ '^[^@\s]+@[^@\s]+$' or char_length(email) > 255 then perform private.refuse('email_invalid', '22023', 'Enter your email address', 'email'); end if;
  if p_type.location = 'phone' and phone is null then perform private.refuse('required', '22023', 'Enter your phone number', 'phone'); end if;
  -- Most who are too late find out here, without a lead and without a lock.
  perform private.require_slot(p_type.id, wanted);
  lead := private.upsert_lead(
    p_type.account_id,
    jsonb_build_object('email', email, 'first_name', left(split_part(name, ' ', 1), 100), 'last_name', nullif(left(substr(name, strpos(name || ' ', ' ') + 1), 100), ''), 'phone', phone),
    private.parse_touch('booking', coalesce(p_sent -> 'touch', '{}')), 'Agreed to a call by booking it', false,
    jsonb_strip_nulls(jsonb_build_object('form', 'booking', 'submission_id', booking, 'booking_id', booking, 'meeting_type', p_type.name, 'starts_at', wanted, 'landing_page_id', page)),
    case when page is null then 'website_form' else 'landing_page' end::public.lead_source,
    -- The host of the call gets the lead, not the next person of a pool.
    false
  );
  perform private.lock_hosts(private.hosts_of(p_type));
  free := private.require_slot(p_type.id, wanted);
  chosen := private.chosen_hosts(p_type, lead, free, wanted);
  insert into public.bookings (
    id, account_id, meeting_type_id, lead_id, starts_at, ends_at, name, email, phone, time_zone, answers, title, location, location_details,
    page_id, submission_id
  ) values (
    booking, p_type.account_id, p_type.id, lead, wanted, wanted + make_interval(mins => p_type.minutes), name, email, phone,
    private.zone_or(p_sent ->> 'time_zone', p_type.account_id), answers, p_type.name, p_type.location, p_type.location_details, page, submission
  );
  begin
    insert into public.booking_hosts (booking_id, user_id, account_id, during)
    select booking, host.id, p_type.account_id, private.taken_range(p_type, wanted) from unnest(chosen) as host (id) order by host.id;
  exception when exclusion_violation then
    perform private.refuse('slot_taken', 'PT409', 'Somebody else has just booked this time', 'starts_at');
  end;
  insert into public.booking_events (booking_id, account_id, event, payload)
  values (booking, p_type.account_id, 'booked', jsonb_build_object('to', wanted, 'hosts', to_jsonb(chosen)));
  perform private.send_booking_mails(booking, 'booked');
  return booking;
end
$$;
