-- Whoever paid learns of a payment that was too much and of refunds, and the invoice says whose they are.

comment on column public.payments.payer_id is
'Who paid online, also of a refund of it. Null if several people opened the payment page, and for what an admin recorded.';

create function private.enqueue_second_payment(p_payment_id uuid) returns void
language sql volatile
set search_path = ''
as $$
  select private.enqueue_invoice_mail(
    entry.invoice_id, 'payment-received', format('paid-twice:%s', entry.id), jsonb_build_object(
      'twice', 'true', 'payment', entry.amount::text, 'paid', private.agency_day(entry.occurred_at), 'method', private.method_of(entry)
    ), entry.payer_id
  )
  from public.payments as entry where entry.id = p_payment_id and entry.kind = 'payment' and entry.is_duplicate
$$;

comment on function private.enqueue_second_payment(uuid) is
'Tells whoever paid that the invoice was paid already, if this payment is too much.';

create or replace function private.record_checkout(p_checkout jsonb) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  invoice public.invoices;
  was_paid boolean;
  entry jsonb;
  recorded uuid;
  paid_by uuid;
  payer uuid;
begin
  select * into invoice from public.invoices as held where held.id = (p_checkout ->> 'invoice_id')::uuid for update;
  if not found then perform private.refuse('invoice_not_found', 'PT404', 'Invoice not found'); end if;
  was_paid := invoice.status = 'paid';
  update private.checkouts as tried
  set status = p_checkout ->> 'status', checked_at = now(), session_id = coalesce(tried.session_id, p_checkout ->> 'session_id')
  where tried.invoice_id = invoice.id and tried.status <> 'complete'
    and (tried.session_id = p_checkout ->> 'session_id' or tried.attempt = (p_checkout ->> 'attempt')::integer);
  if (p_checkout ->> 'disputed')::boolean then
    update private.checkouts as tried set disputed = true
    where tried.invoice_id = invoice.id and tried.session_id = p_checkout ->> 'session_id' and not tried.disputed;
  end if;
  select tried.payer_id into payer from private.checkouts as tried
  where tried.invoice_id = invoice.id
    and (tried.session_id = p_checkout ->> 'session_id' or tried.attempt = (p_checkout ->> 'attempt')::integer)
  order by tried.session_id = p_checkout ->> 'session_id' desc nulls last limit 1;
  for entry in select * from jsonb_array_elements(p_checkout -> 'entries') loop
    insert into public.payments (invoice_id, client_id, kind, amount, currency, provider_ref, occurred_at, method, payer_id)
    values (
      invoice.id, invoice.client_id, entry ->> 'kind', (entry ->> 'amount')::integer, lower(entry ->> 'currency'),
      entry ->> 'ref', (entry ->> 'occurred_at')::timestamptz, left(entry ->> 'method', 50), payer
    )
    on conflict (provider_ref) do nothing returning id into recorded;
    if found and entry ? 'request' then perform private.note_card_refund(recorded, entry -> 'request'); end if;
    if recorded is not null and entry ->> 'kind' = 'payment' then paid_by := recorded; end if;
  end loop;
  perform private.settle_invoice(invoice.id);
  select * into invoice from public.invoices as held where held.id = invoice.id;
  -- It pays only a part if an admin removed another payment while the payment page was open.
  if invoice.status = 'paid' and not was_paid or invoice.owed_amount > 0 and (
    select entry.currency = invoice.currency from public.payments as entry where entry.id = paid_by
  ) then
    perform private.enqueue_receipt(invoice.id, paid_by, payer);
  else
    perform private.enqueue_second_payment(paid_by);
  end if;
  return invoice.status;
end
$$;

create or replace function private.record_combined_checkout(p_checkout jsonb) returns jsonb
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
  receipt record;
  share_id uuid;
  fresh uuid[] := '{}';
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
    with stored as (
      insert into public.payments (invoice_id, client_id, kind, amount, currency, provider_ref, occurred_at, combined_id, method, payer_id)
      select split.invoice_id, invoice.client_id, entry ->> 'kind', split.amount, lower(entry ->> 'currency'),
        (entry ->> 'ref') || '/' || split.invoice_id, (entry ->> 'occurred_at')::timestamptz, page.id, left(entry ->> 'method', 50),
        page.payer_id
      from (
        select * from private.split_payment(page.id, (entry ->> 'amount')::integer) where entry ->> 'kind' = 'payment'
        union all
        select * from private.split_refund(page.id, (entry ->> 'amount')::integer)
        where entry ->> 'kind' = 'refund' and not coalesce((entry #>> '{request,invoice_id}')::uuid = any (members), false)
        union all
        -- A refund that an admin started on one of the invoices is that invoice's.
        select (entry #>> '{request,invoice_id}')::uuid, (entry ->> 'amount')::integer
        where entry ->> 'kind' = 'refund' and (entry #>> '{request,invoice_id}')::uuid = any (members)
        union all
        -- A refund that failed comes back to the invoices that it was taken from.
        select refund.invoice_id, refund.amount from public.payments as refund
        where entry ->> 'kind' = 'reversal' and refund.combined_id = page.id and refund.kind = 'refund'
          and starts_with(refund.provider_ref, replace(entry ->> 'ref', ':reversed', '') || '/')
      ) as split join public.invoices as invoice on invoice.id = split.invoice_id
      returning id
    )
    select fresh || coalesce(array_agg(stored.id), '{}') into fresh from stored;
    if entry ->> 'kind' = 'refund' and entry ? 'request' then
      perform private.note_card_refund(share.id, entry -> 'request')
      from public.payments as share where share.combined_id = page.id and starts_with(share.provider_ref, (entry ->> 'ref') || '/');
    end if;
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
  for receipt in select readers.reader, readers.invoice_ids from private.receipt_readers(paid_now, page.payer_id) as readers loop
    if cardinality(receipt.invoice_ids) = 1 then
      select share.id into share_id from public.payments as share
      where share.invoice_id = receipt.invoice_ids[1] and share.combined_id = page.id and share.kind = 'payment'
      order by share.created_at desc, share.occurred_at desc limit 1;
      perform private.enqueue_invoice_mail(
        receipt.invoice_ids[1], 'payment-received', concat_ws(':', 'payment-received', share_id),
        private.receipt_of(share_id, page.payer_id, receipt.reader), receipt.reader
      );
    else perform private.enqueue_combined_receipt(page.id, receipt.invoice_ids, receipt.reader);
    end if;
  end loop;
  -- A share pays only a part if an admin removed another payment while the payment page was open.
  perform private.enqueue_receipt(invoice.id, share.id, page.payer_id)
  from public.payments as share join public.invoices as invoice on invoice.id = share.invoice_id
  where share.id = any (fresh) and share.kind = 'payment' and share.currency = invoice.currency and invoice.owed_amount > 0;
  perform private.enqueue_second_payment(share) from unnest(fresh) as share;
  return (select jsonb_object_agg(invoice.id, invoice.status) from public.invoices as invoice where invoice.id = any (members));
end
$$;

create or replace function private.note_card_refund(p_entry_id uuid, p_request jsonb) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  entry public.payments;
  admin auth.users;
begin
  select * into entry from public.payments as held where held.id = p_entry_id;
  select * into admin from auth.users as account where account.id::text = p_request ->> 'admin_id';
  insert into public.invoice_events (invoice_id, kind, note, method, amount, payment_id, actor_id)
  values (entry.invoice_id, 'refunded', left(p_request ->> 'reason', 1000), 'Card', entry.amount, entry.id, admin.id);
  -- The provider reports it without anyone signed in, so the trigger writes no entry.
  if admin.id is not null then
    insert into public.audit_log (actor_id, actor_email, action, table_name, row_id, subject, after)
    select admin.id, admin.email, 'insert', 'payments', entry.id::text, private.subject_of(added.row), added.row
    from (select to_jsonb(entry) || jsonb_build_object('method', 'Card') as row) as added;
  end if;
  -- The person on the invoice, and whose card it is.
  perform private.enqueue_invoice_mail(
    entry.invoice_id, 'invoice-refunded', format('refunded:%s', entry.id),
    jsonb_build_object('refunded', entry.amount::text, 'reason', p_request ->> 'reason', 'method', 'Card')
      || case when entry.payer_id <> reader.id then jsonb_build_object('payer', private.person_name(entry.payer_id)) else '{}' end,
    reader.id
  )
  from (select entry.client_id as id union select entry.payer_id) as reader where reader.id is not null;
end
$$;

comment on function private.note_card_refund(uuid, jsonb) is
'Records who refunded an entry of the ledger to the card and why, also in the audit log, and emails the client and whoever had paid.';

create or replace function private.invoice_payers(p_invoice_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select coalesce((
    select jsonb_agg(jsonb_build_object('payment_id', entry.id, 'name', private.person_name(entry.payer_id)) order by entry.occurred_at, entry.id)
    from public.payments as entry join public.invoices as invoice on invoice.id = entry.invoice_id
    where entry.invoice_id = p_invoice_id and entry.kind <> 'removed' and entry.payer_id <> invoice.client_id
  ), '[]')
  where public.may_pay_invoice(p_invoice_id) or private.has_active_role('admin')
$$;

comment on function public.invoice_payers(uuid) is
'The payments of an invoice that someone else than the person on it made online, and their refunds, for people who may pay it and for admins: [{payment_id, name}]. Null for all others.';
