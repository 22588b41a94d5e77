-- Billing days have one zone. Invoices that can't be paid yet are in the balance. A failed payment is reported after an hour, a
-- payment of several invoices has one receipt, a new plan and a new request are confirmed.

create or replace function public.client_balance(p_client_id uuid default null) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  with today as (
    select private.agency_day() as day
  ), own as (
    select invoice.*, private.is_overdue(invoice.status, invoice.due_date, today.day) or invoice.status = 'overdue' as late
    from public.invoices as invoice cross join today
    where invoice.client_id = (select private.portal_client(p_client_id)) and invoice.status in ('pending', 'overdue') and invoice.owed_amount > 0
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
    'later', coalesce((
      select jsonb_agg(jsonb_build_object('currency', ahead.currency, 'amount', ahead.amount, 'invoices', ahead.number, 'due', ahead.due)
        order by ahead.amount desc)
      from (
        select invoice.currency, sum(invoice.owed_amount) as amount, count(*) as number, min(invoice.due_date) as due
        from public.invoices as invoice
        where invoice.client_id = (select private.portal_client(p_client_id)) and invoice.status = 'active' and invoice.owed_amount > 0
        group by invoice.currency
      ) as ahead
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
      from auth.users as account cross join today where account.id = (select private.portal_client(p_client_id))
    )
  )
$$;

comment on function public.client_balance(uuid) is
'What the caller, or for an admin the named client, has to pay by currency, and how far their account is set up: {due: [{currency, amount, invoices, overdue, overdue_amount, next_due, invoice_ids: the first 50, oldest due first}], later: [{currency, amount, invoices, due}] of active invoices, which can''t be paid yet, setup: {email_confirmed, dashboard, first_invoice, kickoff, today}}. Amounts in the smallest unit.';

create or replace function public.agency_contact() returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object('name', settings.agency_name, 'email', settings.email, 'phone', settings.phone, 'address', settings.address,
    'currency', settings.currency, 'time_zone', settings.time_zone)
  from public.agency_settings as settings
  where private.is_session_sufficient()
$$;

comment on function public.agency_contact() is
'Who sends the invoices and answers questions about them: {name, email, phone, address, currency, time_zone}. Billing days are days in that zone. For everybody who is signed in.';

create function public.announce_plan_start(p_user_id uuid) returns void
language sql volatile security definer
set search_path = ''
as $$
  select public.enqueue_outbox('mail', format('premium-started:%s:%s', plan.user_id, plan.stripe_subscription_id), jsonb_build_object(
    'to', person.row ->> 'to',
    'template', 'premium-started',
    'data', jsonb_strip_nulls(jsonb_build_object(
      'name', person.row ->> 'name', 'trialEnds', case when plan.trial_end > now() then private.agency_day(plan.trial_end) end,
      'renews', private.agency_day(plan.subscription_end)
    ))
  ))
  from public.subscriptions as plan cross join lateral private.mail_recipient(plan.user_id) as person (row)
  -- The provider repeats its messages, also long after the start.
  where plan.user_id = p_user_id and plan.subscribed and plan.started_at > now() - interval '1 day'
$$;

comment on function public.announce_plan_start(uuid) is
'Emails a person that their plan has started: until when it is free, and when it renews. Once for each subscription.';

grant execute on function public.announce_plan_start(uuid) to service_role;

create function private.enqueue_payment_failure(p_key text, p_client_id uuid, p_invoice_ids uuid[], p_data jsonb) returns void
language sql volatile
set search_path = ''
as $$
  -- People try a card on the page, where they see that it was declined, and most pay with another one right away. So the email
  -- waits for an hour, and is sent only if the invoices are still open then (public.prepare_payment_failure).
  select public.enqueue_outbox('mail', format('%s:payment-failed:%s', p_key, private.agency_day()), jsonb_build_object(
    'to', person.row ->> 'to', 'template', 'payment-failed',
    'data', p_data || jsonb_build_object('name', person.row ->> 'name', 'invoiceIds', to_jsonb(p_invoice_ids))
  ), now() + interval '1 hour')
  from private.mail_recipient(p_client_id) as person (row)
$$;

comment on function private.enqueue_payment_failure(text, uuid, uuid[], jsonb) is
'Queues an email about a payment that failed, for an hour later. At most one a day for each key.';

create or replace function public.announce_payment_failure(p_invoice_id uuid, p_reason text) returns void
language sql volatile security definer
set search_path = ''
as $$
  select private.enqueue_payment_failure(format('invoice:%s', invoice.id), invoice.client_id, array[invoice.id], jsonb_build_object(
    'invoiceId', invoice.id, 'number', invoice.invoice_number, 'amount', invoice.owed_amount::text, 'currency', invoice.currency,
    'reason', left(p_reason, 300)
  ))
  from public.invoices as invoice where invoice.id = p_invoice_id and invoice.status in ('pending', 'overdue')
$$;

comment on function public.announce_payment_failure(uuid, text) is
'Emails a client that a payment failed if the invoice is still open an hour later, at most once a day for each invoice.';

create function public.prepare_payment_failure(p_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select (job.payload -> 'data') - 'invoiceIds'
  from private.outbox as job
  where job.id = p_id and not exists (
    select from public.invoices as invoice
    where invoice.id in (
        select given.id::uuid from jsonb_array_elements_text(job.payload #> '{data,invoiceIds}') as given (id)
      )
      and invoice.status not in ('pending', 'overdue')
  )
$$;

comment on function public.prepare_payment_failure(uuid) is
'The data of a queued email about a failed payment. Null if one of its invoices is no longer open, so that the email is not sent.';

grant execute on function public.prepare_payment_failure(uuid) to service_role;

create function private.enqueue_combined_receipt(p_combined_id uuid, p_invoice_ids uuid[]) returns void
language sql volatile
set search_path = ''
as $$
  select public.enqueue_outbox('mail', format('combined:%s:payment-received', page.id), jsonb_strip_nulls(jsonb_build_object(
    'to', person.row ->> 'to',
    'template', 'payment-received',
    -- More files would make an email that some servers refuse. Each invoice has its PDF in the portal.
    'attachInvoices', case when paid.number <= 10 then paid.ids end,
    'data', jsonb_build_object(
      'name', person.row ->> 'name', 'amount', paid.total::text, 'currency', page.currency, 'invoices', paid.number::text,
      'number', paid.numbers, 'paid', paid.day, 'lines', paid.lines::text
    )
  )))
  from private.combined_checkouts as page
  cross join lateral (
    select count(*) as number, sum(share.amount) as total, max(share.paid_date) as day,
      to_jsonb(array_agg(share.id order by share.place)) as ids, string_agg(share.invoice_number, ', ' order by share.place) as numbers,
      jsonb_agg(jsonb_build_object('number', share.invoice_number, 'description', share.description, 'amount', share.amount) order by share.place) as lines
    from (
      select invoice.id, invoice.invoice_number, invoice.paid_date, tried.place,
        coalesce(nullif(btrim(left(invoice.description, 200)), ''), 'Marketing services') as description,
        (
          select coalesce(sum(entry.amount), 0) from public.payments as entry
          where entry.invoice_id = invoice.id and entry.combined_id = page.id and entry.kind = 'payment'
        ) as amount
      from private.checkouts as tried join public.invoices as invoice on invoice.id = tried.invoice_id
      where tried.combined_id = page.id and invoice.id = any (p_invoice_ids)
    ) as share
  ) as paid
  cross join lateral private.mail_recipient(page.client_id) as person (row)
  where page.id = p_combined_id
$$;

comment on function private.enqueue_combined_receipt(uuid, uuid[]) is
'Queues one receipt for a payment of several invoices: the total, which is one charge on the card, and what it paid.';

create or replace function public.record_combined_checkout(p_checkout jsonb) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  page private.combined_checkouts;
  members uuid[];
  member uuid;
  paid_before uuid[];
  paid_now uuid[];
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
  end loop;
  paid_now := array(
    select invoice.id from public.invoices as invoice
    where invoice.id = any (members) and invoice.status = 'paid' and not invoice.id = any (paid_before)
  );
  if cardinality(paid_now) = 1 then
    perform private.enqueue_invoice_mail(paid_now[1], 'payment-received', 'payment-received');
  elsif cardinality(paid_now) > 1 then
    perform private.enqueue_combined_receipt(page.id, paid_now);
  end if;
  return (select jsonb_object_agg(invoice.id, invoice.status) from public.invoices as invoice where invoice.id = any (members));
end
$$;

comment on function public.record_combined_checkout(jsonb) is
'Stores what the provider answered about a session for several invoices ({session_id, combined_id, status, disputed, entries: [{kind, amount, currency, ref, occurred_at}]}), splits each entry over the invoices, and returns their states by id.';

create or replace function public.announce_combined_failure(p_combined_id uuid, p_reason text) returns void
language sql volatile security definer
set search_path = ''
as $$
  select private.enqueue_payment_failure(format('combined:%s', page.id), page.client_id, members.ids, jsonb_build_object(
    'amount', page.amount::text, 'currency', page.currency, 'reason', left(p_reason, 300), 'invoices', members.number::text,
    'number', members.numbers
  ))
  from private.combined_checkouts as page
  cross join lateral (
    select count(*) as number, array_agg(invoice.id) as ids, string_agg(invoice.invoice_number, ', ' order by tried.place) as numbers,
      bool_or(invoice.status in ('pending', 'overdue')) as is_open
    from private.checkouts as tried join public.invoices as invoice on invoice.id = tried.invoice_id where tried.combined_id = page.id
  ) as members
  where page.id = p_combined_id and members.is_open
$$;

comment on function public.announce_combined_failure(uuid, text) is
'Emails a client that a payment of several invoices failed if they are all still open an hour later, at most once a day for each page.';

create function private.confirm_change_request() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform public.enqueue_outbox('mail', format('request:%s:received', new.id), jsonb_build_object(
    'to', new.user_email,
    'template', 'request-received',
    'data', jsonb_build_object(
      'name', private.mail_recipient(new.user_id) ->> 'name', 'type', new.request_type, 'business', new.business_name,
      'question', left(new.message, 4000)
    )
  ));
  return null;
end
$$;

comment on function private.confirm_change_request() is 'Trigger: emails a copy of a new request to the person who sent it.';

-- Does not run for demo data and restored backups, whose requests are old.
create trigger confirm_change_request after insert on public.change_requests
for each row when (current_user = 'authenticated') execute function private.confirm_change_request();

-- A PDF says that its invoice is overdue, even before the nightly job has stored it.
create or replace function public.invoice_document(p_invoice_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'number', case when invoice.invoice_number = private.draft_number(invoice.id) then 'Draft' else invoice.invoice_number end,
    'id', invoice.id, 'status', private.shown_invoice_status(invoice.status, invoice.due_date, private.agency_day()), 'currency', invoice.currency, 'description', invoice.description,
    -- A retainer's invoice from before the period was stored has its charge day.
    'period', coalesce(
      case when invoice.service_from is not null then jsonb_build_object('from', invoice.service_from, 'until', invoice.service_until) end,
      (
        select jsonb_build_object('from', charge.charge_date, 'until', (charge.charge_date + interval '1 month')::date - 1)
        from public.retainer_charges as charge where charge.invoice_id = invoice.id
      )
    ),
    'issued', private.agency_day(coalesce(invoice.issued_at, invoice.created_at)), 'due', invoice.due_date, 'paid', invoice.paid_date,
    'lines', coalesce(
      (
        select jsonb_agg(jsonb_build_object(
          'position', line.position, 'description', line.description, 'quantity', line.quantity, 'unitAmount', line.unit_amount, 'amount', line.amount
        ) order by line.position)
        from public.invoice_lines as line where line.invoice_id = invoice.id
      ),
      jsonb_build_array(jsonb_build_object(
        'position', 1, 'description', coalesce(nullif(btrim(invoice.description), ''), 'Marketing services'),
        'quantity', 1, 'unitAmount', invoice.amount, 'amount', invoice.amount
      ))
    ),
    'total', invoice.amount, 'credited', invoice.credited_amount, 'refunded', invoice.refunded_amount,
    -- An invoice that was paid before the ledger existed counts as received in full.
    'received', case
      when invoice.status = 'paid' and invoice.received_amount = 0 then invoice.amount - invoice.credited_amount
      else invoice.received_amount
    end,
    'owed', case when invoice.status = 'draft' then invoice.amount else invoice.owed_amount end,
    'agency', (
      select jsonb_build_object('name', settings.agency_name, 'email', settings.email, 'phone', settings.phone, 'address', settings.address,
        'taxId', settings.tax_id, 'terms', settings.payment_terms)
      from public.agency_settings as settings
    ),
    'client', jsonb_build_object(
      'name', coalesce(billed.name, private.name_or_email(profile.first_name, profile.last_name, account.email::text)),
      'company', coalesce(billed.company, profile.company),
      'address', coalesce(billed.address, profile.billing_address), 'taxId', coalesce(billed.tax_id, profile.tax_id), 'email', case when billed.account_id is null then account.email else '' end
    )
  )
  from public.invoices as invoice
  join auth.users as account on account.id = invoice.client_id
  left join private.archived_billing_identities as billed on billed.account_id = invoice.client_id
  left join public.profiles as profile on profile.user_id = invoice.client_id
  where invoice.id = p_invoice_id
$$;
