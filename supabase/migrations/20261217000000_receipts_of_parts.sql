-- A card payment that covers only a part by the time it arrives has a receipt, too.
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
  for entry in select * from jsonb_array_elements(p_checkout -> 'entries') loop
    insert into public.payments (invoice_id, client_id, kind, amount, currency, provider_ref, occurred_at, method)
    values (
      invoice.id, invoice.client_id, entry ->> 'kind', (entry ->> 'amount')::integer, lower(entry ->> 'currency'),
      entry ->> 'ref', (entry ->> 'occurred_at')::timestamptz, left(entry ->> 'method', 50)
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
    -- The key has the payment, because an invoice can be paid again after an admin removed a payment.
    perform private.enqueue_invoice_mail(invoice.id, 'payment-received', concat_ws(':', 'payment-received', paid_by), private.receipt_of(paid_by));
  end if;
  return invoice.status;
end
$$;
