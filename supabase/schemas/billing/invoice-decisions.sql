-- Decisions of admins about sent invoices: open for payment, record a payment, cancel, credit, and refund by hand.

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
  values (p_invoice.id, p_invoice.client_id, p_kind, p_amount, p_invoice.currency, private.manual_reference(p_payment_id),
    -- A refund comes after what paid the invoice, or else it would make the invoice due again.
    case when p_kind = 'refund' and p_invoice.status = 'paid'
      then greatest(private.moment_on_day(p_on), private.fully_paid_at(p_invoice.id) + interval '1 microsecond') else private.moment_on_day(p_on) end,
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

create function private.restored_mark(p_payment_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select case when exists (select from public.payments as entry where entry.id = p_payment_id and entry.kind = 'removed')
    then '{"restored": "true"}'::jsonb else '{}'::jsonb end
$$;

comment on function private.restored_mark(uuid) is
'For the email about an entry of the ledger that is recorded under this id: whether it is a removed one that counts again, so that nobody expects money twice.';

create function private.is_restored(p_event public.invoice_events) returns boolean
language sql stable
set search_path = ''
as $$
  select p_event.kind in ('marked_paid', 'refunded') and exists (
      select from public.payments as entry
      join public.payments as removed on removed.invoice_id = entry.invoice_id and entry.provider_ref = private.manual_reference(removed.id)
      where entry.id = p_event.payment_id and removed.kind = 'removed'
    )
    or p_event.kind = 'credited' and exists (
      select from public.invoice_events as earlier
      where earlier.credit_id = p_event.credit_id and earlier.kind = 'credit_removed' and earlier.created_at < p_event.created_at
    )
$$;

comment on function private.is_restored(public.invoice_events) is
'Whether an entry of an invoice''s history says that a payment, refund or credit counts again that an admin had removed.';

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
  perform private.enqueue_invoice_mail(held.id, 'payment-received', format('payment-received:%s', p_payment_id), private.restored_mark(p_payment_id)
    || private.receipt_of((select entry.id from public.payments as entry where entry.provider_ref = private.manual_reference(p_payment_id))));
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

create function private.require_credit(p_invoice public.invoices, p_amount integer) returns void
language plpgsql immutable
set search_path = ''
as $$
begin
  if p_amount > p_invoice.owed_amount
    or (p_amount = p_invoice.owed_amount and p_invoice.received_amount <= p_invoice.refunded_amount) then
    perform private.refuse('amount_too_large', '22023', 'The credit must be less than the balance due. To write off the full balance, cancel the invoice.', 'amount');
  end if;
end
$$;

comment on function private.require_credit(public.invoices, integer) is
'Refuses a credit of more than an invoice owes, and one of all of it while no money is kept, because that is a cancellation.';

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

create function private.stays_paid_mark(p_invoice_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select case when invoice.status = 'paid' and (
      -- The invoice's own amounts don't count the last entry yet.
      select sum(case when held.kind in ('payment', 'reversal') then held.amount when held.kind = 'refund' then -held.amount end)
      from public.payments as held where held.invoice_id = invoice.id and held.currency = invoice.currency
    ) >= invoice.amount - invoice.credited_amount
    then jsonb_build_object('staysPaid', case when exists (
      select from public.payments as held where held.invoice_id = invoice.id and held.is_duplicate
    ) then 'second' else 'true' end)
    else '{}' end
  from public.invoices as invoice where invoice.id = p_invoice_id
$$;

comment on function private.stays_paid_mark(uuid) is
'For the email about a refund: {staysPaid: second (a second payment went back) or true} if enough money is kept that the invoice stays paid, else {}.';

create function private.record_refund(
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
    jsonb_build_object('refunded', p_amount::text, 'reason', p_reason, 'method', p_method, 'sent', p_on)
      || private.restored_mark(p_payment_id) || private.stays_paid_mark(held.id));
end
$$;

comment on function private.record_refund(uuid, integer, date, text, text, uuid) is
'Records money that was sent back outside the provider, at most what is kept, and emails the client.';

create function private.credit_invoice(
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
  came_in := private.agency_day(case when held.status = 'paid' then private.fully_paid_at(held.id)
    else (select min(entry.occurred_at) from public.payments as entry where entry.invoice_id = held.id and entry.kind = 'payment') end);
  if p_on < came_in then
    perform private.refuse('refund_before_payment', '22023', format(
      case when held.status = 'paid' then 'The invoice was fully paid on %s. Choose that day or a later one.'
        else 'The money came in on %s. Choose that day or a later one.' end, to_char(came_in, 'Mon FMDD, YYYY')
    ), 'paid_at');
  end if;
  perform private.record_refund(held.id, p_amount, coalesce(p_on, private.agency_day()), p_method, reason, gen_random_uuid());
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
'Takes part of an invoice back. While it is unpaid, a credit note lowers what is owed (returns credited). After money has arrived, the ledger records money that was sent back outside the provider (returns refunded), not before the day on which a paid invoice was fully paid, or of the first payment of a canceled one (refund_before_payment). The client reads the reason.';

create function private.is_still_removed(p_payment_id uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select not exists (select from public.payments as again where again.provider_ref = private.manual_reference(p_payment_id))
$$;

comment on function private.is_still_removed(uuid) is 'Whether a removed payment or refund was not recorded again since.';

create function private.invoice_milestones(p_invoice_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select coalesce((
    select jsonb_agg(jsonb_build_object(
      'id', case event.kind when 'refunded' then event.payment_id else event.id end, 'kind', case when event.kind in ('voided', 'withdrawn') then 'canceled' else event.kind end, 'at', event.created_at,
      -- The client reads it in the email, too.
      'reason', case when event.kind <> 'opened' then event.note end,
      'amount', case when event.kind in ('payment_removed', 'refund_removed', 'credit_removed') then event.amount end
    ) order by event.created_at, event.id)
    from public.invoice_events as event left join public.invoice_credits as credit on credit.id = event.credit_id
    where event.invoice_id = p_invoice_id and case event.kind
      when 'opened' then true when 'voided' then true when 'withdrawn' then true
      when 'refunded' then event.note is not null and exists (
        select from public.payments as back where back.id = event.payment_id and back.kind = 'refund'
      )
      -- What was recorded again is no mistake any more.
      when 'payment_removed' then private.is_still_removed(event.payment_id) when 'refund_removed' then private.is_still_removed(event.payment_id)
      when 'credit_removed' then event.created_at >= credit.removed_at
    end
  ), '[]')
  where public.may_pay_invoice(p_invoice_id) or private.has_active_role('admin')
$$;

create function public.invoice_milestones(p_invoice_id uuid) returns jsonb
language sql stable
set search_path = ''
return private.invoice_milestones(p_invoice_id);

comment on function public.invoice_milestones(uuid) is
'When an invoice opened for payment, was canceled, and lost a payment, refund or credit that was recorded by mistake and not again since, oldest first, for people who may pay it and for admins: [{id, kind: opened, canceled, refunded (the entry of the ledger with this id, and why), payment_removed, refund_removed or credit_removed, at, reason of a cancellation, refund or removal, amount that was removed}]. Null for all others.';

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
