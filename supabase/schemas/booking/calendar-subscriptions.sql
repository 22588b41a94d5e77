-- Calendars that people subscribe to are read every half hour. Their busy times block calls.

create function private.enqueue_calendar(p_id uuid) returns void
language sql volatile security definer
set search_path = ''
as $$
  select public.enqueue_outbox('calendar', format('calendar:%s:%s', p_id, floor(extract(epoch from now()) / 60)),
    jsonb_build_object('subscriptionId', p_id), now(), 1)
$$;

comment on function private.enqueue_calendar(uuid) is 'Queues the reading of a calendar, at most once a minute. It is not tried again: the next turn is soon.';

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

create function public.add_calendar(p_address text) returns uuid
language sql volatile
set search_path = ''
return private.add_calendar(p_address);

comment on function public.add_calendar(text) is
'Subscribes the caller to a calendar by its ICS address and reads it soon. 22023: not a valid address. PT409: known. PT429: ten calendars are the limit.';

create function private.remove_calendar(p_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  delete from public.calendar_subscriptions as own where own.id = p_id and own.user_id = private.require_account();
end
$$;

create function public.remove_calendar(p_id uuid) returns void
language sql volatile
set search_path = ''
return private.remove_calendar(p_id);

comment on function public.remove_calendar(uuid) is 'Ends a subscription of the caller. Its busy times no longer block calls.';

create function private.refresh_calendar(p_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.enqueue_calendar(own.id) from public.calendar_subscriptions as own where own.id = p_id and own.user_id = private.require_account();
end
$$;

create function public.refresh_calendar(p_id uuid) returns void
language sql volatile
set search_path = ''
return private.refresh_calendar(p_id);

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
    select member.* from private.client_members as member
    where member.user_id = subscription.user_id order by member.created_at, member.account_id limit 1
  ) as home on true
  where subscription.id = p_id
$$;

create function public.calendar_to_read(p_id uuid) returns jsonb
language sql stable
set search_path = ''
return private.calendar_to_read(p_id);

comment on function public.calendar_to_read(uuid) is
'What reading a calendar needs: { address, etag, busy_until, time_zone }. All-day events are days in the person''s zone: that of their rota, else of their account. Null when the subscription ended.';

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

create function public.store_calendar(p_id uuid, p_busy jsonb, p_busy_until timestamptz, p_etag text default null) returns integer
language sql volatile
set search_path = ''
return private.store_calendar(p_id, p_busy, p_busy_until, p_etag);

comment on function public.store_calendar(uuid, jsonb, timestamptz, text) is
'Replaces the busy times of a calendar ([[from, to], …], until p_busy_until) and returns how many are stored.';

create function private.note_calendar(p_id uuid, p_problem text) returns void
language sql volatile security definer
set search_path = ''
as $$
  update public.calendar_subscriptions as read
  set fetched_at = case when p_problem is null then now() else read.fetched_at end,
    failed_at = case when p_problem is not null then now() end, problem = left(p_problem, 200)
  where read.id = p_id
$$;

create function public.note_calendar(p_id uuid, p_problem text default null) returns void
language sql volatile
set search_path = ''
return private.note_calendar(p_id, p_problem);

comment on function public.note_calendar(uuid, text) is
'Notes that a calendar was read and is unchanged, or what went wrong. After a problem, the busy times that are known stay.';

grant execute on function public.add_calendar(text) to authenticated;
grant execute on function private.add_calendar(text) to authenticated;
grant execute on function public.remove_calendar(uuid) to authenticated;
grant execute on function private.remove_calendar(uuid) to authenticated;
grant execute on function public.refresh_calendar(uuid) to authenticated;
grant execute on function private.refresh_calendar(uuid) to authenticated;
grant execute on function public.calendar_to_read(uuid) to service_role;
grant execute on function private.calendar_to_read(uuid) to service_role;
grant execute on function public.store_calendar(uuid, jsonb, timestamptz, text) to service_role;
grant execute on function private.store_calendar(uuid, jsonb, timestamptz, text) to service_role;
grant execute on function public.note_calendar(uuid, text) to service_role;
grant execute on function private.note_calendar(uuid, text) to service_role;
