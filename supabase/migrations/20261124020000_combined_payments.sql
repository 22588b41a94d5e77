-- One payment for several invoices, and what a client has to pay.

create table private.combined_checkouts (
  id uuid primary key default gen_random_uuid(),
  client_id uuid not null references auth.users (id) on delete restrict,
  amount integer not null check (amount > 0),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  session_id text unique check (char_length(session_id) <= 255),
  url text check (char_length(url) <= 5000),
  created_at timestamptz not null default now(),
  expires_at timestamptz
);

comment on table private.combined_checkouts is
'Payment pages for several invoices. Each of these invoices has a row in private.checkouts with its share.';

create index combined_checkouts_client_id_idx on private.combined_checkouts (client_id, created_at desc);

alter table private.combined_checkouts enable row level security;

alter table public.payments add column combined_id uuid references private.combined_checkouts (id) on delete restrict;

comment on column public.payments.combined_id is 'The payment of several invoices that it is a share of; null for a payment of its own.';

create index payments_combined_id_idx on public.payments (combined_id) where combined_id is not null;

alter table private.checkouts
  add column combined_id uuid references private.combined_checkouts (id) on delete cascade,
  add column place integer check (place > 0),
  add check ((combined_id is null) = (place is null));

create index checkouts_combined_id_idx on private.checkouts (combined_id) where combined_id is not null;

create function private.end_checkouts(p_invoice_ids uuid[])
returns table (invoice_id uuid, attempt integer, session_id text)
language sql volatile
set search_path = ''
as $$
  -- A page for several invoices ends for all of them.
  with ended as (
    update private.checkouts as tried set status = 'expired'
    where tried.status in ('opening', 'open') and (
      tried.invoice_id = any (p_invoice_ids) or tried.combined_id in (
        select other.combined_id from private.checkouts as other
        where other.invoice_id = any (p_invoice_ids) and other.status in ('opening', 'open')
      )
    )
    returning tried.invoice_id, tried.attempt, tried.session_id, tried.combined_id
  )
  select distinct on (coalesce(ended.combined_id, ended.invoice_id), case when ended.combined_id is null then ended.attempt end)
    ended.invoice_id, ended.attempt, coalesce(ended.session_id, combined.session_id)
  from ended left join private.combined_checkouts as combined on combined.id = ended.combined_id
  order by coalesce(ended.combined_id, ended.invoice_id), case when ended.combined_id is null then ended.attempt end, ended.invoice_id
$$;

comment on function private.end_checkouts(uuid[]) is
'Ends every attempt to pay these invoices, also together with others. Returns one row for each page, with its session if it has one.';

create function private.enqueue_close_checkout(p_invoice_id uuid, p_attempt integer) returns void
language sql volatile
set search_path = ''
as $$
  select public.enqueue_outbox(
    'close_checkout', format('checkout:%s:%s:close', p_invoice_id, p_attempt),
    jsonb_build_object('invoiceId', p_invoice_id, 'attempt', p_attempt), now(), 12
  )
$$;

comment on function private.enqueue_close_checkout(uuid, integer) is 'Queues a job that closes a payment page at the provider.';

create or replace function private.close_checkouts(p_invoice_id uuid) returns void
language sql volatile
set search_path = ''
as $$
  select private.enqueue_close_checkout(ended.invoice_id, ended.attempt) from private.end_checkouts(array[p_invoice_id]) as ended
$$;

comment on function private.close_checkouts(uuid) is
'Ends every attempt to pay an invoice: no new page opens for it, and the provider is told to close the open one.';

drop function public.checkout_to_close(uuid, integer);

create function public.checkout_to_close(p_invoice_id uuid, p_attempt integer)
returns table (invoice_id uuid, attempt integer, session_id text, customer_id text, created_at timestamptz, combined_id uuid)
language sql stable security definer
set search_path = ''
as $$
  select tried.invoice_id, tried.attempt, coalesce(tried.session_id, combined.session_id), plan.stripe_customer_id, tried.created_at,
    tried.combined_id
  from private.checkouts as tried
  join public.invoices as invoice on invoice.id = tried.invoice_id
  left join private.combined_checkouts as combined on combined.id = tried.combined_id
  left join public.subscriptions as plan on plan.user_id = invoice.client_id
  where tried.invoice_id = p_invoice_id and tried.attempt = p_attempt
$$;

comment on function public.checkout_to_close(uuid, integer) is
'For the outbox: a payment attempt whose page has to be closed at the provider.';

grant execute on function public.checkout_to_close(uuid, integer) to service_role;

create function private.replace_checkouts(p_invoice_ids uuid[]) returns jsonb
language plpgsql volatile
set search_path = ''
as $$
declare
  ended record;
  sessions jsonb := '[]';
begin
  for ended in select * from private.end_checkouts(p_invoice_ids) loop
    if ended.session_id is not null then sessions := sessions || to_jsonb(ended.session_id); end if;
    -- Also when the caller closes the page: it may stop before that.
    perform private.enqueue_close_checkout(ended.invoice_id, ended.attempt);
  end loop;
  return sessions;
end
$$;

comment on function private.replace_checkouts(uuid[]) is
'Ends the open pages of these invoices and returns their sessions, which the caller has to close before it opens another page.';

create or replace function public.open_invoice_checkout(p_invoice_id uuid, p_client_id uuid)
returns table (
  attempt integer, session_id text, url text, replaces text, amount integer, currency text, invoice_number text, description text, email text
)
language plpgsql volatile security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  invoice public.invoices;
  latest private.checkouts;
  outdated text;
begin
  select * into invoice from public.invoices as held
  where held.id = p_invoice_id and held.client_id = p_client_id and held.status <> 'draft' for update;
  if not found then perform private.refuse('invoice_not_found', 'PT404', 'Invoice not found'); end if;
  if invoice.status = 'paid' then perform private.refuse('invoice_paid', 'PT409', 'This invoice is already paid'); end if;
  if invoice.status not in ('pending', 'overdue') or invoice.owed_amount < 1 then
    perform private.refuse('invoice_not_payable', 'PT409', 'This invoice can''t be paid');
  end if;
  select * into latest from private.checkouts as tried
  where tried.invoice_id = p_invoice_id order by tried.attempt desc limit 1;
  if latest.status in ('opening', 'open') and latest.combined_id is not null then
    outdated := private.replace_checkouts(array[p_invoice_id]) ->> 0;
    latest.status := 'expired';
  end if;
  if latest.status in ('opening', 'open') and (latest.amount, latest.currency) <> (invoice.owed_amount, invoice.currency) then
    outdated := latest.session_id;
    update private.checkouts as tried set status = 'expired' where tried.invoice_id = p_invoice_id and tried.attempt = latest.attempt;
    latest.status := 'expired';
  end if;
  if latest.status is null or latest.status in ('complete', 'expired')
    or (latest.status = 'open' and latest.expires_at < now() + interval '1 minute') then
    insert into private.checkouts (invoice_id, attempt, amount, currency)
    values (p_invoice_id, coalesce(latest.attempt, 0) + 1, invoice.owed_amount, invoice.currency)
    returning * into latest;
  end if;
  return query select latest.attempt, latest.session_id, latest.url, outdated, invoice.owed_amount, invoice.currency,
    invoice.invoice_number, coalesce(nullif(btrim(invoice.description), ''), 'Marketing services'),
    (select account.email::text from auth.users as account where account.id = p_client_id);
end
$$;

comment on function public.open_invoice_checkout(uuid, uuid) is
'Starts or resumes the caller''s own attempt to pay an invoice; `replaces` is a session for another amount. PT404: not the caller''s invoice, or none. PT409: it is paid or cannot be paid.';

drop function public.save_checkout_session(uuid, integer, text, text, timestamptz);

create function public.save_checkout_session(
  p_invoice_id uuid, p_attempt integer, p_session_id text, p_url text, p_expires_at timestamptz
) returns boolean
language sql volatile security definer
set search_path = ''
as $$
  update private.checkouts as tried
  set session_id = p_session_id, url = p_url, expires_at = p_expires_at,
    status = case when tried.status = 'opening' then 'open' else tried.status end
  where tried.invoice_id = p_invoice_id and tried.attempt = p_attempt
  returning tried.status = 'open'
$$;

comment on function public.save_checkout_session(uuid, integer, text, text, timestamptz) is
'Stores the provider''s session of a payment attempt. False if the attempt ended meanwhile: the page must not be paid.';

grant execute on function public.save_checkout_session(uuid, integer, text, text, timestamptz) to service_role;

drop function public.claim_unfinished_checkouts(integer);

create function public.claim_unfinished_checkouts(p_limit integer default 50)
returns table (invoice_id uuid, attempt integer, session_id text, customer_id text, combined_id uuid)
language plpgsql volatile security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  -- The provider drops a page after a day, so an attempt that never got one has ended.
  update private.checkouts as tried set status = 'expired', checked_at = now()
  from private.checkouts as held left join private.combined_checkouts as combined on combined.id = held.combined_id
  where tried.invoice_id = held.invoice_id and tried.attempt = held.attempt and held.status = 'opening'
    and coalesce(held.session_id, combined.session_id) is null and held.created_at < now() - interval '25 hours';
  return query
    with due as (
      select tried.invoice_id, tried.attempt from private.checkouts as tried
      where tried.status in ('opening', 'open') and tried.created_at < now() - interval '30 seconds'
        -- The first invoice of a page stands for all of them.
        and coalesce(tried.place, 1) = 1
        -- Older attempts are checked less often.
        and (tried.checked_at is null or tried.checked_at < now() - greatest(interval '30 seconds', (now() - tried.created_at) / 20))
      order by tried.checked_at nulls first, tried.created_at
      limit least(greatest(p_limit, 1), 500) for update skip locked
    ), claimed as (
      update private.checkouts as tried set checked_at = now()
      from due where tried.invoice_id = due.invoice_id and tried.attempt = due.attempt
      returning tried.invoice_id, tried.attempt, tried.session_id, tried.combined_id
    )
    select claimed.invoice_id, claimed.attempt, coalesce(claimed.session_id, combined.session_id), plan.stripe_customer_id,
      claimed.combined_id
    from claimed
    join public.invoices as invoice on invoice.id = claimed.invoice_id
    left join private.combined_checkouts as combined on combined.id = claimed.combined_id
    left join public.subscriptions as plan on plan.user_id = invoice.client_id;
end
$$;

comment on function public.claim_unfinished_checkouts(integer) is
'For the reconciler: payment attempts whose result is unknown, longest unchecked first. Open ones come up again later.';

grant execute on function public.claim_unfinished_checkouts(integer) to service_role;

create function public.open_combined_checkout(p_invoice_ids uuid[], p_client_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  asked constant uuid[] := array(select distinct id from unnest(p_invoice_ids) as id where id is not null);
  found_ids uuid[];
  lines jsonb;
  shares jsonb;
  total bigint;
  currencies text[];
  page private.combined_checkouts;
  replaces jsonb := '[]';
begin
  if cardinality(asked) not between 1 and 50 then
    perform private.refuse('too_many_invoices', '22023', 'Choose from 1 to 50 invoices', 'invoices');
  end if;
  with held as materialized (
    select invoice.* from public.invoices as invoice
    where invoice.id = any (asked) and invoice.client_id = p_client_id and invoice.status <> 'draft'
    order by invoice.id for update
  ), payable as (
    select held.*, row_number() over (order by held.due_date nulls last, held.created_at, held.id) as place
    from held where held.status in ('pending', 'overdue') and held.owed_amount > 0
  )
  select (select array_agg(held.id) from held),
    jsonb_agg(jsonb_build_object(
      'invoice_id', payable.id, 'invoice_number', payable.invoice_number, 'amount', payable.owed_amount,
      'description', coalesce(nullif(btrim(left(payable.description, 500)), ''), 'Marketing services')
    ) order by payable.place),
    jsonb_object_agg(payable.id, payable.owed_amount), sum(payable.owed_amount), array_agg(distinct payable.currency)
  into found_ids, lines, shares, total, currencies
  from payable;
  if coalesce(cardinality(found_ids), 0) <> cardinality(asked) then
    perform private.refuse('invoice_not_found', 'PT404', 'There is no such invoice');
  end if;
  -- Paid and canceled invoices are left out. Nothing is charged for them.
  if lines is null then perform private.refuse('invoice_paid', 'PT409', 'These invoices are paid'); end if;
  if cardinality(currencies) > 1 then
    perform private.refuse('currencies_differ', '22023', 'Invoices in different currencies are paid one by one', 'invoices');
  end if;
  if total > 99999999 then
    perform private.refuse('amount_too_large', '22023', 'This is more than one payment can hold. Pay these invoices one by one.', 'invoices');
  end if;
  select combined.* into page from private.combined_checkouts as combined
  where combined.client_id = p_client_id and combined.currency = currencies[1]
    and (combined.expires_at is null or combined.expires_at > now() + interval '1 minute')
    and shares = (
      select jsonb_object_agg(tried.invoice_id, tried.amount) from private.checkouts as tried
      where tried.combined_id = combined.id and tried.status in ('opening', 'open')
    )
  order by combined.created_at desc limit 1;
  if not found then
    replaces := private.replace_checkouts(array(select (line ->> 'invoice_id')::uuid from jsonb_array_elements(lines) as line));
    insert into private.combined_checkouts (client_id, amount, currency) values (p_client_id, total, currencies[1]) returning * into page;
    insert into private.checkouts (invoice_id, attempt, amount, currency, combined_id, place)
    select (line.body ->> 'invoice_id')::uuid,
      1 + coalesce((select max(tried.attempt) from private.checkouts as tried where tried.invoice_id = (line.body ->> 'invoice_id')::uuid), 0),
      (line.body ->> 'amount')::integer, page.currency, page.id, line.place
    from jsonb_array_elements(lines) with ordinality as line (body, place);
  end if;
  return jsonb_build_object(
    'combined_id', page.id, 'url', page.url, 'replaces', replaces, 'amount', page.amount, 'currency', page.currency, 'lines', lines,
    'email', (select account.email from auth.users as account where account.id = p_client_id)
  );
end
$$;

comment on function public.open_combined_checkout(uuid[], uuid) is
'Starts or resumes a payment of several of the caller''s own invoices: {combined_id, url, replaces: [sessions to close], amount, currency, email, lines: [{invoice_id, invoice_number, description, amount}]}, oldest due first. Invoices that are paid or canceled are left out. PT404: one is not the caller''s. PT409: nothing is left to pay.';

grant execute on function public.open_combined_checkout(uuid[], uuid) to service_role;

create function public.save_combined_session(p_combined_id uuid, p_session_id text, p_url text, p_expires_at timestamptz) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  update private.combined_checkouts as combined set session_id = p_session_id, url = p_url, expires_at = p_expires_at
  where combined.id = p_combined_id;
  update private.checkouts as tried set status = 'open', expires_at = p_expires_at
  where tried.combined_id = p_combined_id and tried.status = 'opening';
  return not exists (select from private.checkouts as tried where tried.combined_id = p_combined_id and tried.status <> 'open');
end
$$;

comment on function public.save_combined_session(uuid, text, text, timestamptz) is
'Stores the provider''s session of a payment of several invoices. False if it ended meanwhile: the page must not be paid.';

grant execute on function public.save_combined_session(uuid, text, text, timestamptz) to service_role;

create function private.split_payment(p_combined_id uuid, p_amount integer) returns table (invoice_id uuid, amount integer)
language sql stable
set search_path = ''
as $$
  -- Each invoice gets its share, oldest due first. The last one gets what is left, so that no money is lost.
  select split.invoice_id, split.part
  from (
    select tried.invoice_id, greatest(0, case
      when tried.place = count(*) over () then p_amount - coalesce(sum(tried.amount) over earlier, 0)
      else least(tried.amount, p_amount - coalesce(sum(tried.amount) over earlier, 0))
    end)::integer as part
    from private.checkouts as tried where tried.combined_id = p_combined_id
    window earlier as (order by tried.place rows between unbounded preceding and 1 preceding)
  ) as split
  where split.part > 0
$$;

comment on function private.split_payment(uuid, integer) is
'Splits a payment of several invoices: each one''s share, oldest due first, and the rest to the last one.';

create function private.split_refund(p_combined_id uuid, p_amount integer) returns table (invoice_id uuid, amount integer)
language sql stable
set search_path = ''
as $$
  -- Money that an invoice got too much goes back first, then the newest due. The oldest invoice gets what is left.
  with held as (
    select tried.invoice_id, tried.place,
      greatest(0, coalesce(sum(case entry.kind when 'refund' then -entry.amount else entry.amount end), 0)) as kept
    from private.checkouts as tried
    left join public.payments as entry on entry.combined_id = tried.combined_id and entry.invoice_id = tried.invoice_id
    where tried.combined_id = p_combined_id
    group by tried.invoice_id, tried.place
  ), surplus as (
    select held.*, least(held.kept, greatest(0, invoice.received_amount - invoice.refunded_amount - case
      when invoice.status = 'void' then 0 else invoice.amount - invoice.credited_amount end)) as extra
    from held join public.invoices as invoice on invoice.id = held.invoice_id
  ), pieces as (
    select surplus.invoice_id, 1 as turn, surplus.place, surplus.extra as size from surplus
    union all
    select surplus.invoice_id, 2, -surplus.place, surplus.kept - surplus.extra from surplus
  ), taken as (
    select pieces.invoice_id, greatest(0, least(pieces.size, p_amount - coalesce(sum(pieces.size) over earlier, 0))) as part
    from pieces window earlier as (order by pieces.turn, pieces.place rows between unbounded preceding and 1 preceding)
  ), rest as (
    select held.invoice_id, p_amount - (select coalesce(sum(taken.part), 0) from taken) as part from held where held.place = 1
  )
  select parts.invoice_id, sum(parts.part)::integer
  from (select * from taken union all select * from rest) as parts
  group by parts.invoice_id having sum(parts.part) > 0
$$;

comment on function private.split_refund(uuid, integer) is
'Splits a refund of a payment of several invoices: what was paid too much first, then newest due first.';

create function public.record_combined_checkout(p_checkout jsonb) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  page private.combined_checkouts;
  members uuid[];
  member uuid;
  paid_before uuid[];
  entry jsonb;
begin
  select combined.* into page from private.combined_checkouts as combined where combined.id = (p_checkout ->> 'combined_id')::uuid;
  if not found then perform private.refuse('checkout_not_found', 'PT404', 'There is no such payment'); end if;
  with held as materialized (
    select invoice.id, invoice.status from public.invoices as invoice
    where invoice.id in (select tried.invoice_id from private.checkouts as tried where tried.combined_id = page.id)
    order by invoice.id for update
  )
  select array_agg(held.id), coalesce(array_agg(held.id) filter (where held.status = 'paid'), '{}') into members, paid_before from held;
  update private.combined_checkouts as combined set session_id = coalesce(combined.session_id, p_checkout ->> 'session_id')
  where combined.id = page.id;
  update private.checkouts as tried
  set status = case when tried.status in ('complete', 'expired') and p_checkout ->> 'status' = 'open' then tried.status else p_checkout ->> 'status' end,
    checked_at = now(), disputed = tried.disputed or (p_checkout ->> 'disputed')::boolean
  where tried.combined_id = page.id and (tried.status <> 'complete' or (p_checkout ->> 'disputed')::boolean and not tried.disputed);
  for entry in
    select body from jsonb_array_elements(p_checkout -> 'entries') with ordinality as given (body, number)
    order by (body ->> 'occurred_at')::timestamptz, number
  loop
    -- The shares of an entry are written together, once. Every writer holds the locks of the invoices.
    continue when exists (
      select from public.payments as known where known.combined_id = page.id and starts_with(known.provider_ref, (entry ->> 'ref') || '/')
    );
    insert into public.payments (invoice_id, client_id, kind, amount, currency, provider_ref, occurred_at, combined_id)
    select split.invoice_id, page.client_id, entry ->> 'kind', split.amount, lower(entry ->> 'currency'),
      (entry ->> 'ref') || '/' || split.invoice_id, (entry ->> 'occurred_at')::timestamptz, page.id
    from (
      select * from private.split_payment(page.id, (entry ->> 'amount')::integer) where entry ->> 'kind' = 'payment'
      union all
      select * from private.split_refund(page.id, (entry ->> 'amount')::integer) where entry ->> 'kind' = 'refund'
      union all
      -- A refund that failed comes back to the invoices that it was taken from.
      select refund.invoice_id, refund.amount from public.payments as refund
      where entry ->> 'kind' = 'reversal' and refund.combined_id = page.id and refund.kind = 'refund'
        and starts_with(refund.provider_ref, replace(entry ->> 'ref', ':reversed', '') || '/')
    ) as split;
    foreach member in array members loop
      perform private.settle_invoice(member);
    end loop;
  end loop;
  foreach member in array members loop
    perform private.settle_invoice(member);
    if not member = any (paid_before) and exists (
      select from public.invoices as invoice where invoice.id = member and invoice.status = 'paid'
    ) then
      perform private.enqueue_invoice_mail(member, 'payment-received', 'payment-received');
    end if;
  end loop;
  return (select jsonb_object_agg(invoice.id, invoice.status) from public.invoices as invoice where invoice.id = any (members));
end
$$;

comment on function public.record_combined_checkout(jsonb) is
'Stores what the provider answered about a session for several invoices ({session_id, combined_id, status, disputed, entries: [{kind, amount, currency, ref, occurred_at}]}), splits each entry over the invoices, and returns their states by id.';

grant execute on function public.record_combined_checkout(jsonb) to service_role;

create function public.announce_combined_failure(p_combined_id uuid, p_reason text) returns void
language sql volatile security definer
set search_path = ''
as $$
  select public.enqueue_outbox('mail', format('combined:%s:payment-failed:%s', page.id, private.agency_day()), jsonb_build_object(
    'to', person.row ->> 'to',
    'template', 'payment-failed',
    'data', jsonb_build_object(
      'name', person.row ->> 'name', 'amount', page.amount::text, 'currency', page.currency, 'reason', left(p_reason, 300),
      'invoices', members.number::text, 'number', members.numbers
    )
  ))
  from private.combined_checkouts as page
  cross join lateral (
    select count(*) as number, string_agg(invoice.invoice_number, ', ' order by tried.place) as numbers,
      bool_or(invoice.status in ('pending', 'overdue')) as is_open
    from private.checkouts as tried join public.invoices as invoice on invoice.id = tried.invoice_id where tried.combined_id = page.id
  ) as members
  cross join lateral private.mail_recipient(page.client_id) as person (row)
  where page.id = p_combined_id and members.is_open
$$;

comment on function public.announce_combined_failure(uuid, text) is
'Emails a client that a payment of several invoices failed, at most once a day for each page.';

grant execute on function public.announce_combined_failure(uuid, text) to service_role;

create function public.client_balance() returns jsonb
language sql stable security definer
set search_path = ''
as $$
  with today as (
    select private.agency_day() as day
  ), own as (
    select invoice.*, private.is_overdue(invoice.status, invoice.due_date, today.day) or invoice.status = 'overdue' as late
    from public.invoices as invoice cross join today
    where invoice.client_id = (select auth.uid()) and invoice.status in ('pending', 'overdue') and invoice.owed_amount > 0
      and (select private.has_active_role('client'))
  )
  select jsonb_build_object(
    'due', coalesce((
      select jsonb_agg(jsonb_build_object(
        'currency', sums.currency, 'amount', sums.amount, 'invoices', sums.number, 'overdue', sums.late, 'overdue_amount', sums.late_amount,
        'next_due', sums.next_due, 'invoice_ids', to_jsonb(sums.ids[1:50])
      ) order by sums.amount desc)
      from (
        select own.currency, sum(own.owed_amount) as amount, count(*) as number, count(*) filter (where own.late) as late,
          coalesce(sum(own.owed_amount) filter (where own.late), 0) as late_amount, min(own.due_date) as next_due,
          array_agg(own.id order by own.due_date nulls last, own.created_at, own.id) as ids
        from own group by own.currency
      ) as sums
    ), '[]'),
    'setup', (
      select jsonb_build_object(
        'email_confirmed', account.email_confirmed_at is not null,
        'dashboard', exists (select from public.client_dashboards as board where board.owner_id = account.id),
        'first_invoice', (
          select min(private.agency_day(coalesce(invoice.issued_at, invoice.created_at)))
          from public.invoices as invoice where invoice.client_id = account.id and invoice.status <> 'draft'
        ),
        'kickoff', (
          select min(retainer.start_date) from public.retainers as retainer
          where retainer.client_id = account.id and retainer.status <> 'canceled'
        ),
        'today', today.day
      )
      from auth.users as account cross join today where account.id = (select auth.uid()) and (select private.has_active_role('client'))
    )
  )
$$;

comment on function public.client_balance() is
'What the caller has to pay by currency, and how far their account is set up: {due: [{currency, amount, invoices, overdue, overdue_amount, next_due, invoice_ids: the first 50, oldest due first}], setup: {email_confirmed, dashboard, first_invoice, kickoff, today}}. Amounts in the smallest unit.';

grant execute on function public.client_balance() to authenticated;

create or replace function public.invoice_for_admin(p_invoice_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  answer jsonb;
begin
  perform private.require_admin();
  select jsonb_build_object(
    'invoice', to_jsonb(held) - 'search_text' || jsonb_build_object(
      'status', private.shown_invoice_status(held.status, held.due_date, private.agency_day())
    ),
    'today', private.agency_day(),
    'client', (
      select jsonb_build_object(
        'id', account.id, 'email', account.email, 'company', coalesce(billed.company, profile.company),
        'name', coalesce(billed.name, private.name_or_email(profile.first_name, profile.last_name, account.email::text))
      )
      from auth.users as account left join public.profiles as profile on profile.user_id = account.id
      left join private.archived_billing_identities as billed on billed.account_id = account.id where account.id = held.client_id
    ),
    'lines', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', line.id, 'description', line.description, 'quantity', line.quantity, 'unit_amount', line.unit_amount, 'amount', line.amount
      ) order by line.position) from public.invoice_lines as line where line.invoice_id = held.id
    ), '[]'),
    'ledger', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', entry.id, 'kind', entry.kind, 'amount', entry.amount, 'currency', entry.currency, 'is_duplicate', entry.is_duplicate,
        'occurred_at', entry.occurred_at, 'by_hand', entry.provider_ref like 'manual:%', 'reference', split_part(entry.provider_ref, '/', 1),
        'method', event.method, 'note', event.note
      ) order by entry.occurred_at, entry.created_at)
      from public.payments as entry left join public.invoice_events as event on event.payment_id = entry.id where entry.invoice_id = held.id
    ), '[]'),
    'events', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', event.id, 'kind', event.kind, 'note', event.note, 'method', event.method, 'amount', event.amount, 'created_at', event.created_at,
        'actor', private.full_name(profile.first_name, profile.last_name)
      ) order by event.created_at)
      from public.invoice_events as event left join public.profiles as profile on profile.user_id = event.actor_id where event.invoice_id = held.id
    ), '[]'),
    'retainer', (
      select jsonb_build_object('id', retainer.id, 'name', retainer.retainer_name, 'charge_date', charge.charge_date)
      from public.retainer_charges as charge join public.retainers as retainer on retainer.id = charge.retainer_id where charge.invoice_id = held.id
    ),
    'paying', exists (
      select from private.checkouts as tried where tried.invoice_id = held.id and tried.status = 'open' and tried.expires_at > now()
    )
  ) into answer
  from public.invoices as held where held.id = p_invoice_id;
  return answer;
end
$$;

comment on function public.invoice_for_admin(uuid) is
'For admins: an invoice with its client, lines, ledger, events, the retainer that issued it, and whether a payment page is open; null when there is no such invoice.';

create or replace function private.erasure_rules() returns table (
  place integer, table_name text, whose text, treatment text, sets jsonb, label text, reason text
)
language sql stable
set search_path = ''
as $$
  -- In the order in which they run. whose is a condition on the table as held; $1 is the private.erased_person. sets says
  -- for each cleared or kept column what it becomes (null: it stays).
  select rule.* from (values
    (10, 'private.outbox', $w$(held.kind = 'mail' or held.status in ('done', 'failed')) and (private.names_person(held.payload::text || ' ' || held.dedupe_key, $1)
      or exists (select from unnest(($1).accounts::text[]) as account (id) where strpos(held.dedupe_key, account.id) > 0))$w$, 'deleted', '{}'::jsonb,
      'Emails to and about the person, sent or waiting', null),
    (20, 'public.audit_log', $w$held.table_name = 'leads' and held.row_id = any (($1).partners::text[])
      or split_part(held.row_id, ' ', 1) = any (($1).accounts::text[])
      -- In a lead, user_id is the owner, and the lead is about somebody else.
      or held.table_name <> 'leads' and coalesce(held.before, held.after) ->> 'user_id' = any (($1).accounts::text[])
      or coalesce(held.before, held.after) ->> 'client_id' = any (($1).accounts::text[])
      or private.names_person(concat_ws(' ', held.row_id, held.subject, held.before::text, held.after::text), $1)$w$, 'cleared',
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
    (70, 'public.lead_pins', 'held.lead_id = any (($1).leads)', 'deleted', '{}', 'Pinned activities', null),
    (80, 'public.lead_activities', 'held.lead_id = any (($1).leads)', 'cleared',
      '{"body": "null", "payload": "private.neutral_move(held.kind, held.payload)"}', 'Activities',
      'Type, time and author stay for reports. All text is removed.'),
    (90, 'public.lead_clock_events', 'held.lead_id = any (($1).leads)', 'cleared', '{"payload": "''{}''"}', 'Response clock events',
      'Times stay for response reports.'),
    (100, 'private.calls_in_progress', 'held.lead_id = any (($1).leads) or held.user_id = any (($1).accounts)', 'deleted', '{}', 'Calls in progress', null),
    (110, 'private.pending_client_setups', 'held.lead_id = any (($1).leads) or held.email = any (($1).emails)', 'deleted', '{}', 'Pending client setups', null),
    (120, 'private.client_setups', 'held.lead_id = any (($1).leads)', 'deleted', '{}', 'Client setup records', null),
    (130, 'public.contacts', 'held.lead_id = any (($1).leads) or lower(held.email) = any (($1).emails)', 'deleted', '{}', 'Contact messages', null),
    (140, 'public.applications', 'held.lead_id = any (($1).leads) or lower(held.email) = any (($1).emails)', 'deleted', '{}', 'Applications', null),
    (150, 'public.landing_submissions', $w$held.lead_id = any (($1).leads) or held.lead_id is null and private.names_person(held.answers::text, $1)$w$, 'cleared',
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
        from private.lead_fields() as known where known.kind in ('word', 'text', 'list')
      ) || '{"first_name": "''Erased''", "last_name": "''person''", "company": "private.neutral_company(held.company, $1)", "first_touch": "private.neutral_touch(held.first_touch, $1)", "last_touch": "null", "consent_at": "null", "consent_text": "null", "next_task_at": "null", "next_task_kind": "null", "next_task_title": "null", "erased_at": "now()"}',
      'Leads', 'Stage, source, value, owner and times stay, as do companies and campaigns that other leads share.'),
    -- Clearing the lead may have written this entry.
    (161, 'public.lead_activities', $w$held.lead_id = any (($1).leads) and held.kind = 'consent'$w$, 'cleared', '{"payload": "''{}''"}', null, null),
    (170, 'private.lead_words', 'held.word = any (($1).words)', 'deleted', '{}', 'Search terms unique to this person', null),
    (180, 'private.lead_counts', $w$held.kind = 'company' and held.leads = 0$w$, 'deleted', '{}', null, null),
    (200, 'public.change_requests', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Service requests and replies', null),
    (201, 'public.change_request_answers', $w$exists (select from public.change_requests as asked where asked.id = held.request_id
      and asked.user_id <> all (($1).accounts) and private.names_person(asked.message, $1))$w$, 'cleared',
      '{"body": "''The person this was about was erased.''"}', 'Replies to requests about the person', null),
    -- A colleague's request contains the company of the lead that it is about. A client's request contains their own.
    (202, 'public.change_requests', $w$held.user_id <> all (($1).accounts) and private.names_person(held.message, $1)$w$, 'cleared',
      '{"message": "''The person this was about was erased.''", "business_name": "case when private.is_team_account(held.user_id) or private.names_person(held.business_name, $1) then ''Erased'' else held.business_name end"}', 'Colleagues'' requests about the person', null),
    (210, 'public.client_dashboards', 'held.owner_id = any (($1).accounts)', 'deleted', '{}', 'Client dashboards', null),
    (211, 'private.dashboard_import_entries', 'held.user_id = any (($1).accounts::text[])', 'deleted', '{}', 'Rows of imported dashboards', null),
    (220, 'public.invitations', 'held.email = any (($1).emails) or held.accepted_by = any (($1).accounts)', 'deleted', '{}', 'Invitations', null),
    (230, 'public.admin_emails', 'held.email = any (($1).emails)', 'deleted', '{}', 'Admin access for the address', null),
    (231, 'public.premium_overrides', 'held.email = any (($1).emails)', 'deleted', '{}', 'Complimentary Premium for the address', null),
    (232, 'private.settings', $w$lower(held.value) = any (($1).emails)$w$, 'deleted', '{}', 'Settings with the address', null),
    (240, 'public.notification_choices', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Email preferences', null),
    (241, 'public.lead_views', 'held.owner_id = any (($1).accounts)', 'deleted', '{}', 'Saved views, including shared ones', null),
    (250, 'public.retainers', $w$held.client_id = any (($1).accounts) and held.status = 'pending'
      and not exists (select from public.retainer_charges as charge where charge.retainer_id = held.id)$w$, 'deleted', '{}', 'Retainer drafts', null),
    (251, 'public.invoice_credits', $w$exists (select from public.invoices as draft where draft.id = held.invoice_id and draft.client_id = any (($1).accounts)
      and draft.status = 'draft' and not exists (select from public.retainer_charges as charge where charge.invoice_id = draft.id))$w$, 'deleted', '{}', null, null),
    (252, 'public.invoices', $w$held.client_id = any (($1).accounts) and held.status = 'draft'
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
    (270, 'private.rate_limits', 'private.names_person(held.key, $1)', 'deleted', '{}', 'Request counters', null),
    (271, 'private.quota_uses', $w$held.key = any (($1).accounts::text[])
      or held.key = any (array(select private.address_key(known.email) from unnest(($1).emails) as known (email)))$w$,
      'deleted', '{}', 'Quota counters', null),
    (272, 'private.email_links', 'held.user_id = any (($1).accounts) or held.email = any (($1).emails)', 'deleted', '{}', 'Links in account emails', null),
    (300, 'auth.audit_log_entries', $w$private.names_person(held.payload::text, $1)
      or held.payload ->> 'actor_id' = any (($1).accounts::text[]) or held.payload ->> 'user_id' = any (($1).accounts::text[])$w$, 'deleted', '{}', 'Sign-in log entries', null),
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

comment on function private.erasure_rules() is
'For each table with rows of a person: which rows, whether they are deleted, cleared or kept, and the text for the screen.';

create or replace function private.impersonal_columns() returns table (column_name text, reason text)
language sql immutable
set search_path = ''
as $$
  -- 'schema.table' means all its columns, 'schema.table.column' means one.
  select entry.* from (values
    ('auth.users.aud', 'the same word for everyone'),
    ('auth.users.role', 'the same word for everyone'),
    ('private.ip_salts', 'random, forgotten after a day'),
    ('private.checkouts.currency', 'a code'),
    ('private.checkouts.session_id', 'a number of the payment provider, kept with the payment'),
    ('private.checkouts.status', 'a word of the product'),
    ('private.combined_checkouts.currency', 'a code'),
    ('private.combined_checkouts.session_id', 'a number of the payment provider, kept with the payment'),
    ('private.dashboard_imports', 'ids and times'),
    ('private.erasures', 'ids and times'),
    ('private.landing_cache_version', 'a counter'),
    ('private.landing_visitors', 'hashes of one day, with a salt that is forgotten'),
    ('private.lead_counts.kind', 'a word of the product'),
    ('private.lead_import_rows.outcome', 'a word of the product'),
    ('private.lead_totals', 'counts'),
    ('private.payment_events', 'numbers of the payment provider'),
    ('private.purges', 'the product''s own jobs'),
    ('private.quotas', 'the product''s own limits'),
    ('private.scheduled_jobs', 'the product''s own jobs'),
    ('private.stage_figures', 'counts'),
    ('private.used_admin_entitlements', 'a hash: an entitlement that was used stays used'),
    ('public.agency_settings', 'the agency''s own'),
    ('public.audit_log.action', 'a word of the product'),
    ('public.audit_log.table_name', 'a word of the product'),
    ('public.change_requests.user_email', 'of a colleague, where the request stays'),
    ('public.landing_domains', 'the agency''s pages'),
    ('public.landing_drafts', 'the agency''s pages'),
    ('public.landing_page_versions', 'the agency''s pages'),
    ('public.landing_pages', 'the agency''s pages'),
    ('public.landing_previews', 'hashes of links to the agency''s pages'),
    ('public.landing_views', 'counts of visits by source'),
    ('public.lead_activities.kind', 'a word of the product'),
    ('public.lead_batches.kind', 'a word of the product'),
    ('public.lead_clock_events.event', 'a word of the product'),
    ('public.lead_clocks.state', 'a word of the product'),
    ('public.lead_imports', 'about a file of the agency; its rows have a rule of their own'),
    ('public.leads.stage', 'a key of the pipeline'),
    ('public.lost_reasons', 'the agency''s own list'),
    ('public.pipeline_stages', 'the agency''s own list'),
    ('public.retainer_charges', 'ids and times'),
    ('public.retention_settings', 'the agency''s own')
  ) as entry (column_name, reason)
$$;

comment on function private.impersonal_columns() is 'Columns with words that are about no person, and why.';
