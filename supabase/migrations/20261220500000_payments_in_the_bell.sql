-- Admins read in the bell that a client paid by card.

create index payments_occurred_at_idx on public.payments (occurred_at desc) where kind = 'payment';

comment on sequence private.crm_change is 'Grows with every statement that changes leads, tasks, their history, loans or accounts, or adds a payment.';

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
      'is_duplicate', paid.is_duplicate
    ), paid.at < now() - interval '3 days'
    or exists (select from private.read_payments as seen where seen.user_id = p_user_id and seen.payment_id = paid.id)
  from (
    -- One payment of several invoices has a share for each.
    select (array_agg(entry.id order by entry.id))[1] as id, (array_agg(entry.invoice_id order by entry.id))[1] as invoice_id,
      max(entry.occurred_at) as at, sum(entry.amount) as amount, min(entry.currency) as currency, count(distinct entry.invoice_id) as invoices,
      (array_agg(entry.client_id))[1] as client_id, (array_agg(entry.account_id))[1] as account_id, bool_or(entry.is_duplicate) as is_duplicate
    from public.payments as entry
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

create or replace function private.notes_for(p_user_id uuid, p_account uuid) returns table (at timestamptz, note jsonb)
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
  where lead.erased_at is null
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
  insert into private.read_payments (user_id, payment_id)
  select caller, paid.id from private.payments_for(caller) as paid where 'paid-' || paid.id = any (p_ids)
  on conflict do nothing;
  insert into private.read_call_news (user_id, event_id)
  select caller, called.id from private.call_news_for(caller, private.sees_all_leads()) as called where 'call-' || called.id = any (p_ids)
  on conflict do nothing;
end
$$;

comment on function public.crm_notifications() is
'The latest arrivals, breaches and escalations of leads that the caller sees, and the leads that escalations took from them (new_owner_name says who has them now), each with is_read and, when it is not the workspace''s, its account; at most 20. They are about the leads of Today (today_accounts). News of answered leads counts as read. For admins of the agency, also the hand-offs of won leads (handed_off, with by: who handed it off), whose id is the request''s, and requests that a colleague assigned to them (assigned, with the business as company and no lead), and the card payments of clients (paid, with payment: { amount, currency, invoices: how many it paid, invoice_id and number of one of them, is_duplicate }). For hosts, also what visitors and colleagues did with their calls, and with those that colleagues hold with their leads (call_news_for), with call: { id, starts_at, said_at, can_open, host, taken }; said_at is the time that the news is about. 42501: not on the team.';
