-- A share of a payment of several invoices that covers only a part has a receipt of its own.
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
  share_id uuid;
  fresh uuid[] := '{}';
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
    with stored as (
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
      ) as split join public.invoices as invoice on invoice.id = split.invoice_id
      returning id
    )
    select fresh || coalesce(array_agg(stored.id), '{}') into fresh from stored;
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
      select share.id into share_id from public.payments as share
      where share.invoice_id = receipt.ids[1] and share.combined_id = page.id and share.kind = 'payment'
      order by share.created_at desc, share.occurred_at desc limit 1;
      perform private.enqueue_invoice_mail(
        receipt.ids[1], 'payment-received', concat_ws(':', 'payment-received', share_id), private.receipt_of(share_id)
      );
    else perform private.enqueue_combined_receipt(page.id, receipt.ids, receipt.client_id);
    end if;
  end loop;
  -- A share pays only a part if an admin removed another payment while the payment page was open.
  perform private.enqueue_invoice_mail(
    invoice.id, 'payment-received', concat_ws(':', 'payment-received', share.id), private.receipt_of(share.id)
  )
  from public.payments as share join public.invoices as invoice on invoice.id = share.invoice_id
  where share.id = any (fresh) and share.kind = 'payment' and share.currency = invoice.currency and invoice.owed_amount > 0;
  return (select jsonb_object_agg(invoice.id, invoice.status) from public.invoices as invoice where invoice.id = any (members));
end
$$;
