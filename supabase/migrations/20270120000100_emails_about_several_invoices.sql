-- Emails about several invoices of one account name it to someone of several, and the week of calls asks for the hosts of a type once.

create function private.only_account(p_accounts uuid[]) returns uuid
language sql immutable
set search_path = ''
as $$
  select case when count(distinct account.id) = 1 and count(*) = cardinality(p_accounts) then min(account.id::text)::uuid end
  from unnest(p_accounts) as account (id) where account.id is not null
$$;

comment on function private.only_account(uuid[]) is 'The account that all of these are. Null for several, and with one that is missing.';

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
      'name', person.row ->> 'name', 'forAccount', private.account_among_several(p_client_id, paid.account_id),
      'amount', paid.total::text, 'currency', page.currency, 'invoices', paid.number::text,
      'number', paid.numbers, 'paid', own.day, 'method', own.method, 'lines', paid.lines::text
    ) || private.whose_payment(page.id, paid.total, page.payer_id, p_client_id)
  )))
  from private.combined_checkouts as page
  cross join lateral (
    select count(*) as number, sum(share.amount) as total, private.only_account(array_agg(share.account_id)) as account_id,
      to_jsonb(array_agg(share.id order by share.place)) as ids, string_agg(share.invoice_number, ', ' order by share.place) as numbers,
      jsonb_agg(jsonb_build_object('number', share.invoice_number, 'description', share.description, 'amount', share.amount) order by share.place) as lines
    from (
      select invoice.id, invoice.invoice_number, invoice.account_id, tried.place,
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
  cross join lateral private.mail_recipient(p_client_id) as person (row)
  where page.id = p_combined_id
$$;

comment on function private.enqueue_combined_receipt(uuid, uuid[], uuid) is
'Queues one receipt for the invoices of a payment that name this person: their total, what it paid, and private.whose_payment.';

create or replace function private.announce_combined_failure(p_combined_id uuid, p_reason text) returns void
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

create or replace function private.starts_with(p_account uuid, p_people uuid[], p_from timestamptz, p_to timestamptz)
returns table (starts_at timestamptz, until timestamptz)
language sql stable security definer
set search_path = ''
as $$
  select slot.starts_at, max(slot.starts_at + least(make_interval(mins => type.step_minutes), interval '30 minutes'))
  from private.types_with(p_account, p_people) as type
  -- Once for each type, and not for each time.
  cross join lateral (select private.hosts_of(type) as hosts offset 0) as known
  cross join lateral private.free_times_among(known.hosts, type, p_from, p_to, now(), null) as slot
  where p_people <> '{}' and (slot.hosts && p_people or not known.hosts && p_people)
  group by slot.starts_at
$$;

comment on function private.starts_with(uuid, uuid[], timestamptz, timestamptz) is
'When a call of some meeting type with one of these people can begin, by the same rule that books it: each start, and until the next one, half an hour at most (private.types_with).';
