-- One payment page for several invoices. Only our own functions call these, as the service role. Each invoice has its own
-- attempt (private.checkouts) with its share, so that everything that ends or checks an attempt works for these too. Writers
-- lock the invoices first, in the order of their ids.

create function private.replace_checkouts(p_invoice_ids uuid[]) returns jsonb
language plpgsql volatile
set search_path = ''
as $$
declare
  ended record;
  sessions jsonb := '[]';
begin
  for ended in select * from private.end_checkouts(p_invoice_ids) loop
    if ended.session_id is not null then sessions := sessions || to_jsonb(ended.session_id); end if;
    -- Also when the caller closes the page: it may stop before that.
    perform private.enqueue_close_checkout(ended.invoice_id, ended.attempt);
  end loop;
  return sessions;
end
$$;

comment on function private.replace_checkouts(uuid[]) is
'Ends the open pages of these invoices and returns their sessions, which the caller has to close before it opens another page.';

create function private.open_combined_checkout(p_invoice_ids uuid[], p_client_id uuid) returns jsonb
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

create function public.open_combined_checkout(p_invoice_ids uuid[], p_client_id uuid) returns jsonb
language sql volatile
set search_path = ''
return private.open_combined_checkout(p_invoice_ids, p_client_id);

comment on function public.open_combined_checkout(uuid[], uuid) is
'Starts or resumes a payment of several invoices that p_client_id may pay: {combined_id, url, replaces: [sessions to close], amount, currency, client_id and email (of the person that the oldest one names), lines: [{invoice_id, client_id, invoice_number, description, amount}]}, oldest due first. Invoices that are paid or canceled are left out. PT404: one is not theirs to pay. PT409: nothing is left to pay.';

create function private.save_combined_session(
  p_combined_id uuid, p_session_id text, p_url text, p_expires_at timestamptz
) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  update private.combined_checkouts as combined set session_id = p_session_id, url = p_url, expires_at = p_expires_at
  where combined.id = p_combined_id;
  update private.checkouts as tried set status = 'open', expires_at = p_expires_at
  where tried.combined_id = p_combined_id and tried.status = 'opening';
  return not exists (select from private.checkouts as tried where tried.combined_id = p_combined_id and tried.status <> 'open');
end
$$;

create function public.save_combined_session(p_combined_id uuid, p_session_id text, p_url text, p_expires_at timestamptz) returns boolean
language sql volatile
set search_path = ''
return private.save_combined_session(p_combined_id, p_session_id, p_url, p_expires_at);

comment on function public.save_combined_session(uuid, text, text, timestamptz) is
'Stores the provider''s session of a payment of several invoices. False if it ended meanwhile: the page must not be paid.';

create function private.split_payment(p_combined_id uuid, p_amount integer) returns table (invoice_id uuid, amount integer)
language sql stable
set search_path = ''
as $$
  -- Each invoice gets its share, oldest due first. The last one gets what is left, so that no money is lost.
  select split.invoice_id, split.part
  from (
    select tried.invoice_id, greatest(0, case
      when tried.place = count(*) over () then p_amount - coalesce(sum(tried.amount) over earlier, 0)
      else least(tried.amount, p_amount - coalesce(sum(tried.amount) over earlier, 0))
    end)::integer as part
    from private.checkouts as tried where tried.combined_id = p_combined_id
    window earlier as (order by tried.place rows between unbounded preceding and 1 preceding)
  ) as split
  where split.part > 0
$$;

comment on function private.split_payment(uuid, integer) is
'Splits a payment of several invoices: each one''s share, oldest due first, and the rest to the last one.';

create function private.split_refund(p_combined_id uuid, p_amount integer) returns table (invoice_id uuid, amount integer)
language sql stable
set search_path = ''
as $$
  -- Money that an invoice got too much goes back first, then the newest due. The oldest invoice gets what is left.
  with held as (
    select tried.invoice_id, tried.place,
      greatest(0, coalesce(sum(case entry.kind when 'refund' then -entry.amount else entry.amount end), 0)) as kept
    from private.checkouts as tried
    left join public.payments as entry on entry.combined_id = tried.combined_id and entry.invoice_id = tried.invoice_id
    where tried.combined_id = p_combined_id
    group by tried.invoice_id, tried.place
  ), surplus as (
    select held.*, least(held.kept, greatest(0, invoice.received_amount - invoice.refunded_amount - case
      when invoice.status = 'void' then 0 else invoice.amount - invoice.credited_amount end)) as extra
    from held join public.invoices as invoice on invoice.id = held.invoice_id
  ), pieces as (
    select surplus.invoice_id, 1 as turn, surplus.place, surplus.extra as size from surplus
    union all
    select surplus.invoice_id, 2, -surplus.place, surplus.kept - surplus.extra from surplus
  ), taken as (
    select pieces.invoice_id, greatest(0, least(pieces.size, p_amount - coalesce(sum(pieces.size) over earlier, 0))) as part
    from pieces window earlier as (order by pieces.turn, pieces.place rows between unbounded preceding and 1 preceding)
  ), rest as (
    select held.invoice_id, p_amount - (select coalesce(sum(taken.part), 0) from taken) as part from held where held.place = 1
  )
  select parts.invoice_id, sum(parts.part)::integer
  from (select * from taken union all select * from rest) as parts
  group by parts.invoice_id having sum(parts.part) > 0
$$;

comment on function private.split_refund(uuid, integer) is
'Splits a refund of a payment of several invoices: what was paid too much first, then newest due first.';

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

create function private.record_combined_checkout(p_checkout jsonb) returns jsonb
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
        page.payer_id
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
  perform private.enqueue_second_payment(share) from unnest(fresh) as share;
  return (select jsonb_object_agg(invoice.id, invoice.status) from public.invoices as invoice where invoice.id = any (members));
end
$$;

create function public.record_combined_checkout(p_checkout jsonb) returns jsonb
language sql volatile
set search_path = ''
return private.record_combined_checkout(p_checkout);

comment on function public.record_combined_checkout(jsonb) is
'Stores what the provider answered about a session for several invoices ({session_id, combined_id, status, disputed, entries: [{kind, amount, currency, ref, occurred_at, method, request}]}), splits each entry over the invoices, and returns their states by id.';

create function private.paid_together(p_invoice_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'payment_id', entry.id, 'occurred_at', entry.occurred_at, 'numbers', others.numbers, 'more', others.more,
    'amount', case when others.more = 0 then others.total end, 'currency', entry.currency
  ) order by entry.occurred_at, entry.id), '[]')
  from public.payments as entry
  join public.invoices as paid on paid.id = entry.invoice_id
  cross join lateral (
    select coalesce(jsonb_agg(other.invoice_number order by other.invoice_number) filter (where near.is_shown and other.id <> paid.id), '[]') as numbers,
      count(*) filter (where not near.is_shown) as more, sum(share.amount) as total, count(*) as shares
    from public.payments as share
    join public.invoices as other on other.id = share.invoice_id
    -- Whoever reads this invoice reads those of the same person and account. Of others they learn no number and no amount.
    cross join lateral (
      select (other.client_id, other.account_id) is not distinct from (paid.client_id, paid.account_id) as is_shown
    ) as near
    where share.combined_id = entry.combined_id and share.kind = 'payment'
      and split_part(share.provider_ref, '/', 1) = split_part(entry.provider_ref, '/', 1)
  ) as others
  where entry.invoice_id = p_invoice_id and entry.kind = 'payment' and entry.combined_id is not null and others.shares > 1
$$;

comment on function private.paid_together(uuid) is
'The payments of an invoice that paid other invoices, too: [{payment_id, occurred_at, numbers of the others, more: how many others belong to another person or account, amount of the whole payment, null with more, currency}].';

create function private.invoice_paid_together(p_invoice_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select private.paid_together(p_invoice_id) where public.may_pay_invoice(p_invoice_id) or private.has_active_role('admin')
$$;

create function public.invoice_paid_together(p_invoice_id uuid) returns jsonb
language sql stable
set search_path = ''
return private.invoice_paid_together(p_invoice_id);

comment on function public.invoice_paid_together(uuid) is
'The payments of an invoice that paid other invoices, too, for people who may pay it and for admins: see private.paid_together. Null for all others.';

create function private.announce_combined_failure(p_combined_id uuid, p_reason text) returns void
language sql volatile security definer
set search_path = ''
as $$
  select private.enqueue_payment_failure(format('combined:%s', page.id), page.client_id, members.ids, jsonb_strip_nulls(jsonb_build_object(
    'forAccount', private.account_among_several(page.client_id, members.account_id),
    'amount', page.amount::text, 'currency', page.currency, 'reason', left(p_reason, 300), 'invoices', members.number::text,
    'number', members.numbers
  )))
  from private.combined_checkouts as page
  cross join lateral (
    select count(*) as number, array_agg(invoice.id) as ids, string_agg(invoice.invoice_number, ', ' order by tried.place) as numbers,
      private.only_account(array_agg(invoice.account_id)) as account_id, bool_or(invoice.status in ('pending', 'overdue')) as is_open
    from private.checkouts as tried join public.invoices as invoice on invoice.id = tried.invoice_id where tried.combined_id = page.id
  ) as members
  where page.id = p_combined_id and members.is_open
$$;

create function public.announce_combined_failure(p_combined_id uuid, p_reason text) returns void
language sql volatile
set search_path = ''
return private.announce_combined_failure(p_combined_id, p_reason);

comment on function public.announce_combined_failure(uuid, text) is
'Emails a client that a payment of several invoices failed if they are all still open an hour later, at most once a day for each page.';

grant execute on function public.open_combined_checkout(uuid[], uuid) to service_role;
grant execute on function private.open_combined_checkout(uuid[], uuid) to service_role;
grant execute on function public.save_combined_session(uuid, text, text, timestamptz) to service_role;
grant execute on function private.save_combined_session(uuid, text, text, timestamptz) to service_role;
grant execute on function public.record_combined_checkout(jsonb) to service_role;
grant execute on function private.record_combined_checkout(jsonb) to service_role;
grant execute on function public.invoice_paid_together(uuid) to authenticated;
grant execute on function private.invoice_paid_together(uuid) to authenticated;
grant execute on function public.announce_combined_failure(uuid, text) to service_role;
grant execute on function private.announce_combined_failure(uuid, text) to service_role;
