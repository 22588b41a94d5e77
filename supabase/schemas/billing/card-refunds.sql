-- Refunds to the client's card, which an admin starts on the invoice. The provider sends the money, and its ledger entry brings the
-- reason back in its metadata. So a refund that arrives by any report is told to the client once.

create function private.start_card_refund(p_invoice_id uuid, p_expected_updated_at timestamptz, p_amount integer, p_reason text) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.invoices;
  by_card integer;
begin
  perform private.require_admin();
  -- The provider keeps at most 500 characters.
  perform private.require_text(p_reason, 'Reason', 500);
  held := private.lock_sent_invoice(p_invoice_id, p_expected_updated_at);
  if p_amount is null or p_amount < 1 then perform private.refuse('amount_not_positive', '22023', 'The amount must be more than zero', 'amount'); end if;
  select coalesce(sum(case entry.kind when 'refund' then -entry.amount else entry.amount end), 0) into by_card
  from public.payments as entry
  where entry.invoice_id = held.id and entry.provider_ref not like 'manual:%' and entry.currency = held.currency;
  if held.status not in ('paid', 'void') or least(by_card, held.received_amount - held.refunded_amount) < 1 then
    perform private.refuse('nothing_to_refund', 'PT409', 'There is nothing to refund to a card on this invoice');
  end if;
  if p_amount > least(by_card, held.received_amount - held.refunded_amount) then
    perform private.refuse('amount_too_large', '22023', 'The refund is more than the amount received by card for this invoice', 'amount');
  end if;
  -- The invoice has a new version, so a second admin who saw the old one cannot send the money twice.
  update public.invoices as invoice set updated_at = now() where invoice.id = held.id;
  return (
    select jsonb_agg(jsonb_build_object('intent', split_part(entry.provider_ref, '/', 1), 'kept', case
      when entry.combined_id is not null then (
        select sum(case share.kind when 'refund' then -share.amount else share.amount end) from public.payments as share
        where share.invoice_id = held.id and share.combined_id = entry.combined_id
      )
      else entry.amount end) order by entry.is_duplicate desc, entry.occurred_at desc)
    from public.payments as entry
    where entry.invoice_id = held.id and entry.kind = 'payment' and entry.provider_ref not like 'manual:%' and entry.currency = held.currency
  );
end
$$;

create function public.start_card_refund(p_invoice_id uuid, p_expected_updated_at timestamptz, p_amount integer, p_reason text) returns jsonb
language sql volatile
set search_path = ''
return private.start_card_refund(p_invoice_id, p_expected_updated_at, p_amount, p_reason);

comment on function public.start_card_refund(uuid, timestamptz, integer, text) is
'Checks a refund to the card before the provider is asked, and returns the card payments to take it from: [{intent, kept}], second payments first. Only refund-invoice calls it.';

create function private.note_card_refund(p_entry_id uuid, p_request jsonb) returns void
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

grant execute on function public.start_card_refund(uuid, timestamptz, integer, text) to authenticated;
grant execute on function private.start_card_refund(uuid, timestamptz, integer, text) to authenticated;
