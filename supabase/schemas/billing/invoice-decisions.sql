-- Decisions of admins about sent invoices: open for payment, record or remove a payment, cancel, credit, and refund by hand.

create function private.lock_sent_invoice(p_invoice_id uuid, p_expected timestamptz) returns public.invoices
language plpgsql volatile
set search_path = ''
as $$
declare
  held public.invoices;
begin
  select * into held from public.invoices as invoice where invoice.id = p_invoice_id for update;
  if not found then perform private.refuse('invoice_not_found', 'PT404', 'Invoice not found'); end if;
  if held.status = 'draft' then perform private.refuse('invoice_is_draft', 'PT409', 'This invoice is still a draft'); end if;
  perform private.refuse_outdated(p_expected, held.updated_at);
  return held;
end
$$;

comment on function private.lock_sent_invoice(uuid, timestamptz) is
'Locks a sent invoice as the caller saw it. Refuses drafts and changed invoices.';

create function private.moment_on_day(p_day date) returns timestamptz
language sql stable
set search_path = ''
as $$
  select case
    when p_day = private.agency_day() then now()
    else (p_day + time '12:00') at time zone private.agency_zone()
  end
$$;

comment on function private.moment_on_day(date) is
'A time for something that happened on a day of the agency: now if it is today, else noon.';

create function private.manual_reference(p_payment_id uuid) returns text
language sql immutable
set search_path = ''
as $$ select 'manual:' || p_payment_id $$;

comment on function private.manual_reference(uuid) is 'The reference of money that moved outside the provider.';

create function private.record_manual_payment(
  p_invoice public.invoices, p_kind text, p_amount integer, p_on date, p_method text, p_note text, p_payment_id uuid
) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  entry uuid;
begin
  if p_on is null or p_on > private.agency_day() then
    perform private.refuse('date_in_future', '22023', 'The date can''t be in the future', 'paid_at');
  end if;
  if p_on < private.agency_day() - 3660 then perform private.refuse('date_too_old', '22023', 'The date is too far in the past', 'paid_at'); end if;
  insert into public.payments (invoice_id, client_id, kind, amount, currency, provider_ref, occurred_at, method)
  values (p_invoice.id, p_invoice.client_id, p_kind, p_amount, p_invoice.currency, private.manual_reference(p_payment_id), private.moment_on_day(p_on),
    private.require_text(p_method, 'Method', 50))
  returning id into entry;
  perform private.record_invoice_event(
    p_invoice.id, case p_kind when 'payment' then 'marked_paid' else 'refunded' end, p_note, private.require_text(p_method, 'Method', 50), p_amount, entry
  );
  perform private.settle_invoice(p_invoice.id);
end
$$;

comment on function private.record_manual_payment(public.invoices, text, integer, date, text, text, uuid) is
'Adds money that moved outside the provider to the ledger, with method and note, and updates the invoice''s state.';

create function private.record_invoice_payment(
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
  if held.status = 'paid' then perform private.enqueue_invoice_mail(held.id, 'payment-received', format('payment-received:%s', p_payment_id));
  else
    perform private.enqueue_invoice_mail(held.id, 'payment-received', format('payment-received:%s', p_payment_id),
      jsonb_build_object('amount', p_amount::text, 'owed', held.owed_amount::text));
  end if;
  return held.status;
end
$$;

create function public.record_invoice_payment(
  p_invoice_id uuid, p_expected_updated_at timestamptz, p_amount integer, p_paid_on date, p_method text, p_reference text default null,
  p_payment_id uuid default gen_random_uuid()
) returns public.invoice_status
language sql volatile
set search_path = ''
return private.record_invoice_payment(p_invoice_id, p_expected_updated_at, p_amount, p_paid_on, p_method, p_reference, p_payment_id);

comment on function public.record_invoice_payment(uuid, timestamptz, integer, date, text, text, uuid) is
'Records that an open invoice was paid outside the provider, in full or in part: at most what is owed. Closes open payment pages, emails the client a receipt, and returns the invoice''s status. A repeated p_payment_id records nothing. PT409: it changed since the caller read it, or is not open.';

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
      where event.payment_id = entry.id and event.kind = 'payment_removed' and event.actor_id = auth.uid() and event.note = reason
    ) then
      return held.status;
    end if;
    perform private.refuse('payment_removed', 'PT409', 'This payment was already removed');
  end if;
  if entry.kind <> 'payment' or entry.provider_ref not like 'manual:%' then
    perform private.refuse('payment_not_by_hand', 'PT409', 'Only a payment that an admin recorded can be removed');
  end if;
  held := private.lock_sent_invoice(held.id, p_expected_updated_at);
  -- What was sent back by hand may have come from this payment.
  if held.received_amount - entry.amount < held.refunded_amount or exists (
    select from public.payments as back where back.invoice_id = held.id and back.kind = 'refund' and back.provider_ref like 'manual:%'
  ) then
    perform private.refuse('payment_refunded', 'PT409', 'This payment stays because a refund was recorded after it');
  end if;
  -- An open payment page asks for what was due until now.
  perform private.close_checkouts(held.id);
  update public.payments as known set kind = 'removed', is_duplicate = false where known.id = entry.id;
  perform private.record_invoice_event(held.id, 'payment_removed', reason, entry.method, entry.amount, entry.id);
  perform private.settle_invoice(held.id);
  select * into held from public.invoices as invoice where invoice.id = held.id;
  perform private.enqueue_invoice_mail(held.id, 'payment-removed', format('payment-removed:%s', entry.id), jsonb_build_object(
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
'Removes a payment that an admin recorded by mistake: it stays in the ledger as removed and counts nowhere. Closes open payment pages, emails the client what is due and why, and returns the invoice''s status. A repeated request of the same admin with the same reason does nothing. PT404: no such payment. PT409: the invoice changed since the caller read it, or the payment was already removed (payment_removed), came through the provider or is a refund (payment_not_by_hand), or a refund was recorded by hand (payment_refunded).';

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

create function private.open_invoice(p_invoice_id uuid, p_expected_updated_at timestamptz, p_due_date date) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.invoices;
begin
  perform private.require_admin();
  select * into held from public.invoices as invoice where invoice.id = p_invoice_id for update;
  -- A repeated request, because the answer was lost.
  if held.status <> 'active' and held.due_date = p_due_date and exists (
    select from public.invoice_events as event where event.invoice_id = held.id and event.kind = 'opened' and event.actor_id = auth.uid()
  ) then
    return;
  end if;
  held := private.lock_sent_invoice(p_invoice_id, p_expected_updated_at);
  if held.status <> 'active' then
    perform private.refuse('outdated', 'PT409', 'Only an invoice that can''t be paid yet can be opened for payment');
  end if;
  perform private.require_client(held.client_id);
  perform private.require_due_date(p_due_date);
  update public.invoices as invoice set status = 'pending', due_date = p_due_date where invoice.id = held.id;
  perform private.record_invoice_event(held.id, 'opened', null, null, held.owed_amount);
end
$$;

create function public.open_invoice(p_invoice_id uuid, p_expected_updated_at timestamptz, p_due_date date) returns void
language sql volatile
set search_path = ''
return private.open_invoice(p_invoice_id, p_expected_updated_at, p_due_date);

comment on function public.open_invoice(uuid, timestamptz, date) is
'Opens an agreed invoice (active) for payment: makes it pending, due on p_due_date (today or later), and emails it to the client. A repeated request of the same admin does nothing. PT409: it changed since the caller read it, or isn''t active.';

create function private.void_invoice(p_invoice_id uuid, p_expected_updated_at timestamptz, p_reason text) returns void
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
  -- What never opened for payment was never owed, so no statement has it.
  perform private.record_invoice_event(held.id, case held.status when 'active' then 'withdrawn' else 'voided' end, reason, null, held.owed_amount);
  perform private.enqueue_invoice_mail(held.id, 'invoice-canceled', 'canceled', jsonb_build_object('reason', reason));
end
$$;

create function public.void_invoice(p_invoice_id uuid, p_expected_updated_at timestamptz, p_reason text) returns void
language sql volatile
set search_path = ''
return private.void_invoice(p_invoice_id, p_expected_updated_at, p_reason);

comment on function public.void_invoice(uuid, timestamptz, text) is
'Cancels an unpaid invoice, also one that can''t be paid yet, closes its payment pages, and emails the client the reason.';

create function private.credit_invoice(
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

create function public.credit_invoice(
  p_invoice_id uuid, p_expected_updated_at timestamptz, p_amount integer, p_reason text, p_method text default null, p_on date default null
) returns text
language sql volatile
set search_path = ''
return private.credit_invoice(p_invoice_id, p_expected_updated_at, p_amount, p_reason, p_method, p_on);

comment on function public.credit_invoice(uuid, timestamptz, integer, text, text, date) is
'Takes part of an invoice back. While it is unpaid, a credit note lowers what is owed (returns credited). After money has arrived, the ledger records money that was sent back outside the provider (returns refunded). The client reads the reason.';

create function private.invoice_milestones(p_invoice_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select coalesce((
    select jsonb_agg(jsonb_build_object(
      'id', event.id, 'kind', case when event.kind in ('opened', 'payment_removed') then event.kind else 'canceled' end, 'at', event.created_at,
      -- The client reads it in the email, too.
      'reason', case when event.kind <> 'opened' then event.note end,
      'amount', case when event.kind = 'payment_removed' then event.amount end
    ) order by event.created_at, event.id)
    from public.invoice_events as event where event.invoice_id = p_invoice_id and event.kind in ('opened', 'voided', 'withdrawn', 'payment_removed')
  ), '[]')
  where public.may_pay_invoice(p_invoice_id) or private.has_active_role('admin')
$$;

create function public.invoice_milestones(p_invoice_id uuid) returns jsonb
language sql stable
set search_path = ''
return private.invoice_milestones(p_invoice_id);

comment on function public.invoice_milestones(uuid) is
'When an invoice opened for payment, was canceled, and lost a payment that was recorded by mistake, oldest first, for people who may pay it and for admins: [{id, kind: opened, canceled or payment_removed, at, reason of a cancellation or removal, amount of a removed payment}]. Null for all others.';

grant execute on function public.remove_invoice_payment(uuid, timestamptz, text) to authenticated;
grant execute on function private.remove_invoice_payment(uuid, timestamptz, text) to authenticated;
grant execute on function public.restore_invoice_payment(uuid) to authenticated;
grant execute on function private.restore_invoice_payment(uuid) to authenticated;
grant execute on function public.record_invoice_payment(uuid, timestamptz, integer, date, text, text, uuid) to authenticated;
grant execute on function private.record_invoice_payment(uuid, timestamptz, integer, date, text, text, uuid) to authenticated;
grant execute on function public.open_invoice(uuid, timestamptz, date) to authenticated;
grant execute on function private.open_invoice(uuid, timestamptz, date) to authenticated;
grant execute on function public.void_invoice(uuid, timestamptz, text) to authenticated;
grant execute on function private.void_invoice(uuid, timestamptz, text) to authenticated;
grant execute on function public.credit_invoice(uuid, timestamptz, integer, text, text, date) to authenticated;
grant execute on function private.credit_invoice(uuid, timestamptz, integer, text, text, date) to authenticated;
grant execute on function public.invoice_milestones(uuid) to authenticated;
grant execute on function private.invoice_milestones(uuid) to authenticated;
