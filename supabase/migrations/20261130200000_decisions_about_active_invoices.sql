-- An invoice that can't be paid yet can be canceled or credited.

create or replace function private.void_invoice(p_invoice_id uuid, p_expected_updated_at timestamptz, p_reason text) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.invoices;
  reason text := private.require_text(p_reason, 'Reason', 1000);
begin
  perform private.require_admin();
  held := private.lock_sent_invoice(p_invoice_id, p_expected_updated_at);
  -- One that can't be paid yet is in the client's list, too.
  if held.status not in ('pending', 'overdue', 'active') then
    perform private.refuse('invoice_not_open', 'PT409', 'Only unpaid invoices can be canceled');
  end if;
  if held.received_amount > held.refunded_amount then
    perform private.refuse('invoice_partly_paid', 'PT409', 'Part of this invoice is paid. Credit the rest instead, so the payment stays linked to an invoice.');
  end if;
  perform private.close_checkouts(held.id);
  update public.invoices as invoice set status = 'void' where invoice.id = held.id;
  perform private.record_invoice_event(held.id, 'voided', reason, null, held.owed_amount);
  perform private.enqueue_invoice_mail(held.id, 'invoice-canceled', 'canceled', jsonb_build_object('reason', reason));
end
$$;

comment on function public.void_invoice(uuid, timestamptz, text) is
'Cancels an unpaid invoice, also one that can''t be paid yet, closes its payment pages, and emails the client the reason.';

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
  if held.status in ('pending', 'overdue', 'active') then
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
      held.id, held.client_id, 'payment', held.amount - held.credited_amount, held.currency, private.manual_reference(gen_random_uuid()),
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
  perform private.record_manual_payment(held, 'refund', p_amount, coalesce(p_on, private.agency_day()), p_method, reason, gen_random_uuid());
  perform private.enqueue_invoice_mail(held.id, 'invoice-refunded', format('refunded:%s', gen_random_uuid()),
    jsonb_build_object('refunded', p_amount::text, 'reason', reason, 'method', p_method));
  return 'refunded';
end
$$;

comment on function public.credit_invoice(uuid, timestamptz, integer, text, text, date) is
'Takes part of an invoice back. While it is unpaid, a credit note lowers what is owed (returns credited). After money has arrived, the ledger records money that was sent back outside the provider (returns refunded). The client reads the reason.';
