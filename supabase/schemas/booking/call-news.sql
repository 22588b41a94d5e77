-- What the bell tells the host of a call: a visitor or a colleague booked, moved, canceled or handed it over. The owner of the lead
-- hears of a call that a colleague holds when it moves or ends.

create table private.read_call_news (
  user_id uuid not null references auth.users (id) on delete cascade,
  event_id bigint not null references public.booking_events (id) on delete cascade,
  read_at timestamptz not null default now(),
  primary key (user_id, event_id)
);

comment on table private.read_call_news is 'Which news about their calls each person of the team has read. Others are unread.';

create index read_call_news_event_id_idx on private.read_call_news (event_id);

alter table private.read_call_news enable row level security;

create index booking_events_giver_idx on public.booking_events ((payload ->> 'from')) where event = 'reassigned';

create function private.call_news_for(p_user_id uuid, p_everyone boolean)
returns table (id bigint, event text, at timestamptz, account_id uuid, lead_id uuid, name text, call jsonb, by text, is_read boolean)
language sql stable security definer
set search_path = ''
as $$
  with mine as (
    select host.booking_id, true as holds, false as owns from public.booking_hosts as host
    where host.user_id = p_user_id and upper(host.during) > now() - interval '7 days'
    union all
    select given.booking_id, false, false from public.booking_events as given
    where given.event = 'reassigned' and given.payload ->> 'from' = p_user_id::text and given.happened_at > now() - interval '7 days'
    union all
    select booking.id, false, true from public.bookings as booking join public.booking_hosts as host on host.booking_id = booking.id
    join public.leads as lead on lead.id = private.kept_lead(booking.lead_id)
    where booking.account_id = any (private.today_accounts(private.workspace())) and booking.starts_at > now() - interval '9 days'
      and host.user_id <> p_user_id and upper(host.during) > now() - interval '7 days' and lead.user_id = p_user_id
  )
  select news.id,
    case
      when news.event = 'booked' then 'call_booked' when news.event = 'rescheduled' then 'call_moved' when news.event = 'cancelled' then 'call_canceled'
      when news.payload ->> 'to' = p_user_id::text then 'call_received' else 'call_given'
    end,
    news.happened_at, booking.account_id, lead.id, booking.name,
    jsonb_build_object(
      'id', booking.id, 'starts_at', booking.starts_at,
      'said_at', case when news.event in ('booked', 'rescheduled') then coalesce(news.payload ->> 'to', booking.starts_at::text)::timestamptz else booking.starts_at end,
      'can_open', p_everyone or lead.user_id is null or lead.user_id = p_user_id,
      'host', case when not own.holds then (
        select string_agg(private.person_name(host.user_id), ', ' order by private.person_name(host.user_id))
        from public.booking_hosts as host where host.booking_id = booking.id
      ) end,
      'taken', coalesce(news.event = 'reassigned' and news.payload ->> 'to' = news.actor_id::text, false)
    ),
    private.person_name(news.actor_id),
    -- Nothing is left to do once the call has begun.
    booking.starts_at <= now() or exists (select from private.read_call_news as seen where seen.user_id = p_user_id and seen.event_id = news.id)
  from (select own.booking_id, bool_or(own.holds) as holds, bool_or(own.owns) as owns from mine as own group by own.booking_id) as own
  join public.bookings as booking on booking.id = own.booking_id
  join public.leads as lead on lead.id = private.kept_lead(booking.lead_id)
  join public.booking_events as news on news.booking_id = booking.id
  where booking.account_id = any (private.today_accounts(private.workspace())) and booking.email <> '' and lead.erased_at is null
    and news.actor_id is distinct from p_user_id
    and case news.event
      when 'reassigned' then p_user_id::text in (news.payload ->> 'from', news.payload ->> 'to')
      when 'booked' then own.holds
      else (own.holds or own.owns) and news.event in ('rescheduled', 'cancelled')
    end
    -- An outcome is no news of a call ahead, and what was undone never happened.
    and not news.payload ?| array['undone', 'invited'] and not exists (
      select from public.booking_events as later
      where later.booking_id = news.booking_id and later.id > news.id and (
        later.payload ->> 'undone' = news.id::text or news.event = 'booked' and later.payload ->> 'undone' = 'true'
      )
    )
  order by news.id desc limit 20
$$;

comment on function private.call_news_for(uuid, boolean) is
'What others did with the calls of a host, and with those of a lead''s owner that colleagues hold (call.host names these), in the accounts of Today, newest first, at most 20, until a week after the call: call_booked, call_moved, call_canceled, call_received (it is theirs now) or call_given (it went to a colleague). by is the colleague; null for the visitor. call.taken: that colleague took the call over. p_everyone: the host sees all leads.';
