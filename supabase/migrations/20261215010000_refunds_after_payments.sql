-- Money can't go back before it came in.
create or replace function private.credit_invoice(
  p_invoice_id uuid, p_expected_updated_at timestamptz, p_amount integer, p_reason text, p_method text, p_on date
) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.invoices;
  reason text := private.require_text(p_reason, 'Reason', 1000);
  credit public.invoice_credits;
  came_in date;
begin
  perform private.require_admin();
  held := private.lock_sent_invoice(p_invoice_id, p_expected_updated_at);
  if p_amount is null or p_amount < 1 then perform private.refuse('amount_not_positive', '22023', 'The amount must be more than zero', 'amount'); end if;
  if held.status in ('pending', 'overdue', 'active') then
    perform private.require_credit(held, p_amount);
    perform private.close_checkouts(held.id);
    insert into public.invoice_credits (invoice_id, amount, reason, created_by) values (held.id, p_amount, reason, auth.uid()) returning * into credit;
    perform private.apply_credit(credit, format('credited:%s', credit.id));
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
  select private.agency_day(min(entry.occurred_at)) into came_in from public.payments as entry where entry.invoice_id = held.id and entry.kind = 'payment';
  if p_on < came_in then
    perform private.refuse('refund_before_payment', '22023',
      format('The money came in on %s. Choose that day or a later one.', to_char(came_in, 'Mon FMDD, YYYY')), 'paid_at');
  end if;
  perform private.record_refund(held.id, p_amount, coalesce(p_on, private.agency_day()), p_method, reason, gen_random_uuid());
  return 'refunded';
end
$$;

comment on function public.credit_invoice(uuid, timestamptz, integer, text, text, date) is
'Takes part of an invoice back. While it is unpaid, a credit note lowers what is owed (returns credited). After money has arrived, the ledger records money that was sent back outside the provider (returns refunded), not before the day of the first payment (refund_before_payment). The client reads the reason.';
