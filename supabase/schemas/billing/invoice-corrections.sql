-- What an admin recorded by mistake on a sent invoice: payments, refunds and credits are removed, and recorded again.

create function private.remove_invoice_payment(p_payment_id uuid, p_expected_updated_at timestamptz, p_reason text) returns public.invoice_status
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.invoices;
  entry public.payments;
  reason text := private.require_text(p_reason, 'Reason', 1000);
begin
  perform private.require_admin();
  select invoice.* into held from public.invoices as invoice
  where invoice.id = (select known.invoice_id from public.payments as known where known.id = p_payment_id) for update;
  if not found then perform private.refuse('payment_not_found', 'PT404', 'Payment not found'); end if;
  select * into strict entry from public.payments as known where known.id = p_payment_id;
  if entry.kind = 'removed' then
    -- A repeated request, because the answer was lost.
    if exists (
      select from public.invoice_events as event
      where event.payment_id = entry.id and event.kind in ('payment_removed', 'refund_removed') and event.actor_id = auth.uid() and event.note = reason
    ) then
      return held.status;
    end if;
    perform private.refuse('payment_removed', 'PT409', 'This was already removed');
  end if;
  if entry.kind not in ('payment', 'refund') or entry.provider_ref not like 'manual:%' then
    perform private.refuse('payment_not_by_hand', 'PT409', 'Only a payment or refund that an admin recorded can be removed');
  end if;
  held := private.lock_sent_invoice(held.id, p_expected_updated_at);
  -- What was sent back by hand may have come from this payment.
  if entry.kind = 'payment' and (held.received_amount - entry.amount < held.refunded_amount or exists (
    select from public.payments as back where back.invoice_id = held.id and back.kind = 'refund' and back.provider_ref like 'manual:%'
  )) then
    perform private.refuse('payment_refunded', 'PT409', 'This payment stays because a refund was recorded after it');
  end if;
  -- An open payment page asks for what was due until now.
  perform private.close_checkouts(held.id);
  update public.payments as known set kind = 'removed', is_duplicate = false where known.id = entry.id;
  perform private.record_invoice_event(held.id, format('%s_removed', entry.kind), reason, entry.method, entry.amount, entry.id);
  perform private.settle_invoice(held.id);
  select * into held from public.invoices as invoice where invoice.id = held.id;
  perform private.enqueue_invoice_mail(held.id, format('%s-removed', entry.kind), format('%s-removed:%s', entry.kind, entry.id), jsonb_build_object(
    'removed', entry.amount::text, 'owed', held.owed_amount::text, 'reason', reason
  ));
  return held.status;
end
$$;

create function public.remove_invoice_payment(p_payment_id uuid, p_expected_updated_at timestamptz, p_reason text) returns public.invoice_status
language sql volatile
set search_path = ''
return private.remove_invoice_payment(p_payment_id, p_expected_updated_at, p_reason);

comment on function public.remove_invoice_payment(uuid, timestamptz, text) is
'Removes a payment or refund that an admin recorded by mistake: it stays in the ledger as removed and counts nowhere. Closes open payment pages, emails the client what is due and why, and returns the invoice''s status. A repeated request of the same admin with the same reason does nothing. PT404: no such payment. PT409: the invoice changed since the caller read it, or the entry was already removed (payment_removed) or came through the provider (payment_not_by_hand), or a refund was recorded by hand after the payment (payment_refunded).';

create function private.restore_invoice_payment(p_payment_id uuid) returns public.invoice_status
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  entry public.payments;
  held public.invoices;
  origin public.invoice_events;
begin
  perform private.require_admin();
  select * into entry from public.payments as known where known.id = p_payment_id;
  if not found then perform private.refuse('payment_not_found', 'PT404', 'Payment not found'); end if;
  if entry.kind <> 'removed' then perform private.refuse('payment_not_removed', 'PT409', 'This payment wasn''t removed'); end if;
  select * into held from public.invoices as invoice where invoice.id = entry.invoice_id for update;
  select * into origin from public.invoice_events as event where event.payment_id = entry.id and event.kind in ('marked_paid', 'refunded');
  -- The removed row stays. Its id makes the new one unique, so it is recorded again only once.
  if origin.kind is distinct from 'refunded' then
    return private.record_invoice_payment(
      held.id, held.updated_at, entry.amount, private.agency_day(entry.occurred_at), entry.method, origin.note, entry.id
    );
  end if;
  if private.is_still_removed(entry.id) then
    perform private.record_refund(held.id, entry.amount, private.agency_day(entry.occurred_at), entry.method, origin.note, entry.id);
  end if;
  return (select invoice.status from public.invoices as invoice where invoice.id = held.id);
end
$$;

create function public.restore_invoice_payment(p_payment_id uuid) returns public.invoice_status
language sql volatile
set search_path = ''
return private.restore_invoice_payment(p_payment_id);

comment on function public.restore_invoice_payment(uuid) is
'Undoes the removal of a payment or refund: records it again as a new entry of the ledger, with its amount, day, method and note, emails the client, and returns the invoice''s status. A repeated call records nothing. Admins only. PT404: no such payment. PT409: it wasn''t removed (payment_not_removed), or the invoice is no longer open (invoice_not_open), is being paid by card (payment_on_its_way), or has nothing to refund (nothing_to_refund). 22023: less than its amount is due, or was received (amount_too_large).';

create function private.remove_invoice_credit(p_credit_id uuid, p_expected_updated_at timestamptz, p_reason text) returns public.invoice_status
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.invoices;
  credit public.invoice_credits;
  reason text := private.require_text(p_reason, 'Reason', 1000);
begin
  perform private.require_admin();
  select invoice.* into held from public.invoices as invoice
  where invoice.id = (select known.invoice_id from public.invoice_credits as known where known.id = p_credit_id) for update;
  if not found then perform private.refuse('credit_not_found', 'PT404', 'Credit not found'); end if;
  select * into strict credit from public.invoice_credits as known where known.id = p_credit_id;
  if credit.removed_at is not null then
    -- A repeated request, because the answer was lost.
    if exists (
      select from public.invoice_events as event
      where event.credit_id = credit.id and event.kind = 'credit_removed' and event.actor_id = auth.uid() and event.note = reason
        and event.created_at >= credit.removed_at
    ) then
      return held.status;
    end if;
    perform private.refuse('credit_removed', 'PT409', 'This credit was already removed');
  end if;
  held := private.lock_sent_invoice(held.id, p_expected_updated_at);
  if held.refunded_amount > 0 then
    perform private.refuse('credit_refunded', 'PT409', 'This credit stays because a refund was recorded after it');
  end if;
  -- A canceled invoice owes nothing, and one that was paid before the ledger existed has no payments that tell what is missing.
  if held.status not in ('pending', 'overdue', 'active', 'paid') or held.status = 'paid' and held.received_amount = 0 then
    perform private.refuse('invoice_not_open', 'PT409', 'Only a credit of an open or paid invoice can be removed');
  end if;
  -- An open payment page asks for what was due until now.
  perform private.close_checkouts(held.id);
  update public.invoice_credits as known set removed_at = now() where known.id = credit.id;
  perform private.record_invoice_event(held.id, 'credit_removed', reason, null, credit.amount, null, credit.id);
  perform private.settle_invoice(held.id);
  select * into held from public.invoices as invoice where invoice.id = held.id;
  perform private.enqueue_invoice_mail(held.id, 'credit-removed', private.credit_mail_key('credit-removed', credit.id), jsonb_build_object(
    'removed', credit.amount::text, 'owed', held.owed_amount::text, 'reason', reason, 'state', held.status
  ));
  return held.status;
end
$$;

create function public.remove_invoice_credit(p_credit_id uuid, p_expected_updated_at timestamptz, p_reason text) returns public.invoice_status
language sql volatile
set search_path = ''
return private.remove_invoice_credit(p_credit_id, p_expected_updated_at, p_reason);

comment on function public.remove_invoice_credit(uuid, timestamptz, text) is
'Removes a credit that an admin recorded by mistake: it stays as removed and counts nowhere, so its amount is due again. Closes open payment pages, emails the client what is due and why, and returns the invoice''s status. A repeated request of the same admin with the same reason does nothing. Admins only. PT404: no such credit. PT409: the invoice changed since the caller read it, is canceled or was paid before the ledger existed (invoice_not_open), or money was sent back (credit_refunded), or the credit was already removed (credit_removed).';

create function private.credit_mail_key(p_name text, p_credit_id uuid) returns text
language sql stable
set search_path = ''
as $$
  select format('%s:%s:%s', p_name, p_credit_id, count(*)) from public.invoice_events as event where event.credit_id = p_credit_id
$$;

comment on function private.credit_mail_key(text, uuid) is
'The key of an email about a credit that was removed or restored. A credit can be removed more than once, and each time is told.';

create function private.restore_invoice_credit(p_credit_id uuid) returns public.invoice_status
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

create function public.restore_invoice_credit(p_credit_id uuid) returns public.invoice_status
language sql volatile
set search_path = ''
return private.restore_invoice_credit(p_credit_id);

comment on function public.restore_invoice_credit(uuid) is
'Undoes the removal of a credit: it counts again, the client gets the email about a credit, and the invoice''s status is returned. A repeated call does nothing. Admins only. PT404: no such credit. PT409: the invoice is no longer open (invoice_not_open). 22023: less than the credit is due now (amount_too_large).';

grant execute on function public.remove_invoice_payment(uuid, timestamptz, text) to authenticated;
grant execute on function private.remove_invoice_payment(uuid, timestamptz, text) to authenticated;
grant execute on function public.restore_invoice_payment(uuid) to authenticated;
grant execute on function private.restore_invoice_payment(uuid) to authenticated;
grant execute on function public.remove_invoice_credit(uuid, timestamptz, text) to authenticated;
grant execute on function private.remove_invoice_credit(uuid, timestamptz, text) to authenticated;
grant execute on function public.restore_invoice_credit(uuid) to authenticated;
grant execute on function private.restore_invoice_credit(uuid) to authenticated;
