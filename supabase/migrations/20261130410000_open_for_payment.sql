-- An agreed invoice (active) opens for payment: an admin decides, the client gets it by email, and the overview says when it's time.

alter table public.invoice_events drop constraint invoice_events_kind_check;
alter table public.invoice_events add constraint invoice_events_kind_check check (
  kind in ('created', 'sent', 'marked_paid', 'voided', 'credited', 'refunded', 'issued', 'resent', 'reminded', 'opened')
);

create or replace function private.announce_invoice() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.enqueue_invoice_mail(new.id, 'invoice-issued', case when old.status = 'active' then 'opened' else 'issued' end);
  return null;
end
$$;

comment on function private.announce_invoice() is
'Trigger: emails the client about a new invoice, once, and again when an agreed one opens for payment.';

drop trigger announce_sent_invoice on public.invoices;

create trigger announce_sent_invoice after update of status on public.invoices
for each row when (old.status in ('draft', 'active') and new.status = 'pending') execute function private.announce_invoice();

create function private.require_due_date(p_due date) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if p_due is null then perform private.refuse('required', '22023', 'Add a due date before you send the invoice', 'due_date'); end if;
  if p_due < private.agency_day() then
    perform private.refuse('due_date_passed', '22023', 'The due date has passed. Choose a later date.', 'due_date');
  end if;
end
$$;

comment on function private.require_due_date(date) is 'Refuses an invoice that a client gets without a due date, or with one that has passed.';

create or replace function private.send_invoice(p_invoice_id uuid, p_expected_updated_at timestamptz) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.invoices;
begin
  perform private.require_admin();
  held := private.lock_draft(p_invoice_id, p_expected_updated_at);
  perform private.require_named(held.client_id, held.account_id);
  perform private.require_client(held.client_id);
  if held.amount < 1 then
    perform private.refuse('invoice_empty', '22023', 'You can''t send an empty invoice. Add a line with an amount.', 'lines');
  end if;
  perform private.require_due_date(held.due_date);
  if held.invoice_number = private.draft_number(held.id) then
    held.invoice_number := private.next_invoice_number();
  end if;
  update public.invoices as invoice set invoice_number = held.invoice_number, status = 'pending' where invoice.id = p_invoice_id;
  perform private.record_invoice_event(p_invoice_id, 'sent', null, null, held.amount);
  return held.invoice_number;
end
$$;

create function private.open_invoice(p_invoice_id uuid, p_expected_updated_at timestamptz, p_due_date date) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.invoices;
begin
  perform private.require_admin();
  select * into held from public.invoices as invoice where invoice.id = p_invoice_id for update;
  -- A repeated request, because the answer was lost.
  if held.status <> 'active' and held.due_date = p_due_date and exists (
    select from public.invoice_events as event where event.invoice_id = held.id and event.kind = 'opened' and event.actor_id = auth.uid()
  ) then
    return;
  end if;
  held := private.lock_sent_invoice(p_invoice_id, p_expected_updated_at);
  if held.status <> 'active' then
    perform private.refuse('outdated', 'PT409', 'Only an invoice that can''t be paid yet can be opened for payment');
  end if;
  perform private.require_client(held.client_id);
  perform private.require_due_date(p_due_date);
  update public.invoices as invoice set status = 'pending', due_date = p_due_date where invoice.id = held.id;
  perform private.record_invoice_event(held.id, 'opened', null, null, held.owed_amount);
end
$$;

create function public.open_invoice(p_invoice_id uuid, p_expected_updated_at timestamptz, p_due_date date) returns void
language sql volatile
set search_path = ''
return private.open_invoice(p_invoice_id, p_expected_updated_at, p_due_date);

comment on function public.open_invoice(uuid, timestamptz, date) is
'Opens an agreed invoice (active) for payment: makes it pending, due on p_due_date (today or later), and emails it to the client. A repeated request of the same admin does nothing. PT409: it changed since the caller read it, or isn''t active.';

grant execute on function public.open_invoice(uuid, timestamptz, date) to authenticated;
grant execute on function private.open_invoice(uuid, timestamptz, date) to authenticated;

create or replace function private.invoice_statement(p_from date, p_until date, p_client_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  client constant uuid := private.portal_client(p_client_id);
  zone constant text := private.agency_zone();
begin
  if client is null then perform private.refuse('client_only', '42501', 'Only a client has a statement'); end if;
  if not private.has_premium(private.account_of_client(client)) then
    perform private.refuse('premium_only', '42501', 'Statements are a part of Premium');
  end if;
  if p_from is null or p_until is null or p_until < p_from then
    perform private.refuse('period_invalid', '22023', 'The last day must not be before the first day', 'until');
  end if;
  return (
    -- An active invoice is agreed, and can't be paid yet. It is owed from the day on which it opens for payment, as in the portal.
    with own as (
      select invoice.*, coalesce((
          select max(event.created_at) from public.invoice_events as event where event.invoice_id = invoice.id and event.kind = 'opened'
        ), invoice.issued_at, invoice.created_at) as charged_at
      from public.invoices as invoice
      where invoice.client_id = client and invoice.status not in ('draft', 'active')
    ), entries as (
      select own.charged_at as at, 1 as place, own.id, own.invoice_number as document, 'invoice' as kind, own.description as text, own.currency,
        own.amount as charged, 0 as paid, 0 as credited, 0 as refunded
      from own
      union all
      -- A credit of an agreed invoice counts from when it opens.
      select greatest(credit.created_at, own.charged_at), 2, credit.id, own.invoice_number, 'credit', credit.reason, own.currency, 0, 0, credit.amount, 0
      from own join public.invoice_credits as credit on credit.invoice_id = own.id
      union all
      -- In the currency that came in, which may be another one than the invoice's.
      select entry.occurred_at, 3, entry.id, own.invoice_number, case when entry.is_duplicate then 'duplicate' else entry.kind end, null,
        entry.currency, 0, case entry.kind when 'payment' then entry.amount else 0 end, 0,
        case entry.kind when 'refund' then entry.amount when 'reversal' then -entry.amount else 0 end
      from own join public.payments as entry on entry.invoice_id = own.id
      union all
      -- Paid before the ledger existed.
      select (own.paid_date + time '23:59') at time zone zone, 3, own.id, own.invoice_number, 'payment', null, own.currency, 0,
        own.amount - own.credited_amount, 0, 0
      from own
      where own.status = 'paid' and own.paid_date is not null
        and not exists (select from public.payments as entry where entry.invoice_id = own.id and entry.currency = own.currency)
      union all
      -- A void invoice is owed no more. Credits have taken their part before.
      select coalesce((
          select max(event.created_at) from public.invoice_events as event where event.invoice_id = own.id and event.kind = 'voided'
        ), own.charged_at), 4, own.id, own.invoice_number, 'void', null, own.currency, 0, 0, own.amount - own.credited_amount, 0
      from own where own.status = 'void' and own.amount <> own.credited_amount
    ), running as (
      -- Invoices that were issued together are in the order of their numbers: INV-999 before INV-1000.
      select entry.*, (entry.at at time zone zone)::date as day,
        sum(entry.charged + entry.refunded - entry.paid - entry.credited) over (
          partition by entry.currency order by entry.at, entry.place, length(entry.document), entry.document, entry.id rows unbounded preceding
        ) as balance
      from entries as entry
    ), opening as (
      select distinct on (earlier.currency) earlier.currency, earlier.balance from running as earlier
      where earlier.day < p_from order by earlier.currency, earlier.at desc, earlier.place desc,
        length(earlier.document) desc, earlier.document desc, earlier.id desc
    )
    select jsonb_build_object('rows', coalesce(jsonb_agg(jsonb_build_object(
      'day', line.day, 'document', line.document, 'kind', line.kind, 'text', line.text, 'charged', line.charged, 'paid', line.paid,
      'credited', line.credited, 'refunded', line.refunded, 'balance', line.balance, 'currency', line.currency
    ) order by line.currency, line.at nulls first, line.place, length(line.document), line.document, line.id), '[]'))
    from (
      select null::timestamptz as at, 0 as place, null::uuid as id, p_from as day, null as document, 'opening' as kind, null as text,
        opening.currency, 0 as charged, 0 as paid, 0 as credited, 0 as refunded, opening.balance
      from opening where opening.balance <> 0
      union all
      select running.at, running.place, running.id, running.day, running.document, running.kind, running.text, running.currency,
        running.charged, running.paid, running.credited, running.refunded, running.balance
      from running where running.day between p_from and p_until
    ) as line
  );
end
$$;

create or replace function private.list_waiting_work() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'overdue', coalesce((
      select jsonb_agg(jsonb_build_object('currency', sums.currency, 'amount', sums.amount, 'invoices', sums.number) order by sums.currency)
      from (
        select late.currency, sum(late.owed_amount) as amount, count(*) as number from private.shown_invoices as late
        where late.shown = 'overdue' and late.owed_amount > 0 group by late.currency
      ) as sums
    ), '[]'),
    'open_requests', (select count(*) from public.change_requests as request where request.status = 'open'),
    -- Agreed invoices that the client should get by now, to have the usual time to pay.
    'to_open', (
      select count(*) from public.invoices as invoice
      where invoice.status = 'active' and invoice.owed_amount > 0
        and invoice.due_date <= private.agency_day() + (select settings.payment_days from public.agency_settings as settings)
    )
  );
end
$$;

comment on function public.list_waiting_work() is
'What waits for an admin: {overdue: [{currency, amount, invoices}], open_requests, to_open: agreed invoices to open for payment, because they are due within the payment term}. Amounts in the smallest unit. Admins only (42501).';
