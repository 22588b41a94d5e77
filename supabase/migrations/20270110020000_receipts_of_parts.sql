-- A receipt for a part of a payment says so, and who paid, if someone else did.

alter table private.combined_checkouts add column payer_id uuid references auth.users (id) on delete set null;
comment on column private.combined_checkouts.client_id is 'The person that the oldest of its invoices names.';
comment on column private.combined_checkouts.payer_id is 'Who opened the page to pay. Null after several people opened it.';
create index combined_checkouts_payer_id_idx on private.combined_checkouts (payer_id);

create or replace function private.open_combined_checkout(p_invoice_ids uuid[], p_client_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  asked constant uuid[] := array(select distinct id from unnest(p_invoice_ids) as id where id is not null);
  found_ids uuid[];
  lines jsonb;
  shares jsonb;
  total bigint;
  currencies text[];
  page private.combined_checkouts;
  replaces jsonb := '[]';
begin
  if cardinality(asked) not between 1 and 50 then
    perform private.refuse('too_many_invoices', '22023', 'Choose from 1 to 50 invoices', 'invoices');
  end if;
  with held as materialized (
    select invoice.* from public.invoices as invoice
    where invoice.id = any (asked) and private.pays(invoice.client_id, invoice.account_id, p_client_id) and invoice.status <> 'draft'
    order by invoice.id for update
  ), payable as (
    select held.*, row_number() over (order by held.due_date nulls last, held.created_at, held.id) as place
    from held where held.status in ('pending', 'overdue') and held.owed_amount > 0
  )
  select (select array_agg(held.id) from held),
    jsonb_agg(jsonb_build_object(
      'invoice_id', payable.id, 'client_id', payable.client_id, 'invoice_number', payable.invoice_number, 'amount', payable.owed_amount,
      'description', coalesce(nullif(btrim(left(payable.description, 500)), ''), 'Marketing services')
    ) order by payable.place),
    jsonb_object_agg(payable.id, payable.owed_amount), sum(payable.owed_amount), array_agg(distinct payable.currency)
  into found_ids, lines, shares, total, currencies
  from payable;
  if coalesce(cardinality(found_ids), 0) <> cardinality(asked) then
    perform private.refuse('invoice_not_found', 'PT404', 'There is no such invoice');
  end if;
  -- Paid and canceled invoices are left out. Nothing is charged for them.
  if lines is null then perform private.refuse('invoice_paid', 'PT409', 'These invoices are paid'); end if;
  if cardinality(currencies) > 1 then
    perform private.refuse('currencies_differ', '22023', 'Invoices in different currencies are paid one by one', 'invoices');
  end if;
  if total > 99999999 then
    perform private.refuse('amount_too_large', '22023', 'This is more than one payment can hold. Pay these invoices one by one.', 'invoices');
  end if;
  select combined.* into page from private.combined_checkouts as combined
  where combined.id in (
      select tried.combined_id from private.checkouts as tried where tried.invoice_id = (lines -> 0 ->> 'invoice_id')::uuid
    )
    and (combined.expires_at is null or combined.expires_at > now() + interval '1 minute')
    and shares = (
      select jsonb_object_agg(tried.invoice_id, tried.amount) from private.checkouts as tried
      where tried.combined_id = combined.id and tried.status in ('opening', 'open')
    )
  order by combined.created_at desc limit 1;
  if not found then
    replaces := private.replace_checkouts(array(select (line ->> 'invoice_id')::uuid from jsonb_array_elements(lines) as line));
    insert into private.combined_checkouts (client_id, amount, currency, payer_id)
    values ((lines -> 0 ->> 'client_id')::uuid, total, currencies[1], p_client_id) returning * into page;
    insert into private.checkouts (invoice_id, attempt, amount, currency, combined_id, place)
    select (line.body ->> 'invoice_id')::uuid,
      1 + coalesce((select max(tried.attempt) from private.checkouts as tried where tried.invoice_id = (line.body ->> 'invoice_id')::uuid), 0),
      (line.body ->> 'amount')::integer, page.currency, page.id, line.place
    from jsonb_array_elements(lines) with ordinality as line (body, place);
  else
    -- Two people have the page now, and the provider doesn't say which of them pays.
    update private.combined_checkouts as combined set payer_id = null where combined.id = page.id and combined.payer_id <> p_client_id;
  end if;
  return jsonb_build_object(
    'combined_id', page.id, 'url', page.url, 'replaces', replaces, 'amount', page.amount, 'currency', page.currency, 'lines', lines,
    'client_id', page.client_id, 'email', (select account.email from auth.users as account where account.id = page.client_id)
  );
end
$$;

create or replace function private.enqueue_combined_receipt(p_combined_id uuid, p_invoice_ids uuid[], p_client_id uuid) returns void
language sql volatile
set search_path = ''
as $$
  select public.enqueue_outbox('mail', format('combined:%s:payment-received:%s', page.id, p_client_id), jsonb_strip_nulls(jsonb_build_object(
    'to', person.row ->> 'to',
    'template', 'payment-received',
    -- More files would make an email that some servers refuse. Each invoice has its PDF in the portal.
    'attachInvoices', case when paid.number <= 10 then paid.ids end,
    'data', jsonb_build_object(
      'name', person.row ->> 'name', 'amount', paid.total::text, 'currency', page.currency, 'invoices', paid.number::text,
      'number', paid.numbers, 'paid', own.day, 'method', own.method, 'lines', paid.lines::text,
      'isPart', case when whole.total > paid.total then 'true' end,
      'whole', case when whole.total > paid.total and whole.is_seen then whole.total::text end,
      'payer', case when page.payer_id <> p_client_id then private.person_name(page.payer_id) end
    )
  )))
  from private.combined_checkouts as page
  cross join lateral (
    select count(*) as number, sum(share.amount) as total,
      to_jsonb(array_agg(share.id order by share.place)) as ids, string_agg(share.invoice_number, ', ' order by share.place) as numbers,
      jsonb_agg(jsonb_build_object('number', share.invoice_number, 'description', share.description, 'amount', share.amount) order by share.place) as lines
    from (
      select invoice.id, invoice.invoice_number, tried.place,
        coalesce(nullif(btrim(left(invoice.description, 200)), ''), 'Marketing services') as description,
        (
          select coalesce(sum(entry.amount), 0) from public.payments as entry
          where entry.invoice_id = invoice.id and entry.combined_id = page.id and entry.kind = 'payment'
        ) as amount
      from private.checkouts as tried join public.invoices as invoice on invoice.id = tried.invoice_id
      where tried.combined_id = page.id and invoice.id = any (p_invoice_ids)
    ) as share
  ) as paid
  -- Whoever doesn't see the money of the other invoices learns no amount that gives it away.
  cross join lateral (
    select sum(entry.amount) as total, bool_and(private.pays(invoice.client_id, invoice.account_id, p_client_id)) as is_seen
    from public.payments as entry join public.invoices as invoice on invoice.id = entry.invoice_id
    where entry.combined_id = page.id and entry.kind = 'payment'
  ) as whole
  -- This payment's own day and method. The invoices may have other payments.
  left join lateral (
    select private.agency_day(entry.occurred_at) as day, private.method_of(entry) as method
    from public.payments as entry where entry.combined_id = page.id and entry.kind = 'payment'
    order by entry.created_at desc, entry.occurred_at desc limit 1
  ) as own on true
  cross join lateral private.mail_recipient(p_client_id) as person (row)
  where page.id = p_combined_id
$$;

comment on function private.enqueue_combined_receipt(uuid, uuid[], uuid) is
'Queues one receipt for the invoices of a payment that name this person: their total, what it paid, whether it is a part of the payment (of which amount, if the person sees all of its invoices), and who paid, if someone else did.';
