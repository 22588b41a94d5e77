-- The email about a refund that was recorded by hand says that the invoice stays paid, too.

create function private.stays_paid_mark(p_invoice_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select case when invoice.status = 'paid' and (
      -- The invoice's own amounts don't count the last entry yet.
      select sum(case when held.kind in ('payment', 'reversal') then held.amount when held.kind = 'refund' then -held.amount end)
      from public.payments as held where held.invoice_id = invoice.id and held.currency = invoice.currency
    ) >= invoice.amount - invoice.credited_amount
    then jsonb_build_object('staysPaid', case when exists (
      select from public.payments as held where held.invoice_id = invoice.id and held.is_duplicate
    ) then 'second' else 'true' end)
    else '{}' end
  from public.invoices as invoice where invoice.id = p_invoice_id
$$;

comment on function private.stays_paid_mark(uuid) is
'For the email about a refund: {staysPaid: second (a second payment went back) or true} if enough money is kept that the invoice stays paid, else {}.';

create or replace function private.record_refund(
  p_invoice_id uuid, p_amount integer, p_on date, p_method text, p_reason text, p_payment_id uuid
) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  held public.invoices;
  most integer;
begin
  perform private.settle_invoice(p_invoice_id);
  select * into held from public.invoices as invoice where invoice.id = p_invoice_id;
  most := held.received_amount - held.refunded_amount;
  if held.status not in ('paid', 'void') or most < 1 then
    perform private.refuse('nothing_to_refund', 'PT409', 'There is nothing to refund on this invoice');
  end if;
  if p_amount > most then perform private.refuse('amount_too_large', '22023', 'The refund is more than the amount received for this invoice', 'amount'); end if;
  perform private.record_manual_payment(held, 'refund', p_amount, p_on, p_method, p_reason, p_payment_id);
  perform private.enqueue_invoice_mail(held.id, 'invoice-refunded', format('refunded:%s', p_payment_id),
    jsonb_build_object('refunded', p_amount::text, 'reason', p_reason, 'method', p_method, 'sent', p_on)
      || private.restored_mark(p_payment_id) || private.stays_paid_mark(held.id));
end
$$;

comment on function private.record_refund(uuid, integer, date, text, text, uuid) is
'Records money that was sent back outside the provider, at most what is kept, and emails the client.';

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
      || case when entry.payer_id <> reader.id then jsonb_build_object('payer', private.person_name(entry.payer_id)) else '{}' end
      || private.stays_paid_mark(entry.invoice_id)
      -- Someone who left the account would find no invoice.
      || case when not private.pays(invoice.client_id, invoice.account_id, reader.id) then jsonb_build_object('noPage', 'true') else '{}' end,
    reader.id
  )
  from (select entry.client_id as id union select entry.payer_id) as reader
  join public.invoices as invoice on invoice.id = entry.invoice_id
  where reader.id is not null;
end
$$;

comment on function private.note_card_refund(uuid, jsonb) is
'Records who refunded an entry of the ledger to the card and why, also in the audit log, and emails the client and whoever had paid.';
