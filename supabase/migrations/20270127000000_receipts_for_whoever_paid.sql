-- Whoever pays an invoice in someone else's name gets a receipt, too, and the invoice says who paid.

alter table public.payments add column payer_id uuid references auth.users (id) on delete set null;
comment on column public.payments.payer_id is
'Who paid online. Null if several people opened the payment page, and for what an admin recorded.';
create index payments_payer_id_idx on public.payments (payer_id) where payer_id is not null;

drop function private.receipt_of(uuid, uuid);
drop function private.enqueue_invoice_mail(uuid, text, text, jsonb);
drop function private.enqueue_combined_receipt(uuid, uuid[], uuid);

create function private.receipt_of(p_payment_id uuid, p_payer_id uuid default null, p_reader_id uuid default null) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce((
    select jsonb_build_object('paid', private.agency_day(entry.occurred_at), 'method', private.method_of(entry))
      || case when invoice.status = 'paid'
        then jsonb_build_object(
          'payment', entry.amount::text, 'others', private.payments_of(invoice.id, entry.id)::text, 'refunded', nullif(invoice.refunded_amount, 0)::text
        )
        else jsonb_build_object('amount', entry.amount::text, 'owed', invoice.owed_amount::text)
      end
      || private.whose_payment(entry.combined_id, entry.amount, p_payer_id, coalesce(p_reader_id, invoice.client_id))
    from public.payments as entry join public.invoices as invoice on invoice.id = entry.invoice_id
    where entry.id = p_payment_id
  ), '{}')
$$;

comment on function private.receipt_of(uuid, uuid, uuid) is
'For the receipt of an entry of the ledger: its own day, method and amount, and private.whose_payment. On a paid invoice also the other payments and what was sent back, else what is still due. Nothing if the entry is unknown. The reader is the person on the invoice unless one is named.';

create function private.receipt_readers(p_invoice_ids uuid[], p_payer_id uuid)
returns table (reader uuid, invoice_ids uuid[]) language sql stable
set search_path = ''
as $$
  select own.reader, array_agg(own.id order by own.id)
  from (
    select invoice.client_id as reader, invoice.id from public.invoices as invoice
    where invoice.id = any (p_invoice_ids)
    union
    select p_payer_id, invoice.id from public.invoices as invoice
    where invoice.id = any (p_invoice_ids) and private.pays(invoice.client_id, invoice.account_id, p_payer_id)
  ) as own
  where own.reader is not null
  group by own.reader
$$;

comment on function private.receipt_readers(uuid[], uuid) is
'Who gets a receipt for invoices that were just paid, and for which of them: each person on them for their own, and whoever paid for all that they see.';

create function private.enqueue_invoice_mail(
  p_invoice_id uuid, p_template text, p_key text, p_extra jsonb default '{}', p_reader_id uuid default null
) returns void
language sql volatile
set search_path = ''
as $$
  select public.enqueue_outbox('mail', concat_ws(':', 'invoice', invoice.id, p_key, other.id), jsonb_strip_nulls(jsonb_build_object(
    'to', person.row ->> 'to',
    'template', p_template,
    -- Invoices, credits and receipts have the document attached; other emails do not need it.
    'attachInvoice', case when p_template in ('invoice-issued', 'invoice-copy', 'payment-received', 'invoice-credited') then invoice.id end,
    'data', jsonb_build_object(
      'name', person.row ->> 'name', 'forAccount', private.account_among_several(coalesce(other.id, invoice.client_id), invoice.account_id),
      'billedTo', case when other.id is not null then private.person_name(invoice.client_id) end, 'invoiceId', invoice.id, 'number', invoice.invoice_number,
      'description', coalesce(nullif(btrim(left(invoice.description, 500)), ''), 'Marketing services'),
      'amount', (invoice.amount - invoice.credited_amount)::text, 'currency', invoice.currency, 'due', invoice.due_date, 'paid', invoice.paid_date,
      'state', (select state.shown from private.shown_invoices as state where state.id = invoice.id)
    ) || p_extra
  )))
  from public.invoices as invoice
  left join lateral (select p_reader_id as id where p_reader_id <> invoice.client_id) as other on true
  cross join lateral private.mail_recipient(coalesce(other.id, invoice.client_id)) as person (row)
  where invoice.id = p_invoice_id
$$;

comment on function private.enqueue_invoice_mail(uuid, text, text, jsonb, uuid) is
'Queues an email about an invoice, once for each key and reader: to its client, or to someone else who is named, as after their payment. It tells them whom the invoice bills.';

create function private.enqueue_receipt(p_invoice_id uuid, p_payment_id uuid, p_payer_id uuid) returns void
language sql volatile
set search_path = ''
as $$
  -- The key has the payment, because an invoice can be paid again after an admin removed a payment.
  select private.enqueue_invoice_mail(
    p_invoice_id, 'payment-received', concat_ws(':', 'payment-received', p_payment_id),
    private.receipt_of(p_payment_id, p_payer_id, receipt.reader), receipt.reader
  )
  from private.receipt_readers(array[p_invoice_id], p_payer_id) as receipt
$$;

comment on function private.enqueue_receipt(uuid, uuid, uuid) is
'Queues the receipt of a payment of one invoice for each of private.receipt_readers.';

create function private.enqueue_combined_receipt(p_combined_id uuid, p_invoice_ids uuid[], p_reader_id uuid) returns void
language sql volatile
set search_path = ''
as $$
  select public.enqueue_outbox('mail', format('combined:%s:payment-received:%s', page.id, p_reader_id), jsonb_strip_nulls(jsonb_build_object(
    'to', person.row ->> 'to',
    'template', 'payment-received',
    -- More files would make an email that some servers refuse. Each invoice has its PDF in the portal.
    'attachInvoices', case when paid.number <= 10 then paid.ids end,
    'data', jsonb_build_object(
      'name', person.row ->> 'name', 'forAccount', private.account_among_several(p_reader_id, paid.account_id),
      'amount', paid.total::text, 'currency', page.currency, 'invoices', paid.number::text,
      'number', paid.numbers, 'paid', own.day, 'method', own.method, 'lines', paid.lines::text
    ) || private.whose_payment(page.id, paid.total, page.payer_id, p_reader_id)
  )))
  from private.combined_checkouts as page
  cross join lateral (
    select count(*) as number, sum(share.amount) as total, private.only_account(array_agg(share.account_id)) as account_id,
      to_jsonb(array_agg(share.id order by share.place)) as ids, string_agg(share.invoice_number, ', ' order by share.place) as numbers,
      jsonb_agg(jsonb_build_object('number', share.invoice_number, 'description', share.description, 'billedTo', share.billed_to, 'amount', share.amount) order by share.place) as lines
    from (
      select invoice.id, invoice.invoice_number, invoice.account_id, tried.place,
        case when invoice.client_id <> p_reader_id then private.person_name(invoice.client_id) end as billed_to,
        coalesce(nullif(btrim(left(invoice.description, 200)), ''), 'Marketing services') as description,
        (
          select coalesce(sum(entry.amount), 0) from public.payments as entry
          where entry.invoice_id = invoice.id and entry.combined_id = page.id and entry.kind = 'payment'
        ) as amount
      from private.checkouts as tried join public.invoices as invoice on invoice.id = tried.invoice_id
      where tried.combined_id = page.id and invoice.id = any (p_invoice_ids)
    ) as share
  ) as paid
  -- This payment's own day and method. The invoices may have other payments.
  left join lateral (
    select private.agency_day(entry.occurred_at) as day, private.method_of(entry) as method
    from public.payments as entry where entry.combined_id = page.id and entry.kind = 'payment'
    order by entry.created_at desc, entry.occurred_at desc limit 1
  ) as own on true
  cross join lateral private.mail_recipient(p_reader_id) as person (row)
  where page.id = p_combined_id
$$;

comment on function private.enqueue_combined_receipt(uuid, uuid[], uuid) is
'Queues one receipt of a payment for this reader: the total of their invoices, what it paid and whom it billed, and private.whose_payment.';

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
  payer uuid;
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
  select tried.payer_id into payer from private.checkouts as tried
  where tried.invoice_id = invoice.id
    and (tried.session_id = p_checkout ->> 'session_id' or tried.attempt = (p_checkout ->> 'attempt')::integer)
  order by tried.session_id = p_checkout ->> 'session_id' desc nulls last limit 1;
  for entry in select * from jsonb_array_elements(p_checkout -> 'entries') loop
    insert into public.payments (invoice_id, client_id, kind, amount, currency, provider_ref, occurred_at, method, payer_id)
    values (
      invoice.id, invoice.client_id, entry ->> 'kind', (entry ->> 'amount')::integer, lower(entry ->> 'currency'),
      entry ->> 'ref', (entry ->> 'occurred_at')::timestamptz, left(entry ->> 'method', 50), case when entry ->> 'kind' = 'payment' then payer end
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
    perform private.enqueue_receipt(invoice.id, paid_by, payer);
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
      insert into public.payments (invoice_id, client_id, kind, amount, currency, provider_ref, occurred_at, combined_id, method, payer_id)
      select split.invoice_id, invoice.client_id, entry ->> 'kind', split.amount, lower(entry ->> 'currency'),
        (entry ->> 'ref') || '/' || split.invoice_id, (entry ->> 'occurred_at')::timestamptz, page.id, left(entry ->> 'method', 50),
        case when entry ->> 'kind' = 'payment' then page.payer_id end
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
  for receipt in select readers.reader, readers.invoice_ids from private.receipt_readers(paid_now, page.payer_id) as readers loop
    if cardinality(receipt.invoice_ids) = 1 then
      select share.id into share_id from public.payments as share
      where share.invoice_id = receipt.invoice_ids[1] and share.combined_id = page.id and share.kind = 'payment'
      order by share.created_at desc, share.occurred_at desc limit 1;
      perform private.enqueue_invoice_mail(
        receipt.invoice_ids[1], 'payment-received', concat_ws(':', 'payment-received', share_id),
        private.receipt_of(share_id, page.payer_id, receipt.reader), receipt.reader
      );
    else perform private.enqueue_combined_receipt(page.id, receipt.invoice_ids, receipt.reader);
    end if;
  end loop;
  -- A share pays only a part if an admin removed another payment while the payment page was open.
  perform private.enqueue_receipt(invoice.id, share.id, page.payer_id)
  from public.payments as share join public.invoices as invoice on invoice.id = share.invoice_id
  where share.id = any (fresh) and share.kind = 'payment' and share.currency = invoice.currency and invoice.owed_amount > 0;
  return (select jsonb_object_agg(invoice.id, invoice.status) from public.invoices as invoice where invoice.id = any (members));
end
$$;

create or replace function private.invoice_for_admin(p_invoice_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  answer jsonb;
begin
  perform private.require_admin();
  select jsonb_build_object(
    'invoice', to_jsonb(held) - 'search_text' || jsonb_build_object(
      'status', (select state.shown from private.shown_invoices as state where state.id = held.id)
    ),
    'today', private.agency_day(),
    'client_status', private.client_status(held.client_id),
    'is_archived', private.is_archived(held.account_id),
    -- A draft of an account that nobody has joined yet names nobody.
    'client', (
      select jsonb_build_object(
        'id', account.id, 'account_id', held.account_id, 'email', account.email,
        'company', coalesce(billed.company, private.billed_company(held.client_id, held.account_id)),
        'has_account', held.account_id is not null, 'for_account', private.account_among_several(held.client_id, held.account_id),
        'name', coalesce(billed.name, private.name_or_email(profile.first_name, profile.last_name, account.email::text))
      )
      from auth.users as account left join public.profiles as profile on profile.user_id = account.id
      left join private.archived_billing_identities as billed on billed.account_id = account.id where account.id = held.client_id
      union all
      select jsonb_build_object('id', null, 'account_id', prepared.id, 'email', (
        select open.email from public.invitations as open
        where open.account_id = prepared.id and open.account_role = 'owner' and open.accepted_at is null and open.revoked_at is null
        order by open.created_at desc limit 1
      ), 'company', null, 'has_account', true, 'name', prepared.name)
      from public.accounts as prepared where prepared.id = held.account_id and held.client_id is null
    ),
    'lines', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', line.id, 'description', line.description, 'quantity', line.quantity, 'unit_amount', line.unit_amount, 'amount', line.amount,
        'is_discount', line.is_discount
      ) order by line.position) from public.invoice_lines as line where line.invoice_id = held.id
    ), '[]'),
    'ledger', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', entry.id, 'kind', entry.kind, 'amount', entry.amount, 'currency', entry.currency, 'is_duplicate', entry.is_duplicate,
        'occurred_at', entry.occurred_at, 'by_hand', entry.provider_ref like 'manual:%', 'reference', split_part(entry.provider_ref, '/', 1),
        'method', event.method, 'card', case when entry.provider_ref not like 'manual:%' then entry.method end, 'note', event.note,
        'payer', case when entry.payer_id <> held.client_id then private.person_name(entry.payer_id) end,
        'removal', (
          select jsonb_build_object('of', split_part(removal.kind, '_', 1), 'at', removal.created_at, 'reason', removal.note, 'actor', private.full_name(profile.first_name, profile.last_name))
          from public.invoice_events as removal left join public.profiles as profile on profile.user_id = removal.actor_id
          where removal.payment_id = entry.id and removal.kind in ('payment_removed', 'refund_removed')
        )
      ) order by entry.occurred_at, entry.created_at)
      from public.payments as entry
      left join public.invoice_events as event on event.payment_id = entry.id and event.kind not in ('payment_removed', 'refund_removed')
      where entry.invoice_id = held.id
    ), '[]'),
    'credits', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', credit.id, 'amount', credit.amount, 'reason', credit.reason, 'created_at', credit.created_at,
        'removal', (
          select jsonb_build_object('of', split_part(removal.kind, '_', 1), 'at', removal.created_at, 'reason', removal.note, 'actor', private.full_name(profile.first_name, profile.last_name))
          from public.invoice_events as removal left join public.profiles as profile on profile.user_id = removal.actor_id
          where removal.credit_id = credit.id and removal.kind = 'credit_removed' and credit.removed_at is not null
          order by removal.created_at desc limit 1
        )
      ) order by credit.created_at, credit.id)
      from public.invoice_credits as credit where credit.invoice_id = held.id
    ), '[]'),
    'together', private.paid_together(held.id),
    'events', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', event.id, 'kind', event.kind, 'note', event.note, 'method', event.method, 'amount', event.amount, 'created_at', event.created_at,
        'actor', private.full_name(profile.first_name, profile.last_name), 'restored', private.is_restored(event)
      ) order by event.created_at)
      from public.invoice_events as event left join public.profiles as profile on profile.user_id = event.actor_id where event.invoice_id = held.id
    ), '[]'),
    'retainer', (
      select jsonb_build_object('id', retainer.id, 'name', retainer.retainer_name, 'charge_date', charge.charge_date)
      from public.retainer_charges as charge join public.retainers as retainer on retainer.id = charge.retainer_id where charge.invoice_id = held.id
    ),
    'paying', exists (
      select from private.checkouts as tried where tried.invoice_id = held.id and tried.status = 'open' and tried.expires_at > now()
    )
  ) into answer
  from public.invoices as held where held.id = p_invoice_id;
  return answer;
end
$$;

create function private.invoice_payers(p_invoice_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select coalesce((
    select jsonb_agg(jsonb_build_object('payment_id', entry.id, 'name', private.person_name(entry.payer_id)) order by entry.occurred_at, entry.id)
    from public.payments as entry join public.invoices as invoice on invoice.id = entry.invoice_id
    where entry.invoice_id = p_invoice_id and entry.kind = 'payment' and entry.payer_id <> invoice.client_id
  ), '[]')
  where public.may_pay_invoice(p_invoice_id) or private.has_active_role('admin')
$$;

create function public.invoice_payers(p_invoice_id uuid) returns jsonb
language sql stable
set search_path = ''
return private.invoice_payers(p_invoice_id);

comment on function public.invoice_payers(uuid) is
'The payments of an invoice that someone else than the person on it made online, for people who may pay it and for admins: [{payment_id, name}]. Null for all others.';

grant execute on function public.invoice_payers(uuid) to authenticated;
grant execute on function private.invoice_payers(uuid) to authenticated;
