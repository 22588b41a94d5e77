-- A receipt says what its payment was, although earlier parts paid the rest. An invoice that admins made open again by removing a payment
-- or credit has no problem with its payments.
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
  in_ledger boolean;
  taken_back bigint;
begin
  select * into strict invoice from public.invoices as held where held.id = p_invoice_id for update;
  select coalesce(sum(credit.amount), 0) into credited from public.invoice_credits as credit where credit.invoice_id = p_invoice_id and credit.removed_at is null;
  -- In the order of the provider's own clock. The invoice is paid when payments and credits, less refunds, first reach its
  -- amount. A later payment is too much. A refund takes back only what was received before it.
  with movements as (
    select entry.id, entry.kind, entry.occurred_at, entry.provider_ref as reference, entry.amount,
      case entry.kind when 'refund' then -entry.amount else entry.amount end as net, 0 as credit
    from public.payments as entry
    where entry.invoice_id = p_invoice_id and entry.currency = invoice.currency and entry.kind <> 'removed'
    union all
    select credit.id, 'credit', credit.created_at, credit.id::text, credit.amount, 0, credit.amount
    from public.invoice_credits as credit where credit.invoice_id = p_invoice_id and credit.removed_at is null
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
    coalesce(sum(entry.amount) filter (where entry.kind = 'payment'), 0), count(*) filter (where entry.is_duplicate),
    count(*) filter (where entry.kind in ('payment', 'removed')) > 0
  into refunded, received, duplicates, in_ledger
  from public.payments as entry where entry.invoice_id = p_invoice_id and entry.currency = invoice.currency;
  foreign_money := exists (
    select from public.payments as entry where entry.invoice_id = p_invoice_id and entry.currency <> invoice.currency
  );
  -- What admins removed as a mistake.
  select coalesce(sum(gone.amount), 0) into taken_back
  from (
    select entry.amount from public.payments as entry
    where entry.invoice_id = p_invoice_id and entry.currency = invoice.currency and entry.kind = 'removed' and private.is_still_removed(entry.id)
      and exists (select from public.invoice_events as event where event.payment_id = entry.id and event.kind = 'payment_removed')
    union all
    select credit.amount from public.invoice_credits as credit where credit.invoice_id = p_invoice_id and credit.removed_at is not null
  ) as gone;
  -- A canceled invoice stays canceled. Money that arrives later has to be sent back.
  if invoice.status = 'void' then settled_at := null; end if;
  -- The same report, again, leaves the version that people see as it is.
  update public.invoices as held
  set status = next.status, paid_date = next.paid_date, credited_amount = credited, received_amount = received,
    refunded_amount = greatest(refunded, 0), needs_attention = next.needs_attention
  from (
    select case
        when settled_at is not null then 'paid'
        -- A late report of a refund may show that the invoice was never paid, and a payment may be removed.
        when invoice.status = 'paid' and in_ledger then 'pending'
        else invoice.status
      end as status,
      case
        when settled_at is not null then private.agency_day(settled_at)
        when invoice.status = 'paid' and in_ledger then null
        else invoice.paid_date
      end as paid_date,
      case
        when exists (select from private.checkouts as tried where tried.invoice_id = p_invoice_id and tried.disputed)
          then 'disputed'::public.invoice_attention
        when foreign_money then 'other_currency'
        when invoice.status = 'void' and received > refunded then 'paid_though_canceled'
        when settled_at is not null and received - refunded > invoice.amount - credited
          then case when duplicates > 0 then 'paid_twice'::public.invoice_attention else 'overpaid' end
        -- An admin who records a part, or removes one, knows that the rest is still due.
        when invoice.status <> 'void' and settled_at is null and received > refunded and received + credited + taken_back < invoice.amount and exists (
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

create function private.paid_last(p_amount bigint) returns jsonb
language sql immutable
set search_path = ''
as $$
  select case when p_amount > 0 then jsonb_build_object('payment', p_amount::text) else '{}' end
$$;

comment on function private.paid_last(bigint) is
'For the receipt of a paid invoice: what its last payment was, because earlier ones have receipts of their own. Nothing if that is unknown.';

create or replace function private.record_checkout(p_checkout jsonb) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  invoice public.invoices;
  was_paid boolean;
  entry jsonb;
  recorded uuid;
  arrived integer := 0;
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
    if recorded is not null and entry ->> 'kind' = 'payment' then arrived := arrived + (entry ->> 'amount')::integer; end if;
  end loop;
  perform private.settle_invoice(invoice.id);
  select * into invoice from public.invoices as held where held.id = invoice.id;
  if invoice.status = 'paid' and not was_paid then
    perform private.enqueue_invoice_mail(invoice.id, 'payment-received', 'payment-received', private.paid_last(arrived));
  end if;
  return invoice.status;
end
$$;

create or replace function private.record_combined_checkout(p_checkout jsonb) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  page private.combined_checkouts;
  members uuid[];
  member uuid;
  paid_before uuid[];
  paid_now uuid[];
  entry jsonb;
  receipt record;
begin
  select combined.* into page from private.combined_checkouts as combined where combined.id = (p_checkout ->> 'combined_id')::uuid;
  if not found then perform private.refuse('checkout_not_found', 'PT404', 'There is no such payment'); end if;
  with held as materialized (
    select invoice.id, invoice.status from public.invoices as invoice
    where invoice.id in (select tried.invoice_id from private.checkouts as tried where tried.combined_id = page.id)
    order by invoice.id for update
  )
  select array_agg(held.id), coalesce(array_agg(held.id) filter (where held.status = 'paid'), '{}') into members, paid_before from held;
  update private.combined_checkouts as combined set session_id = coalesce(combined.session_id, p_checkout ->> 'session_id')
  where combined.id = page.id;
  update private.checkouts as tried
  set status = case when tried.status in ('complete', 'expired') and p_checkout ->> 'status' = 'open' then tried.status else p_checkout ->> 'status' end,
    checked_at = now(), disputed = tried.disputed or (p_checkout ->> 'disputed')::boolean
  where tried.combined_id = page.id and (tried.status <> 'complete' or (p_checkout ->> 'disputed')::boolean and not tried.disputed);
  for entry in
    select body from jsonb_array_elements(p_checkout -> 'entries') with ordinality as given (body, number)
    order by (body ->> 'occurred_at')::timestamptz, number
  loop
    -- The shares of an entry are written together, once. Every writer holds the locks of the invoices.
    continue when exists (
      select from public.payments as known where known.combined_id = page.id and starts_with(known.provider_ref, (entry ->> 'ref') || '/')
    );
    insert into public.payments (invoice_id, client_id, kind, amount, currency, provider_ref, occurred_at, combined_id, method)
    select split.invoice_id, invoice.client_id, entry ->> 'kind', split.amount, lower(entry ->> 'currency'),
      (entry ->> 'ref') || '/' || split.invoice_id, (entry ->> 'occurred_at')::timestamptz, page.id, left(entry ->> 'method', 50)
    from (
      select * from private.split_payment(page.id, (entry ->> 'amount')::integer) where entry ->> 'kind' = 'payment'
      union all
      select * from private.split_refund(page.id, (entry ->> 'amount')::integer)
      where entry ->> 'kind' = 'refund' and not coalesce((entry #>> '{request,invoice_id}')::uuid = any (members), false)
      union all
      -- A refund that an admin started on one of the invoices is that invoice's.
      select (entry #>> '{request,invoice_id}')::uuid, (entry ->> 'amount')::integer
      where entry ->> 'kind' = 'refund' and (entry #>> '{request,invoice_id}')::uuid = any (members)
      union all
      -- A refund that failed comes back to the invoices that it was taken from.
      select refund.invoice_id, refund.amount from public.payments as refund
      where entry ->> 'kind' = 'reversal' and refund.combined_id = page.id and refund.kind = 'refund'
        and starts_with(refund.provider_ref, replace(entry ->> 'ref', ':reversed', '') || '/')
    ) as split join public.invoices as invoice on invoice.id = split.invoice_id;
    if entry ->> 'kind' = 'refund' and entry ? 'request' then
      perform private.note_card_refund(share.id, entry -> 'request')
      from public.payments as share where share.combined_id = page.id and starts_with(share.provider_ref, (entry ->> 'ref') || '/');
    end if;
    foreach member in array members loop
      perform private.settle_invoice(member);
    end loop;
  end loop;
  foreach member in array members loop
    perform private.settle_invoice(member);
  end loop;
  paid_now := array(
    select invoice.id from public.invoices as invoice
    where invoice.id = any (members) and invoice.status = 'paid' and not invoice.id = any (paid_before)
  );
  -- Whoever paid, each receipt goes to the person that its invoices name.
  for receipt in
    select invoice.client_id, array_agg(invoice.id) as ids from public.invoices as invoice where invoice.id = any (paid_now) group by invoice.client_id
  loop
    if cardinality(receipt.ids) = 1 then
      perform private.enqueue_invoice_mail(receipt.ids[1], 'payment-received', 'payment-received', private.paid_last((
        select sum(share.amount) from public.payments as share
        where share.invoice_id = receipt.ids[1] and share.combined_id = page.id and share.kind = 'payment'
      )));
    else perform private.enqueue_combined_receipt(page.id, receipt.ids, receipt.client_id);
    end if;
  end loop;
  return (select jsonb_object_agg(invoice.id, invoice.status) from public.invoices as invoice where invoice.id = any (members));
end
$$;

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
  -- The key has the payment, because a removed one may be followed by another.
  perform private.enqueue_invoice_mail(held.id, 'payment-received', format('payment-received:%s', p_payment_id), private.restored_mark(p_payment_id)
    || case when held.status = 'paid' then private.paid_last(p_amount) else jsonb_build_object('amount', p_amount::text, 'owed', held.owed_amount::text) end);
  return held.status;
end
$$;
