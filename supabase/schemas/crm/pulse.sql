-- Open pages ask this every few seconds: whether anything changed and, if so, the counts in the navigation.

create function private.team_medians(p_account uuid) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  team constant uuid[] := (private.team_of(p_account))[:50];
  since constant timestamptz := private.account_day_start(p_account);
  working constant uuid[] := private.on_shift(p_account, team);
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object(
      'user_id', member.id, 'name', known.name, 'answered', today.answered, 'median_seconds', today.median,
      'on_shift', member.id = any (working), 'away_until', private.away_until(member.id)
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

comment on function private.team_medians(uuid) is
'The people who answer in an account, how many leads each answered today, how fast (null without answers), and whether they are on shift or away.';

create function private.crm_pulse(p_seen bigint) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
  everyone boolean := private.sees_all_leads();
  account constant uuid := private.workspace();
  accounts uuid[];
  change bigint := (select moved.last_value from private.crm_change as moved);
begin
  if change = p_seen then return jsonb_build_object('change', change); end if;
  accounts := private.today_accounts(account);
  return jsonb_build_object(
    'change', change, 'now', now(),
    'target_seconds', private.account_target(account),
    'calendar', private.calendar_of(account),
    'leads', (
      select coalesce(sum(total.leads), 0) from private.lead_totals as total
      where total.account_id = account and (everyone or total.owner in (caller::text, ''))
    ),
    'unanswered', (
      select count(*) from public.leads as lead
      where lead.account_id = any (accounts) and lead.clock_due_at is not null and lead.archived_at is null and not lead.is_spam and lead.erased_at is null
        -- The same leads as on Today, so that both numbers agree.
        and (everyone or lead.user_id is null or lead.user_id = caller)
    ),
    'overdue', (
      select count(*) from public.leads as lead
      where lead.account_id = any (accounts) and lead.next_task_at < now() and lead.stage <> 'lost' and lead.archived_at is null and not lead.is_spam
        and (lead.next_task_at < now() - interval '8 hours' or not private.is_in_call(lead.id, lead.next_task_at))
        and (everyone or lead.user_id is null or lead.user_id = caller)
    ),
    'newest', (
      select jsonb_build_object('id', lead.id, 'first_name', lead.first_name, 'last_name', lead.last_name, 'company', lead.company,
        'email', lead.email,
        'source', lead.source, 'arrived_at', lead.arrived_at,
        'account', case when lead.account_id <> account then private.mark_of_account(lead.account_id) end)
      from (
        select waiting.*, clock.arrived_at from public.leads as waiting
        join public.lead_clocks as clock on clock.lead_id = waiting.id and clock.state not in ('answered', 'dropped')
        where waiting.account_id = any (accounts) and waiting.clock_due_at is not null and waiting.archived_at is null and not waiting.is_spam and waiting.erased_at is null
          and (everyone or waiting.user_id is null or waiting.user_id = caller)
        order by clock.arrived_at desc limit 1
      ) as lead
    ),
    'team', private.team_medians(account)
  );
end
$$;

create function public.crm_pulse(p_seen bigint default null) returns jsonb
language sql volatile
set search_path = ''
return private.crm_pulse(p_seen);

comment on function public.crm_pulse(bigint) is
'The number that grows with every change (crm_change) and, when it is not p_seen, the counts in the navigation: { change, now, target_seconds, calendar, leads, unanswered, overdue, newest, team }. unanswered, overdue and newest count what is on Today (today_accounts), the rest is about the workspace. 42501: not on the team.';

create table private.read_notifications (
  user_id uuid not null references auth.users (id) on delete cascade,
  event_id bigint not null references public.lead_clock_events (id) on delete cascade,
  read_at timestamptz not null default now(),
  primary key (user_id, event_id)
);

comment on table private.read_notifications is 'Which notifications each person of the team has read. Others are unread.';

create index read_notifications_event_id_idx on private.read_notifications (event_id);

alter table private.read_notifications enable row level security;

create function private.notifications_of(p_user_id uuid, p_everyone boolean)
returns table (
  id bigint, event text, at timestamptz, lead_id uuid, first_name text, last_name text, email text, company text, new_owner_name text,
  account_id uuid
)
language sql stable security definer
set search_path = ''
as $$
  select event.id, event.event, event.happened_at, event.lead_id, lead.first_name, lead.last_name,
    case when seen.is_theirs then lead.email end, lead.company,
    -- An escalation may give the person's lead to a colleague. The person sees the event and the new owner, but not the lead.
    case when not seen.is_theirs then private.person_name(clock.escalated_to) end,
    event.account_id
  -- Reads only the latest events of the team. Older ones are in the history of each lead.
  from (
    select latest.* from unnest(private.today_accounts(private.workspace())) as account (id)
    cross join lateral (
      select own.* from public.lead_clock_events as own where own.account_id = account.id order by own.id desc limit 500
    ) as latest
    order by latest.id desc limit 500
  ) as event
  join public.leads as lead on lead.id = event.lead_id
  join public.lead_clocks as clock on clock.id = event.clock_id
  cross join lateral (values (p_everyone or lead.user_id is null or lead.user_id = p_user_id)) as seen (is_theirs)
  where event.event in ('started', 'breached', 'escalated')
    -- A clock that continues is no new arrival.
    and not (event.event = 'started' and event.payload ? 'resumes' and exists (
      select from public.lead_clocks as ended where ended.id = private.parse_uuid(event.payload ->> 'resumes') and ended.lead_id = event.lead_id
    )) and lead.archived_at is null and not lead.is_spam and lead.erased_at is null
    and (seen.is_theirs or event.event = 'escalated' and event.payload ->> 'owner' = p_user_id::text and clock.escalated_to <> p_user_id)
  order by event.id desc limit 20
$$;

comment on function private.notifications_of(uuid, boolean) is 'The latest notifications of a person, newest first, at most 20.';

create table private.read_handoffs (
  user_id uuid not null references auth.users (id) on delete cascade,
  request_id uuid not null references public.change_requests (id) on delete cascade,
  read_at timestamptz not null default now(),
  primary key (user_id, request_id)
);

comment on table private.read_handoffs is 'Which hand-offs of won leads, and requests assigned to them, each admin has read. Others are unread.';

create index read_handoffs_request_id_idx on private.read_handoffs (request_id);

alter table private.read_handoffs enable row level security;

create function private.handoffs_for(p_user_id uuid) returns table (id uuid, at timestamptz, lead_id uuid, by text, is_read boolean)
language sql stable security definer
set search_path = ''
as $$
  select request.id, request.created_at, request.lead_id, private.person_name(request.user_id),
    -- Nothing is left to do once it is answered or done.
    request.status <> 'open' or exists (select from private.read_handoffs as seen where seen.user_id = p_user_id and seen.request_id = request.id)
  from public.change_requests as request
  where request.lead_id is not null and private.has_active_role('admin') and private.workspace() = private.agency_account()
  order by request.created_at desc, request.id limit 20
$$;

comment on function private.handoffs_for(uuid) is 'The latest hand-offs of won leads for an admin in the agency''s workspace, newest first, at most 20.';

create function private.assignments_for(p_user_id uuid) returns table (id uuid, at timestamptz, business text, by text, is_read boolean)
language sql stable security definer
set search_path = ''
as $$
  select request.id, assigned.assigned_at, request.business_name, private.person_name(assigned.assigned_by),
    request.status = 'closed' or exists (
      select from private.read_handoffs as seen
      where seen.user_id = p_user_id and seen.request_id = request.id and seen.read_at >= assigned.assigned_at
    )
  from public.request_assignments as assigned join public.change_requests as request on request.id = assigned.request_id
  where assigned.user_id = p_user_id and assigned.assigned_by <> p_user_id
    and private.has_active_role('admin') and private.workspace() = private.agency_account()
  order by assigned.assigned_at desc, request.id limit 20
$$;

comment on function private.assignments_for(uuid) is
'The latest requests that a colleague gave to an admin, in the agency''s workspace, newest first, at most 20.';

create table private.read_payments (
  user_id uuid not null references auth.users (id) on delete cascade,
  payment_id uuid not null references public.payments (id) on delete cascade,
  read_at timestamptz not null default now(),
  primary key (user_id, payment_id)
);

comment on table private.read_payments is 'Which card payments of clients each admin has read. Others are unread for three days.';

create index read_payments_payment_id_idx on private.read_payments (payment_id);

alter table private.read_payments enable row level security;

create trigger bump_crm_change after insert on public.payments
for each statement execute function private.bump_crm_change();

create function private.payments_for(p_user_id uuid) returns table (id uuid, at timestamptz, business text, payment jsonb, is_read boolean)
language sql stable security definer
set search_path = ''
as $$
  select paid.id, paid.at, coalesce(account.name, private.person_name(paid.client_id)), jsonb_build_object(
      'amount', paid.amount, 'currency', paid.currency, 'invoices', paid.invoices, 'invoice_id', invoice.id, 'number', invoice.invoice_number,
      'surplus', paid.surplus
    ), paid.at < now() - interval '3 days'
    or exists (select from private.read_payments as seen where seen.user_id = p_user_id and seen.payment_id = paid.id)
  from (
    -- One payment of several invoices has a share for each. A share that pays an invoice again is surplus until it went back.
    select (array_agg(entry.id order by entry.id))[1] as id,
      (array_agg(entry.invoice_id order by entry.is_duplicate and billed.needs_attention is not null desc, entry.id))[1] as invoice_id,
      max(entry.occurred_at) as at, sum(entry.amount) as amount, min(entry.currency) as currency, count(distinct entry.invoice_id) as invoices,
      (array_agg(entry.client_id))[1] as client_id, (array_agg(entry.account_id))[1] as account_id,
      coalesce(sum(entry.amount) filter (where entry.is_duplicate and billed.needs_attention is not null), 0) as surplus
    from public.payments as entry join public.invoices as billed on billed.id = entry.invoice_id
    where entry.kind = 'payment' and entry.occurred_at > now() - interval '14 days' and entry.provider_ref not like 'manual:%'
    group by coalesce(entry.combined_id, entry.id)
    order by max(entry.occurred_at) desc, 1 limit 10
  ) as paid
  join public.invoices as invoice on invoice.id = paid.invoice_id
  left join public.accounts as account on account.id = paid.account_id
  where private.has_active_role('admin') and private.workspace() = private.agency_account()
$$;

comment on function private.payments_for(uuid) is
'The latest card payments of clients, for an admin in the agency''s workspace, newest first, at most 10 of the last two weeks. What an admin recorded is no news.';

create function private.notes_for(p_user_id uuid, p_account uuid) returns table (at timestamptz, note jsonb)
language sql stable security definer
set search_path = ''
as $$
  select news.at, to_jsonb(news) - 'account_id' || jsonb_build_object(
    'id', news.id::text, 'by', null, 'call', null, 'payment', null,
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
    'email', lead.email, 'company', lead.company, 'new_owner_name', null, 'account', null, 'by', handoff.by, 'call', null, 'payment', null, 'is_read', handoff.is_read
  )
  from private.handoffs_for(p_user_id) as handoff join public.leads as lead on lead.id = handoff.lead_id
  -- A deal that isn't won anymore needs no client.
  where lead.erased_at is null and lead.stage = 'won'
  union all
  select assigned.at, jsonb_build_object(
    'id', assigned.id, 'event', 'assigned', 'at', assigned.at, 'lead_id', null, 'first_name', null, 'last_name', null, 'email', null,
    'company', assigned.business, 'new_owner_name', null, 'account', null, 'by', assigned.by, 'call', null, 'payment', null, 'is_read', assigned.is_read
  )
  from private.assignments_for(p_user_id) as assigned
  union all
  select paid.at, jsonb_build_object(
    'id', 'paid-' || paid.id, 'event', 'paid', 'at', paid.at, 'lead_id', null, 'first_name', null, 'last_name', null, 'email', null,
    'company', paid.business, 'new_owner_name', null, 'account', null, 'by', null, 'call', null, 'payment', paid.payment, 'is_read', paid.is_read
  )
  from private.payments_for(p_user_id) as paid
  union all
  select called.at, jsonb_build_object(
    'id', 'call-' || called.id, 'event', called.event, 'at', called.at, 'lead_id', called.lead_id, 'first_name', called.name, 'last_name', null,
    'email', null, 'company', null, 'new_owner_name', null, 'by', called.by, 'call', called.call, 'payment', null, 'is_read', called.is_read,
    'account', case when called.account_id <> p_account then private.mark_of_account(called.account_id) end
  )
  from private.call_news_for(p_user_id, private.sees_all_leads()) as called
$$;

comment on function private.notes_for(uuid, uuid) is 'What the bell lists for a person who works in an account, as crm_notifications says, unsorted.';

create function private.crm_notifications() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
  account constant uuid := private.workspace();
begin
  return coalesce((
    select jsonb_agg(shown.note order by shown.at desc, shown.note ->> 'id' desc)
    from (select one.* from private.notes_for(caller, account) as one order by one.at desc limit 20) as shown
  ), '[]');
end
$$;

create function public.crm_notifications() returns jsonb
language sql stable
set search_path = ''
return private.crm_notifications();

comment on function public.crm_notifications() is
'The latest arrivals, breaches and escalations of leads that the caller sees, and the leads that escalations took from them (new_owner_name says who has them now), each with is_read and, when it is not the workspace''s, its account; at most 20. They are about the leads of Today (today_accounts). News of answered leads counts as read. For admins of the agency, also the hand-offs of won leads (handed_off, with by: who handed it off), whose id is the request''s, and requests that a colleague assigned to them (assigned, with the business as company and no lead), and the card payments of clients (paid, with payment: { amount, currency, invoices: how many it paid, invoice_id and number of one of them, surplus: how much has to go back, because an invoice was already paid }). For hosts, also what visitors and colleagues did with their calls, and with those that colleagues hold with their leads (call_news_for), with call: { id, starts_at, said_at, can_open, host, taken }; said_at is the time that the news is about. 42501: not on the team.';

create function private.mark_notifications_read(p_ids text[]) returns void
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
  insert into private.read_payments (user_id, payment_id)
  select caller, paid.id from private.payments_for(caller) as paid where 'paid-' || paid.id = any (p_ids)
  on conflict do nothing;
  insert into private.read_call_news (user_id, event_id)
  select caller, called.id from private.call_news_for(caller, private.sees_all_leads()) as called where 'call-' || called.id = any (p_ids)
  on conflict do nothing;
end
$$;

create function public.mark_notifications_read(p_ids text[]) returns void
language sql volatile
set search_path = ''
return private.mark_notifications_read(p_ids);

comment on function public.mark_notifications_read(text[]) is
'Marks notifications as read for the caller. Ids that crm_notifications does not list for them are ignored. 42501: not on the team.';

grant execute on function public.crm_pulse(bigint) to authenticated;
grant execute on function private.crm_pulse(bigint) to authenticated;
grant execute on function public.crm_notifications() to authenticated;
grant execute on function private.crm_notifications() to authenticated;
grant execute on function public.mark_notifications_read(text[]) to authenticated;
grant execute on function private.mark_notifications_read(text[]) to authenticated;
