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

create function public.create_calendar_feed() returns text
language sql volatile
set search_path = ''
return private.create_calendar_feed();

comment on function public.create_calendar_feed() is
'Makes the secret address of the caller''s calls and returns its key, this once. An earlier address stops working.';

create function private.revoke_calendar_feed() returns void
language sql volatile security definer
set search_path = ''
as $$
  delete from private.calendar_feeds as feed where feed.user_id = private.require_account()
$$;

create function public.revoke_calendar_feed() returns void
language sql volatile
set search_path = ''
return private.revoke_calendar_feed();

comment on function public.revoke_calendar_feed() is 'Ends the secret address of the caller''s calls.';

create function private.calendar_feed_since() returns timestamptz
language sql stable security definer
set search_path = ''
as $$
  select feed.created_at from private.calendar_feeds as feed where feed.user_id = private.require_account()
$$;

create function public.calendar_feed_since() returns timestamptz
language sql stable
set search_path = ''
return private.calendar_feed_since();

comment on function public.calendar_feed_since() is 'Since when the caller''s calls have a secret address; null without one.';

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

create function public.read_calendar_feed(p_key text) returns jsonb
language sql stable
set search_path = ''
return private.read_calendar_feed(p_key);

comment on function public.read_calendar_feed(text) is
'The calls of the last 30 and the next 365 days of the person whose secret address has this key: { name, calls }. Null for every other key.';

grant execute on function public.create_calendar_feed() to authenticated;
grant execute on function private.create_calendar_feed() to authenticated;
grant execute on function public.revoke_calendar_feed() to authenticated;
grant execute on function private.revoke_calendar_feed() to authenticated;
grant execute on function public.calendar_feed_since() to authenticated;
grant execute on function private.calendar_feed_since() to authenticated;
grant execute on function public.read_calendar_feed(text) to service_role;
grant execute on function private.read_calendar_feed(text) to service_role;
