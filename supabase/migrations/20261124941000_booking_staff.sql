-- Leaders write meeting types, people connect their calendars, and calls of people who leave go to colleagues.

-- The leaders of an account write its meeting types. Everybody of the account reads them.

create function private.check_question(p_question jsonb) returns boolean
language sql immutable parallel safe
set search_path = ''
as $$
  select coalesce(
    jsonb_typeof(p_question) = 'object' and p_question ->> 'id' ~ '^[a-z0-9_-]{1,40}$'
    and btrim(p_question ->> 'label') <> '' and char_length(p_question ->> 'label') <= 200
    and p_question ->> 'kind' in ('text', 'textarea', 'select') and jsonb_typeof(p_question -> 'required') = 'boolean'
    and (p_question ->> 'kind' <> 'select' or jsonb_typeof(p_question -> 'options') = 'array'
      and jsonb_array_length(p_question -> 'options') between 1 and 50
      and not exists (
        select from jsonb_array_elements(p_question -> 'options') as choice
        where jsonb_typeof(choice) <> 'string' or btrim(choice #>> '{}') = '' or char_length(choice #>> '{}') > 200
      )), false)
$$;

comment on function private.check_question(jsonb) is 'Whether this is a question of a meeting type: id, label, kind, required and, for a select, options.';

create function private.parse_meeting_type(p_type jsonb) returns public.meeting_types
language plpgsql stable security definer
set search_path = ''
as $$
declare
  type public.meeting_types;
  questions constant jsonb := coalesce(p_type -> 'questions', '[]');
begin
  if jsonb_typeof(p_type) is distinct from 'object' then perform private.refuse('required', '22023', 'Enter a name', 'name'); end if;
  if coalesce(btrim(p_type ->> 'name'), '') = '' then perform private.refuse('required', '22023', 'Enter a name', 'name'); end if;
  if char_length(btrim(p_type ->> 'name')) > 100 then perform private.refuse('too_long', '22023', 'Use up to 100 characters', 'name'); end if;
  if coalesce(p_type ->> 'slug', '') !~ '^[a-z0-9]+(-[a-z0-9]+)*$' or char_length(p_type ->> 'slug') > 60 then
    perform private.refuse('slug_invalid', '22023', 'Use lowercase letters, digits and hyphens, up to 60 characters', 'slug');
  end if;
  if char_length(p_type ->> 'description') > 2000 then perform private.refuse('too_long', '22023', 'Use up to 2,000 characters', 'description'); end if;
  if char_length(p_type ->> 'location_details') > 500 then perform private.refuse('too_long', '22023', 'Use up to 500 characters', 'location_details'); end if;
  if p_type ->> 'location' = 'video' and coalesce(p_type ->> 'location_details', '') !~ '^https://[^\s]+$' then
    perform private.refuse('url_invalid', '22023', 'Enter the link of the video call, starting with https://', 'location_details');
  end if;
  if p_type ->> 'location' = 'place' and coalesce(btrim(p_type ->> 'location_details'), '') = '' then
    perform private.refuse('required', '22023', 'Enter the address', 'location_details');
  end if;
  if jsonb_typeof(questions) <> 'array' or jsonb_array_length(questions) > 20 or octet_length(questions::text) > 20000
    or exists (select from jsonb_array_elements(questions) as question where not private.check_question(question))
    or (select count(*) <> count(distinct lower(btrim(question ->> 'label'))) or count(*) <> count(distinct question ->> 'id')
      from jsonb_array_elements(questions) as question)
  then
    perform private.refuse('questions_invalid', '22023', 'Give each question its own label, and each dropdown its options', 'questions');
  end if;
  begin
    type := jsonb_populate_record(null::public.meeting_types, p_type - array['id', 'account_id', 'created_at', 'updated_at', 'questions', 'reminders']);
    type.reminders := array(
      select distinct each.value::integer from jsonb_array_elements_text(coalesce(p_type -> 'reminders', '[]')) as each order by 1 desc
    );
  exception when data_exception or invalid_text_representation then
    perform private.refuse('number_invalid', '22023', 'Enter whole numbers');
  end;
  type.name := btrim(type.name);
  type.questions := questions;
  type.description := coalesce(type.description, '');
  type.location := coalesce(type.location, 'phone');
  type.location_details := coalesce(btrim(type.location_details), '');
  type.assignment := coalesce(type.assignment, 'pool');
  type.is_active := coalesce(type.is_active, true);
  if coalesce(type.minutes, 0) not between 5 and 480 then perform private.refuse('number_invalid', '22023', 'A call takes 5 to 480 minutes', 'minutes'); end if;
  if coalesce(type.buffer_before, -1) not between 0 and 240 then perform private.refuse('number_invalid', '22023', 'Enter 0 to 240 minutes', 'buffer_before'); end if;
  if coalesce(type.buffer_after, -1) not between 0 and 240 then perform private.refuse('number_invalid', '22023', 'Enter 0 to 240 minutes', 'buffer_after'); end if;
  if coalesce(type.step_minutes, 0) not in (5, 10, 15, 20, 30, 60) then perform private.refuse('number_invalid', '22023', 'Choose how often calls can begin', 'step_minutes'); end if;
  if coalesce(type.notice_minutes, -1) not between 0 and 43200 then perform private.refuse('number_invalid', '22023', 'Enter up to 30 days', 'notice_minutes'); end if;
  if coalesce(type.horizon_days, 0) not between 1 and 365 then perform private.refuse('number_invalid', '22023', 'Enter 1 to 365 days', 'horizon_days'); end if;
  if type.daily_limit not between 1 and 100 then perform private.refuse('number_invalid', '22023', 'Enter 1 to 100 calls, or nothing', 'daily_limit'); end if;
  if cardinality(type.reminders) > 10 or not (5 <= all (type.reminders) and 20160 >= all (type.reminders)) then
    perform private.refuse('number_invalid', '22023', 'Choose up to 10 reminders, 5 minutes to 14 days ahead', 'reminders');
  end if;
  return type;
end
$$;

comment on function private.parse_meeting_type(jsonb) is 'A meeting type as a person wrote it. 22023: what is wrong, with the field.';

create or replace function private.require_leader() returns uuid
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_premium();
begin
  if not private.manages_workspace() then perform private.refuse('leaders_only', '42501', 'Only owners and admins can do this'); end if;
  return caller;
end
$$;

comment on function private.require_leader() is
'Returns the id of a caller who decides for the workspace (private.manages_workspace), with premium. 42501 else.';

create function public.save_meeting_type(p_id uuid, p_type jsonb, p_hosts uuid[], p_updated_at timestamptz default null) returns timestamptz
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

comment on function public.save_meeting_type(uuid, jsonb, uuid[], timestamptz) is
'Creates a meeting type of the workspace, or changes the one that the caller saw at p_updated_at, with its hosts; returns its updated_at. Booked calls keep their time, length and place. Leaders only. 22023: what is wrong. PT404: it was deleted. PT409: outdated, or slug_taken. 42501: not a leader, or a free plan.';

create function public.delete_meeting_type(p_id uuid) returns integer
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

comment on function public.delete_meeting_type(uuid) is
'Deletes a meeting type. Its calls stay booked with their name, length and place; returns how many are ahead. Leaders only. PT404: no such meeting type.';

create function public.list_meeting_types() returns jsonb
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

comment on function public.list_meeting_types() is
'The meeting types of the workspace with their hosts and how many calls are ahead: { account_slug, may_manage, types }. 42501: not on the team.';

grant execute on function public.save_meeting_type(uuid, jsonb, uuid[], timestamptz) to authenticated;
grant execute on function public.delete_meeting_type(uuid) to authenticated;
grant execute on function public.list_meeting_types() to authenticated;

-- A person's calls as a calendar that other apps subscribe to. Its address is a secret, and only a hash of it is kept.

create function private.require_account() returns uuid
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if auth.uid() is null or not private.has_any_active_role() then
    perform private.refuse('team_only', '42501', 'Only active accounts can do this');
  end if;
  return auth.uid();
end
$$;

comment on function private.require_account() is 'Returns the caller''s id. 42501: not signed in, or without an active role.';

create function public.create_calendar_feed() returns text
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

comment on function public.create_calendar_feed() is
'Makes the secret address of the caller''s calls and returns its key, this once. An earlier address stops working.';

create function public.revoke_calendar_feed() returns void
language sql volatile security definer
set search_path = ''
as $$
  delete from private.calendar_feeds as feed where feed.user_id = private.require_account()
$$;

comment on function public.revoke_calendar_feed() is 'Ends the secret address of the caller''s calls.';

create function public.calendar_feed_since() returns timestamptz
language sql stable security definer
set search_path = ''
as $$
  select feed.created_at from private.calendar_feeds as feed where feed.user_id = private.require_account()
$$;

comment on function public.calendar_feed_since() is 'Since when the caller''s calls have a secret address; null without one.';

create function public.read_calendar_feed(p_key text) returns jsonb
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

comment on function public.read_calendar_feed(text) is
'The calls of the last 30 and the next 365 days of the person whose secret address has this key: { name, calls }. Null for every other key.';

grant execute on function public.create_calendar_feed() to authenticated;
grant execute on function public.revoke_calendar_feed() to authenticated;
grant execute on function public.calendar_feed_since() to authenticated;
grant execute on function public.read_calendar_feed(text) to service_role;

-- Calendars that people subscribe to are read every half hour. Their busy times block calls.

create function private.enqueue_calendar(p_id uuid) returns void
language sql volatile security definer
set search_path = ''
as $$
  select public.enqueue_outbox('calendar', format('calendar:%s:%s', p_id, floor(extract(epoch from now()) / 60)),
    jsonb_build_object('subscriptionId', p_id), now(), 1)
$$;

comment on function private.enqueue_calendar(uuid) is 'Queues the reading of a calendar, at most once a minute. It is not tried again: the next turn is soon.';

create function public.add_calendar(p_address text) returns uuid
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

comment on function public.add_calendar(text) is
'Subscribes the caller to a calendar by its ICS address and reads it soon. 22023: not a valid address. PT409: known. PT429: ten calendars are the limit.';

create function public.remove_calendar(p_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  delete from public.calendar_subscriptions as own where own.id = p_id and own.user_id = private.require_account();
end
$$;

comment on function public.remove_calendar(uuid) is 'Ends a subscription of the caller. Its busy times no longer block calls.';

create function public.refresh_calendar(p_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.enqueue_calendar(own.id) from public.calendar_subscriptions as own where own.id = p_id and own.user_id = private.require_account();
end
$$;

comment on function public.refresh_calendar(uuid) is 'Reads a calendar of the caller again, at most once a minute.';

create function private.enqueue_calendars() returns void
language sql volatile security definer
set search_path = ''
as $$
  select private.enqueue_calendar(due.id) from public.calendar_subscriptions as due
  -- Who may take no calls anywhere needs no calendar.
  where exists (select from public.user_roles as held where held.user_id = due.user_id and held.status = 'active')
  order by due.id
$$;

comment on function private.enqueue_calendars() is 'Queues the reading of all calendars.';

insert into private.scheduled_jobs (name, job_function, run_every) values ('calendars', 'enqueue_calendars', interval '30 minutes');

create function public.calendar_to_read(p_id uuid) returns jsonb
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

comment on function public.calendar_to_read(uuid) is
'What reading a calendar needs: { address, etag, busy_until, time_zone }. All-day events are days in the person''s zone: that of their rota, else of their account. Null when the subscription ended.';

create function public.store_calendar(p_id uuid, p_busy jsonb, p_busy_until timestamptz, p_etag text default null) returns integer
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

comment on function public.store_calendar(uuid, jsonb, timestamptz, text) is
'Replaces the busy times of a calendar ([[from, to], …], until p_busy_until) and returns how many are stored.';

create function public.note_calendar(p_id uuid, p_problem text default null) returns void
language sql volatile security definer
set search_path = ''
as $$
  update public.calendar_subscriptions as read
  set fetched_at = case when p_problem is null then now() else read.fetched_at end,
    failed_at = case when p_problem is not null then now() end, problem = left(p_problem, 200)
  where read.id = p_id
$$;

comment on function public.note_calendar(uuid, text) is
'Notes that a calendar was read and is unchanged, or what went wrong. After a problem, the busy times that are known stay.';

grant execute on function public.add_calendar(text) to authenticated;
grant execute on function public.remove_calendar(uuid) to authenticated;
grant execute on function public.refresh_calendar(uuid) to authenticated;
grant execute on function public.calendar_to_read(uuid) to service_role;
grant execute on function public.store_calendar(uuid, jsonb, timestamptz, text) to service_role;
grant execute on function public.note_calendar(uuid, text) to service_role;

-- Calls of people who leave a team go to colleagues in the same step.

create function private.reassign_call(p_booking_id uuid, p_user uuid) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  booking public.bookings := private.lock_booking(p_booking_id);
  type constant public.meeting_types := (select held from public.meeting_types as held where held.id = booking.meeting_type_id);
  taken tstzrange;
  colleagues uuid[];
  taker uuid;
begin
  select host.during into taken from public.booking_hosts as host where host.booking_id = booking.id and host.user_id = p_user;
  if booking.state <> 'booked' or taken is null then return null; end if;
  -- Of several hosts, the others hold the call.
  if exists (select from public.booking_hosts as host where host.booking_id = booking.id and host.user_id <> p_user) then
    delete from public.booking_hosts as gone where gone.booking_id = booking.id and gone.user_id = p_user;
    taker := (private.booked_hosts(booking.id))[1];
  else
    colleagues := array_remove(coalesce(private.hosts_of(type), '{}'), p_user);
    perform private.lock_hosts(colleagues);
    colleagues := array(
      select host.id from unnest(colleagues) as host (id)
      where private.openings(booking.account_id, host.id, lower(taken), upper(taken), booking.id) @> taken order by host.id
    );
    if cardinality(colleagues) = 0 then return null; end if;
    taker := private.pick_from_pool('meeting:' || type.id, booking.account_id, colleagues, booking.starts_at);
    update public.booking_hosts as host set user_id = taker where host.booking_id = booking.id and host.user_id = p_user;
  end if;
  update public.bookings as moved set sequence = moved.sequence + 1 where moved.id = booking.id;
  insert into public.booking_events (booking_id, account_id, event, actor_id, payload)
  values (booking.id, booking.account_id, 'reassigned', auth.uid(), jsonb_build_object('from', p_user, 'to', taker));
  perform private.send_booking_mails(booking.id, 'reassigned');
  return taker;
end
$$;

comment on function private.reassign_call(uuid, uuid) is
'Gives a call of a person who left to another free host of its type, by the weights of the pool, and tells the visitor and the host. Null: nobody is free, or it has no type any more.';

create function private.reassign_calls(p_user uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  ahead record;
  left_over uuid[];
begin
  for ahead in
    select booking.id, booking.account_id from public.bookings as booking
    join public.booking_hosts as host on host.booking_id = booking.id and host.user_id = p_user
    where booking.state = 'booked' and booking.ends_at > now() and not private.is_on_team(p_user, booking.account_id)
    order by booking.account_id, booking.lead_id, booking.id
  loop
    if private.reassign_call(ahead.id, p_user) is null then left_over := left_over || ahead.id; end if;
  end loop;
  if left_over is null then return; end if;
  -- One email to each leader for each account.
  perform private.notify_users(private.leaders_of(stuck.account_id), 'calls-without-host', concat_ws(':', p_user, stuck.account_id, clock_timestamp()),
    private.mail_account_data(stuck.account_id) || jsonb_build_object('host', private.owner_name(p_user::text), 'calls', stuck.calls::text,
      'timeZone', private.account_zone(stuck.account_id), 'startsAt', to_char(stuck.first_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')))
  from (
    select booking.account_id, count(*) as calls, min(booking.starts_at) as first_at from public.bookings as booking
    where booking.id = any (left_over) group by booking.account_id order by booking.account_id
  ) as stuck;
end
$$;

comment on function private.reassign_calls(uuid) is
'Gives away the calls ahead in all accounts whose team a person no longer belongs to. Calls that nobody can take stay, and the leaders are told.';

create function private.reassign_calls_of_leaver() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.reassign_calls(old.user_id);
  return null;
end
$$;

comment on function private.reassign_calls_of_leaver() is 'Trigger: somebody lost a role, a membership or a loan.';

create trigger reassign_calls after update of status on public.user_roles
for each row when (old.status = 'active' and new.status <> 'active') execute function private.reassign_calls_of_leaver();

create trigger reassign_calls_of_removed after delete on public.user_roles
for each row when (old.status = 'active') execute function private.reassign_calls_of_leaver();

create trigger reassign_calls_of_member after delete on public.account_members
for each row execute function private.reassign_calls_of_leaver();

create trigger reassign_calls_of_billing after update of role on public.account_members
for each row when (old.role <> 'billing' and new.role = 'billing') execute function private.reassign_calls_of_leaver();

create trigger reassign_calls_of_lent after delete on public.account_loans
for each row execute function private.reassign_calls_of_leaver();

-- How many leads book a call, and how many calls take place. Counts leads by their calls, so that every figure can open its leads.

create function private.call_of_lead(p_lead_id uuid) returns text
language sql stable security definer
set search_path = ''
as $$
  select case when bool_or(booking.state = 'held') then 'held' when bool_or(booking.state = 'no_show') then 'no_show'
    when bool_or(booking.state = 'booked') then 'booked' when count(*) > 0 then 'cancelled' end
  from public.bookings as booking where booking.lead_id = p_lead_id
$$;

comment on function private.call_of_lead(uuid) is
'How far a lead''s calls came: held when one took place, else no_show, else booked, else cancelled. Null without a call.';

create function private.call_type_of_lead(p_lead_id uuid) returns uuid
language sql stable security definer
set search_path = ''
as $$
  select booking.meeting_type_id from public.bookings as booking where booking.lead_id = p_lead_id
  order by booking.created_at desc, booking.id limit 1
$$;

comment on function private.call_type_of_lead(uuid) is 'The meeting type that a lead last booked.';

create function private.page_of_lead(p_lead_id uuid) returns uuid
language sql stable security definer
set search_path = ''
as $$
  select seen.page_id from (
    select booking.page_id, booking.created_at from public.bookings as booking where booking.lead_id = p_lead_id and booking.page_id is not null
    union all
    select sent.page_id, sent.created_at from public.landing_submissions as sent where sent.lead_id = p_lead_id and not sent.is_spam
  ) as seen order by seen.created_at, seen.page_id limit 1
$$;

comment on function private.page_of_lead(uuid) is 'The landing page that a lead came from: of its first form or call. Null for other leads.';

create function public.crm_calls(
  p_from date, p_to date, p_scope text default 'team', p_owner text default null, p_source text default null
) returns jsonb
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
    from private.analytics_leads(owners, p_source) as lead
    where lead.created_at >= period.begins and lead.created_at < period.ends
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

comment on function public.crm_calls(date, date, text, text, text) is
'Of the leads that arrived from p_from to p_to: how many booked a call, and whose call took place (held) or did not (no_show), in all and by source, owner (reps), meeting type and landing page. Scope and owner as in private.requested_owners. 42501, 22023.';

grant execute on function public.crm_calls(date, date, text, text, text) to authenticated;

create or replace function private.filter_fields() returns table (field text, kind text, expression text)
language sql immutable
set search_path = ''
as $$
  select known.field, known.kind, 'lead.' || known.field from private.lead_fields() as known where known.kind <> 'owner'
  union all
  values
    ('name', 'word', 'coalesce(private.full_name(lead.first_name, lead.last_name), '''')'),
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

comment on function private.filter_fields() is 'The fields that filters know: name, kind, and SQL expression on lead.';

create or replace function private.apply_booking_event() returns trigger
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
