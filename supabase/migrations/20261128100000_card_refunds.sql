-- An admin refunds an invoice to the card it was paid with. The ledger entry of the refund brings its reason back.

create function private.start_card_refund(p_invoice_id uuid, p_expected_updated_at timestamptz, p_amount integer, p_reason text) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.invoices;
  by_card integer;
begin
  perform private.require_admin();
  -- The provider keeps at most 500 characters.
  perform private.require_text(p_reason, 'Reason', 500);
  held := private.lock_sent_invoice(p_invoice_id, p_expected_updated_at);
  if p_amount is null or p_amount < 1 then perform private.refuse('amount_not_positive', '22023', 'The amount must be more than zero', 'amount'); end if;
  select coalesce(sum(case entry.kind when 'refund' then -entry.amount else entry.amount end), 0) into by_card
  from public.payments as entry
  where entry.invoice_id = held.id and entry.provider_ref not like 'manual:%' and entry.currency = held.currency;
  if held.status not in ('paid', 'void') or least(by_card, held.received_amount - held.refunded_amount) < 1 then
    perform private.refuse('nothing_to_refund', 'PT409', 'There is nothing to refund to a card on this invoice');
  end if;
  if p_amount > least(by_card, held.received_amount - held.refunded_amount) then
    perform private.refuse('amount_too_large', '22023', 'The refund is more than the amount received by card for this invoice', 'amount');
  end if;
  -- The invoice has a new version, so a second admin who saw the old one cannot send the money twice.
  update public.invoices as invoice set updated_at = now() where invoice.id = held.id;
  return (
    select jsonb_agg(jsonb_build_object('intent', split_part(entry.provider_ref, '/', 1), 'kept', case
      when entry.combined_id is not null then (
        select sum(case share.kind when 'refund' then -share.amount else share.amount end) from public.payments as share
        where share.invoice_id = held.id and share.combined_id = entry.combined_id
      )
      else entry.amount end) order by entry.is_duplicate desc, entry.occurred_at desc)
    from public.payments as entry
    where entry.invoice_id = held.id and entry.kind = 'payment' and entry.provider_ref not like 'manual:%' and entry.currency = held.currency
  );
end
$$;

create function public.start_card_refund(p_invoice_id uuid, p_expected_updated_at timestamptz, p_amount integer, p_reason text) returns jsonb
language sql volatile
set search_path = ''
return private.start_card_refund(p_invoice_id, p_expected_updated_at, p_amount, p_reason);

comment on function public.start_card_refund(uuid, timestamptz, integer, text) is
'Checks a refund to the card before the provider is asked, and returns the card payments to take it from: [{intent, kept}], second payments first. Only refund-invoice calls it.';

create function private.note_card_refund(p_entry_id uuid, p_request jsonb) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  entry public.payments;
begin
  select * into entry from public.payments as held where held.id = p_entry_id;
  insert into public.invoice_events (invoice_id, kind, note, method, amount, payment_id, actor_id)
  values (
    entry.invoice_id, 'refunded', left(p_request ->> 'reason', 1000), 'Card', entry.amount, entry.id,
    (select account.id from auth.users as account where account.id::text = p_request ->> 'admin_id')
  );
  perform private.enqueue_invoice_mail(entry.invoice_id, 'invoice-refunded', format('refunded:%s', entry.id),
    jsonb_build_object('refunded', entry.amount::text, 'reason', p_request ->> 'reason', 'method', 'Card'));
end
$$;

comment on function private.note_card_refund(uuid, jsonb) is
'Records who refunded an entry of the ledger to the card and why, and emails the client.';

grant execute on function public.start_card_refund(uuid, timestamptz, integer, text) to authenticated;
grant execute on function private.start_card_refund(uuid, timestamptz, integer, text) to authenticated;

create or replace function private.record_checkout(p_checkout jsonb) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  invoice public.invoices;
  was_paid boolean;
  entry jsonb;
  recorded uuid;
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
    insert into public.payments (invoice_id, client_id, kind, amount, currency, provider_ref, occurred_at)
    values (
      invoice.id, invoice.client_id, entry ->> 'kind', (entry ->> 'amount')::integer, lower(entry ->> 'currency'),
      entry ->> 'ref', (entry ->> 'occurred_at')::timestamptz
    )
    on conflict (provider_ref) do nothing returning id into recorded;
    if found and entry ? 'request' then perform private.note_card_refund(recorded, entry -> 'request'); end if;
  end loop;
  perform private.settle_invoice(invoice.id);
  select * into invoice from public.invoices as held where held.id = invoice.id;
  if invoice.status = 'paid' and not was_paid then
    perform private.enqueue_invoice_mail(invoice.id, 'payment-received', 'payment-received');
  end if;
  return invoice.status;
end
$$;

comment on function public.record_checkout(jsonb) is
'Stores what the provider answered about one session ({session_id, invoice_id, attempt, status, disputed, entries: [{kind, amount, currency, ref, occurred_at, request}]}), updates the invoice''s state and returns it.';

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
    insert into public.payments (invoice_id, client_id, kind, amount, currency, provider_ref, occurred_at, combined_id)
    select split.invoice_id, invoice.client_id, entry ->> 'kind', split.amount, lower(entry ->> 'currency'),
      (entry ->> 'ref') || '/' || split.invoice_id, (entry ->> 'occurred_at')::timestamptz, page.id
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
    if cardinality(receipt.ids) = 1 then perform private.enqueue_invoice_mail(receipt.ids[1], 'payment-received', 'payment-received');
    else perform private.enqueue_combined_receipt(page.id, receipt.ids, receipt.client_id);
    end if;
  end loop;
  return (select jsonb_object_agg(invoice.id, invoice.status) from public.invoices as invoice where invoice.id = any (members));
end
$$;

comment on function public.record_combined_checkout(jsonb) is
'Stores what the provider answered about a session for several invoices ({session_id, combined_id, status, disputed, entries: [{kind, amount, currency, ref, occurred_at, request}]}), splits each entry over the invoices, and returns their states by id.';
