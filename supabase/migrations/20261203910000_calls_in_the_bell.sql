-- The bell tells a host what visitors and colleagues did with their calls.

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
    select host.booking_id, true as holds from public.booking_hosts as host
    where host.user_id = p_user_id and upper(host.during) > now() - interval '7 days'
    union all
    select given.booking_id, false from public.booking_events as given
    where given.event = 'reassigned' and given.payload ->> 'from' = p_user_id::text and given.happened_at > now() - interval '7 days'
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
      'can_open', p_everyone or lead.user_id is null or lead.user_id = p_user_id
    ),
    private.person_name(news.actor_id),
    -- Nothing is left to do once the call has begun.
    booking.starts_at <= now() or exists (select from private.read_call_news as seen where seen.user_id = p_user_id and seen.event_id = news.id)
  from (select own.booking_id, bool_or(own.holds) as holds from mine as own group by own.booking_id) as own
  join public.bookings as booking on booking.id = own.booking_id
  join public.leads as lead on lead.id = private.kept_lead(booking.lead_id)
  join public.booking_events as news on news.booking_id = booking.id
  where booking.account_id = any (private.today_accounts(private.workspace())) and booking.email <> '' and lead.erased_at is null
    and news.actor_id is distinct from p_user_id
    and case news.event
      when 'reassigned' then p_user_id::text in (news.payload ->> 'from', news.payload ->> 'to')
      else own.holds and news.event in ('booked', 'rescheduled', 'cancelled')
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
'What others did with the calls of a host in the accounts of Today, newest first, at most 20, until a week after the call: call_booked, call_moved, call_canceled, call_received (it is theirs now) or call_given (it went to a colleague). by is the colleague; null for the visitor. p_everyone: the host sees all leads.';

create or replace function private.notes_for(p_user_id uuid, p_account uuid) returns table (at timestamptz, note jsonb)
language sql stable security definer
set search_path = ''
as $$
  select news.at, to_jsonb(news) - 'account_id' || jsonb_build_object(
    'id', news.id::text, 'by', null, 'call', null,
    'account', case when news.account_id <> p_account then private.mark_of_account(news.account_id) end,
    'is_read',
    -- Nothing is left to do for a lead that was answered. That a colleague got the caller's lead stays news.
    news.new_owner_name is null and clock.state in ('answered', 'dropped') and not exists (
      select from public.lead_clocks as resumed
      where resumed.lead_id = clock.lead_id and resumed.arrived_at = clock.arrived_at and resumed.state not in ('answered', 'dropped')
    )
    or exists (select from private.read_notifications as seen where seen.user_id = p_user_id and seen.event_id = news.id)
  )
  from private.notifications_of(p_user_id, private.sees_all_leads()) as news
  join public.lead_clock_events as event on event.id = news.id
  join public.lead_clocks as clock on clock.id = event.clock_id
  union all
  select handoff.at, jsonb_build_object(
    'id', handoff.id, 'event', 'handed_off', 'at', handoff.at, 'lead_id', lead.id, 'first_name', lead.first_name, 'last_name', lead.last_name,
    'email', lead.email, 'company', lead.company, 'new_owner_name', null, 'account', null, 'by', handoff.by, 'call', null, 'is_read', handoff.is_read
  )
  from private.handoffs_for(p_user_id) as handoff join public.leads as lead on lead.id = handoff.lead_id
  where lead.erased_at is null
  union all
  select assigned.at, jsonb_build_object(
    'id', assigned.id, 'event', 'assigned', 'at', assigned.at, 'lead_id', null, 'first_name', null, 'last_name', null, 'email', null,
    'company', assigned.business, 'new_owner_name', null, 'account', null, 'by', assigned.by, 'call', null, 'is_read', assigned.is_read
  )
  from private.assignments_for(p_user_id) as assigned
  union all
  select called.at, jsonb_build_object(
    'id', 'call-' || called.id, 'event', called.event, 'at', called.at, 'lead_id', called.lead_id, 'first_name', called.name, 'last_name', null,
    'email', null, 'company', null, 'new_owner_name', null, 'by', called.by, 'call', called.call, 'is_read', called.is_read,
    'account', case when called.account_id <> p_account then private.mark_of_account(called.account_id) end
  )
  from private.call_news_for(p_user_id, private.sees_all_leads()) as called
$$;

comment on function private.notes_for(uuid, uuid) is 'What the bell lists for a person who works in an account, as crm_notifications says, unsorted.';

create or replace function private.mark_notifications_read(p_ids text[]) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
begin
  insert into private.read_notifications (user_id, event_id)
  select caller, news.id from private.notifications_of(caller, private.sees_all_leads()) as news where news.id::text = any (p_ids)
  on conflict do nothing;
  insert into private.read_handoffs (user_id, request_id)
  select caller, handoff.id from private.handoffs_for(caller) as handoff where handoff.id::text = any (p_ids)
  union select caller, assigned.id from private.assignments_for(caller) as assigned where assigned.id::text = any (p_ids)
  on conflict (user_id, request_id) do update set read_at = now();
  insert into private.read_call_news (user_id, event_id)
  select caller, called.id from private.call_news_for(caller, private.sees_all_leads()) as called where 'call-' || called.id = any (p_ids)
  on conflict do nothing;
end
$$;


comment on function public.crm_notifications() is
'The latest arrivals, breaches and escalations of leads that the caller sees, and the leads that escalations took from them (new_owner_name says who has them now), each with is_read and, when it is not the workspace''s, its account; at most 20. They are about the leads of Today (today_accounts). News of answered leads counts as read. For admins of the agency, also the hand-offs of won leads (handed_off, with by: who handed it off), whose id is the request''s, and requests that a colleague assigned to them (assigned, with the business as company and no lead). For hosts, also what visitors and colleagues did with their calls (call_news_for), with call: { id, starts_at, said_at, can_open }; said_at is the time that the news is about. 42501: not on the team.';
