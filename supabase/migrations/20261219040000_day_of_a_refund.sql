-- The email about a refund says on which day the money was sent.
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
    jsonb_build_object('refunded', p_amount::text, 'reason', p_reason, 'method', p_method, 'sent', p_on) || private.restored_mark(p_payment_id));
end
$$;
