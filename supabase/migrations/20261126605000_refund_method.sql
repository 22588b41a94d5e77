-- The email about a recorded refund knows how the money went back.

create or replace function private.credit_invoice(
  p_invoice_id uuid, p_expected_updated_at timestamptz, p_amount integer, p_reason text, p_method text, p_on date
) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.invoices;
  reason text := private.require_text(p_reason, 'Reason', 1000);
  most integer;
  credit uuid;
begin
  perform private.require_admin();
  held := private.lock_sent_invoice(p_invoice_id, p_expected_updated_at);
  if p_amount is null or p_amount < 1 then perform private.refuse('amount_not_positive', '22023', 'The amount must be more than zero', 'amount'); end if;
  if held.status in ('pending', 'overdue') then
    most := held.owed_amount;
    if p_amount > most or (p_amount = most and held.received_amount <= held.refunded_amount) then
      perform private.refuse('amount_too_large', '22023', 'The credit must be less than the balance due. To write off the full balance, cancel the invoice.', 'amount');
    end if;
    perform private.close_checkouts(held.id);
    insert into public.invoice_credits (invoice_id, amount, reason, created_by) values (held.id, p_amount, reason, auth.uid()) returning id into credit;
    perform private.record_invoice_event(held.id, 'credited', reason, null, p_amount);
    perform private.settle_invoice(held.id);
    perform private.enqueue_invoice_mail(held.id, 'invoice-credited', format('credited:%s', credit),
      jsonb_build_object('credited', p_amount::text, 'reason', reason));
    return 'credited';
  end if;
  if held.status = 'paid' and not exists (
    select from public.payments as entry where entry.invoice_id = held.id and entry.kind = 'payment'
  ) then
    -- The invoice was paid before the ledger existed, so its amount came in.
    insert into public.payments (invoice_id, client_id, kind, amount, currency, provider_ref, occurred_at)
    values (
      held.id, held.client_id, 'payment', held.amount - held.credited_amount, held.currency, 'manual:' || gen_random_uuid(),
      private.moment_on_day(coalesce(held.paid_date, private.agency_day()))
    );
  end if;
  perform private.settle_invoice(held.id);
  select * into held from public.invoices as invoice where invoice.id = held.id;
  most := held.received_amount - held.refunded_amount;
  if held.status not in ('paid', 'void') or most < 1 then
    perform private.refuse('nothing_to_refund', 'PT409', 'There is nothing to refund on this invoice');
  end if;
  if p_amount > most then perform private.refuse('amount_too_large', '22023', 'The refund is more than the amount received for this invoice', 'amount'); end if;
  perform private.record_manual_payment(held, 'refund', p_amount, coalesce(p_on, private.agency_day()), p_method, reason);
  perform private.enqueue_invoice_mail(held.id, 'invoice-refunded', format('refunded:%s', gen_random_uuid()),
    jsonb_build_object('refunded', p_amount::text, 'reason', reason, 'method', p_method));
  return 'refunded';
end
$$;
