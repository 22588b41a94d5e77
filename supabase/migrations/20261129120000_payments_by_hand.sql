-- An admin records a payment of any part of what is owed, with its date, method and reference. It replaces marking an invoice as paid.

drop function public.mark_invoice_paid(uuid, timestamptz, date, text, text);
drop function private.mark_invoice_paid(uuid, timestamptz, date, text, text);
drop function private.record_manual_payment(public.invoices, text, integer, date, text, text);


create or replace function private.manual_reference(p_payment_id uuid) returns text
language sql immutable
set search_path = ''
as $$ select 'manual:' || p_payment_id $$;

comment on function private.manual_reference(uuid) is 'The reference of money that moved outside the provider.';

create or replace function private.record_manual_payment(
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
  insert into public.payments (invoice_id, client_id, kind, amount, currency, provider_ref, occurred_at)
  values (p_invoice.id, p_invoice.client_id, p_kind, p_amount, p_invoice.currency, private.manual_reference(p_payment_id), private.moment_on_day(p_on))
  returning id into entry;
  perform private.record_invoice_event(
    p_invoice.id, case p_kind when 'payment' then 'marked_paid' else 'refunded' end, p_note, private.require_text(p_method, 'Method', 50), p_amount, entry
  );
  perform private.settle_invoice(p_invoice.id);
end
$$;

comment on function private.record_manual_payment(public.invoices, text, integer, date, text, text, uuid) is
'Adds money that moved outside the provider to the ledger, with method and note, and updates the invoice''s state.';

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
  if held.status = 'paid' then perform private.enqueue_invoice_mail(held.id, 'payment-received', 'payment-received');
  else
    perform private.enqueue_invoice_mail(held.id, 'payment-received', format('payment-received:%s', p_payment_id),
      jsonb_build_object('amount', p_amount::text, 'owed', held.owed_amount::text));
  end if;
  return held.status;
end
$$;

create or replace function public.record_invoice_payment(
  p_invoice_id uuid, p_expected_updated_at timestamptz, p_amount integer, p_paid_on date, p_method text, p_reference text default null,
  p_payment_id uuid default gen_random_uuid()
) returns public.invoice_status
language sql volatile
set search_path = ''
return private.record_invoice_payment(p_invoice_id, p_expected_updated_at, p_amount, p_paid_on, p_method, p_reference, p_payment_id);

comment on function public.record_invoice_payment(uuid, timestamptz, integer, date, text, text, uuid) is
'Records that an open invoice was paid outside the provider, in full or in part: at most what is owed. Closes open payment pages, emails the client a receipt, and returns the invoice''s status. A repeated p_payment_id records nothing. PT409: it changed since the caller read it, or is not open.';

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

create or replace function private.settle_invoice(p_invoice_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  invoice public.invoices;
  credited bigint;
  settled_at timestamptz;
  refunded bigint;
  duplicates bigint;
  received bigint;
  foreign_money boolean;
begin
  select * into strict invoice from public.invoices as held where held.id = p_invoice_id for update;
  select coalesce(sum(credit.amount), 0) into credited from public.invoice_credits as credit where credit.invoice_id = p_invoice_id;
  -- In the order of the provider's own clock. The invoice is paid when payments and credits, less refunds, first reach its
  -- amount. A later payment is too much. A refund takes back only what was received before it.
  with movements as (
    select entry.id, entry.kind, entry.occurred_at, entry.provider_ref as reference, entry.amount,
      case entry.kind when 'refund' then -entry.amount else entry.amount end as net, 0 as credit
    from public.payments as entry
    where entry.invoice_id = p_invoice_id and entry.currency = invoice.currency
    union all
    select credit.id, 'credit', credit.created_at, credit.id::text, credit.amount, 0, credit.amount
    from public.invoice_credits as credit where credit.invoice_id = p_invoice_id
  ), summed as (
    select movement.*, sum(movement.net) over until_here as net_until_here, sum(movement.credit) over until_here as credited_until_here
    from movements as movement
    window until_here as (order by movement.occurred_at, movement.reference rows unbounded preceding)
  ), ordered as (
    select movement.id, movement.kind, movement.amount,
      movement.credited_until_here + movement.net_until_here - least(min(movement.net_until_here) over until_here, 0) as covered,
      max(movement.occurred_at) filter (where movement.kind = 'payment') over until_here as last_paid_at
    from summed as movement
    window until_here as (order by movement.occurred_at, movement.reference rows unbounded preceding)
  ), marked as (
    update public.payments as entry set is_duplicate = ordered.covered - ordered.amount >= invoice.amount
    from ordered
    where ordered.kind = 'payment' and entry.id = ordered.id
      and entry.is_duplicate <> (ordered.covered - ordered.amount >= invoice.amount)
  )
  select min(ordered.last_paid_at) into settled_at from ordered where ordered.covered >= invoice.amount;
  select coalesce(sum(case entry.kind when 'refund' then entry.amount when 'reversal' then -entry.amount end), 0),
    coalesce(sum(entry.amount) filter (where entry.kind = 'payment'), 0), count(*) filter (where entry.is_duplicate)
  into refunded, received, duplicates
  from public.payments as entry where entry.invoice_id = p_invoice_id and entry.currency = invoice.currency;
  foreign_money := exists (
    select from public.payments as entry where entry.invoice_id = p_invoice_id and entry.currency <> invoice.currency
  );
  -- A canceled invoice stays canceled. Money that arrives later has to be sent back.
  if invoice.status = 'void' then settled_at := null; end if;
  -- The same report, again, leaves the version that people see as it is.
  update public.invoices as held
  set status = next.status, paid_date = next.paid_date, credited_amount = credited, received_amount = received,
    refunded_amount = greatest(refunded, 0), needs_attention = next.needs_attention
  from (
    select case
        when settled_at is not null then 'paid'
        -- A late report of a refund may show that the invoice was never paid.
        when invoice.status = 'paid' and received > 0 then 'pending'
        else invoice.status
      end as status,
      case
        when settled_at is not null then private.agency_day(settled_at)
        when invoice.status = 'paid' and received > 0 then null
        else invoice.paid_date
      end as paid_date,
      case
        when exists (select from private.checkouts as tried where tried.invoice_id = p_invoice_id and tried.disputed)
          then 'disputed'::public.invoice_attention
        when foreign_money then 'other_currency'
        when invoice.status = 'void' and received > refunded then 'paid_though_canceled'
        when settled_at is not null and received - refunded > invoice.amount - credited
          then case when duplicates > 0 then 'paid_twice'::public.invoice_attention else 'overpaid' end
        -- An admin who records a part knows that the rest is still due.
        when invoice.status <> 'void' and settled_at is null and received > refunded and exists (
          select from public.payments as entry
          where entry.invoice_id = p_invoice_id and entry.kind = 'payment' and entry.provider_ref not like 'manual:%'
        ) then 'paid_in_part'
        when refunded > received then 'refunded_too_much'
      end as needs_attention
  ) as next
  where held.id = p_invoice_id
    and (held.status, held.paid_date, held.credited_amount, held.received_amount, held.refunded_amount, held.needs_attention)
      is distinct from (next.status, next.paid_date, credited, received, greatest(refunded, 0), next.needs_attention);
end
$$;

comment on function private.settle_invoice(uuid) is
'The only function that makes an invoice paid. It derives the state from the ledger. The same rows give the same state in any order.';

grant execute on function public.record_invoice_payment(uuid, timestamptz, integer, date, text, text, uuid) to authenticated;
grant execute on function private.record_invoice_payment(uuid, timestamptz, integer, date, text, text, uuid) to authenticated;
