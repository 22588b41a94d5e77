-- The removal of a payment can be undone: the payment is recorded again, as a new entry of the ledger.

create function private.restore_invoice_payment(p_payment_id uuid) returns public.invoice_status
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  entry public.payments;
  seen timestamptz;
begin
  perform private.require_admin();
  select * into entry from public.payments as known where known.id = p_payment_id;
  if not found then perform private.refuse('payment_not_found', 'PT404', 'Payment not found'); end if;
  if entry.kind <> 'removed' then perform private.refuse('payment_not_removed', 'PT409', 'This payment wasn''t removed'); end if;
  select invoice.updated_at into seen from public.invoices as invoice where invoice.id = entry.invoice_id for update;
  -- The removed row stays. Its id makes the new one unique, so it is recorded again only once.
  return private.record_invoice_payment(
    entry.invoice_id, seen, entry.amount, private.agency_day(entry.occurred_at), entry.method,
    (select event.note from public.invoice_events as event where event.payment_id = entry.id and event.kind = 'marked_paid'), entry.id
  );
end
$$;

create function public.restore_invoice_payment(p_payment_id uuid) returns public.invoice_status
language sql volatile
set search_path = ''
return private.restore_invoice_payment(p_payment_id);

comment on function public.restore_invoice_payment(uuid) is
'Undoes the removal of a payment: records it again as a new entry of the ledger, with its amount, day, method and reference, emails the client a receipt, and returns the invoice''s status. A repeated call records nothing. Admins only. PT404: no such payment. PT409: it wasn''t removed (payment_not_removed), or the invoice is no longer open (invoice_not_open) or is being paid by card (payment_on_its_way). 22023: less than its amount is due now (amount_too_large).';

grant execute on function public.restore_invoice_payment(uuid) to authenticated;
grant execute on function private.restore_invoice_payment(uuid) to authenticated;
