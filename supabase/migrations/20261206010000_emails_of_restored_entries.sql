-- Emails about entries that count again say so, and an email about a credit says what is due.
create function private.restored_mark(p_payment_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select case when exists (select from public.payments as entry where entry.id = p_payment_id and entry.kind = 'removed')
    then '{"restored": "true"}'::jsonb else '{}'::jsonb end
$$;

comment on function private.restored_mark(uuid) is
'For the email about an entry of the ledger that is recorded under this id: whether it is a removed one that counts again, so that nobody expects money twice.';

create or replace function private.record_invoice_payment(
  p_invoice_id uuid, p_expected_updated_at timestamptz, p_amount integer, p_paid_on date, p_method text, p_reference text, p_payment_id uuid
) returns public.invoice_status
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.invoices;
  known uuid;
  reference constant text := nullif(btrim(p_reference), '');
begin
  perform private.require_admin();
  select * into held from public.invoices as invoice where invoice.id = p_invoice_id for update;
  -- A repeated request, because the answer was lost.
  select entry.invoice_id into known from public.payments as entry where entry.provider_ref = private.manual_reference(p_payment_id);
  if known = held.id then return held.status; end if;
  if known is not null then perform private.refuse('id_taken', 'PT409', 'Another payment already has this ID', 'id'); end if;
  held := private.lock_sent_invoice(p_invoice_id, p_expected_updated_at);
  if held.status not in ('pending', 'overdue') then
    perform private.refuse('invoice_not_open', 'PT409', 'Payments can only be recorded for open invoices');
  end if;
  if p_amount is null or p_amount < 1 then perform private.refuse('amount_not_positive', '22023', 'The amount must be more than zero', 'amount'); end if;
  if p_amount > held.owed_amount then
    perform private.refuse('amount_too_large', '22023', 'The payment is more than the amount due', 'amount');
  end if;
  if char_length(reference) > 200 then perform private.refuse('too_long', '22001', 'Reference is longer than 200 characters', 'reference'); end if;
  if exists (
    select from private.checkouts as tried
    where tried.invoice_id = held.id and tried.status = 'complete' and tried.created_at > now() - interval '7 days'
  ) and held.received_amount <= held.refunded_amount then
    perform private.refuse(
      'payment_on_its_way', 'PT409',
      'The client just paid by card. The payment will be recorded automatically when it arrives.'
    );
  end if;
  -- An open payment page asks for the whole amount.
  perform private.close_checkouts(held.id);
  perform private.record_manual_payment(held, 'payment', p_amount, p_paid_on, p_method, reference, p_payment_id);
  select * into held from public.invoices as invoice where invoice.id = held.id;
  -- The key has the payment, because a removed one may be followed by another.
  perform private.enqueue_invoice_mail(held.id, 'payment-received', format('payment-received:%s', p_payment_id), private.restored_mark(p_payment_id)
    || case when held.status = 'paid' then '{}' else jsonb_build_object('amount', p_amount::text, 'owed', held.owed_amount::text) end);
  return held.status;
end
$$;

drop function private.apply_credit(public.invoice_credits, text);

create function private.apply_credit(p_credit public.invoice_credits, p_mail_key text, p_mark jsonb default '{}') returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  perform private.record_invoice_event(p_credit.invoice_id, 'credited', p_credit.reason, null, p_credit.amount, null, p_credit.id);
  perform private.settle_invoice(p_credit.invoice_id);
  perform private.enqueue_invoice_mail(p_credit.invoice_id, 'invoice-credited', p_mail_key,
    jsonb_build_object(
      'credited', p_credit.amount::text, 'reason', p_credit.reason,
      'owed', (select invoice.owed_amount::text from public.invoices as invoice where invoice.id = p_credit.invoice_id)
    ) || p_mark);
end
$$;

comment on function private.apply_credit(public.invoice_credits, text, jsonb) is
'Counts a credit that was just stored or restored: its event, the invoice''s state, and the email to the client, with p_mark.';

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
    jsonb_build_object('refunded', p_amount::text, 'reason', p_reason, 'method', p_method) || private.restored_mark(p_payment_id));
end
$$;

comment on function private.record_refund(uuid, integer, date, text, text, uuid) is
'Records money that was sent back outside the provider, at most what is kept, and emails the client.';

create or replace function private.restore_invoice_credit(p_credit_id uuid) returns public.invoice_status
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.invoices;
  credit public.invoice_credits;
begin
  perform private.require_admin();
  select invoice.* into held from public.invoices as invoice
  where invoice.id = (select known.invoice_id from public.invoice_credits as known where known.id = p_credit_id) for update;
  if not found then perform private.refuse('credit_not_found', 'PT404', 'Credit not found'); end if;
  select * into strict credit from public.invoice_credits as known where known.id = p_credit_id;
  -- A repeated request, because the answer was lost.
  if credit.removed_at is null then return held.status; end if;
  if held.status not in ('pending', 'overdue', 'active') then
    perform private.refuse('invoice_not_open', 'PT409', 'Only open invoices can be credited');
  end if;
  perform private.require_credit(held, credit.amount);
  perform private.close_checkouts(held.id);
  update public.invoice_credits as known set removed_at = null where known.id = credit.id;
  perform private.apply_credit(credit, private.credit_mail_key('credited', credit.id), '{"restored": "true"}');
  return (select invoice.status from public.invoices as invoice where invoice.id = held.id);
end
$$;
