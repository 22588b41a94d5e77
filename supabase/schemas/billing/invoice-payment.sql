-- How an invoice is paid. Only our own functions call these, as the service role. The amount always comes from the row.

create function private.agency_today() returns date
language sql stable security definer
set search_path = ''
as $$ select private.agency_day() $$;

create function public.agency_today() returns date
language sql stable
set search_path = ''
return private.agency_today();

comment on function public.agency_today() is 'Today in the agency''s time zone. An invoice is overdue when its due date is earlier.';

create function private.coverage_of(p_invoice_id uuid)
returns table (id uuid, kind text, amount integer, occurred_at timestamptz, covered bigint, last_paid_at timestamptz)
language sql stable
set search_path = ''
as $$
  -- In the order of the provider's own clock. A refund takes back only what was received before it.
  with movements as (
    select entry.id, entry.kind, entry.occurred_at, entry.provider_ref as reference, entry.amount,
      case entry.kind when 'refund' then -entry.amount else entry.amount end as net, 0 as credit
    from public.payments as entry join public.invoices as invoice on invoice.id = entry.invoice_id
    where entry.invoice_id = p_invoice_id and entry.currency = invoice.currency and entry.kind <> 'removed'
    union all
    select credit.id, 'credit', credit.created_at, credit.id::text, credit.amount, 0, credit.amount
    from public.invoice_credits as credit where credit.invoice_id = p_invoice_id and credit.removed_at is null
  ), summed as (
    select movement.*, sum(movement.net) over until_here as net_until_here, sum(movement.credit) over until_here as credited_until_here
    from movements as movement
    window until_here as (order by movement.occurred_at, movement.reference rows unbounded preceding)
  )
  select movement.id, movement.kind, movement.amount, movement.occurred_at,
    movement.credited_until_here + movement.net_until_here - least(min(movement.net_until_here) over until_here, 0),
    max(movement.occurred_at) filter (where movement.kind = 'payment') over until_here
  from summed as movement
  window until_here as (order by movement.occurred_at, movement.reference rows unbounded preceding)
$$;

comment on function private.coverage_of(uuid) is
'The payments, refunds and credits of an invoice in their order, each with what they cover of its amount until then, and the last payment until then.';

create function private.fully_paid_at(p_invoice_id uuid) returns timestamptz
language sql stable
set search_path = ''
as $$
  select min(step.occurred_at) from private.coverage_of(p_invoice_id) as step
  where step.covered >= (select invoice.amount from public.invoices as invoice where invoice.id = p_invoice_id)
$$;

comment on function private.fully_paid_at(uuid) is
'When payments and credits, less refunds, first reached the amount of an invoice; null if they never did.';

create function private.settle_invoice(p_invoice_id uuid) returns void
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
  -- The invoice is paid when payments and credits, less refunds, first reach its amount. A later payment is too much.
  with ordered as materialized (
    select step.* from private.coverage_of(p_invoice_id) as step
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

comment on function private.settle_invoice(uuid) is
'The only function that makes an invoice paid. It derives the state from the ledger. The same rows give the same state in any order.';

create function private.pays(p_client uuid, p_account uuid, p_person uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select coalesce(p_client = p_person or p_account = any (private.accounts_of(p_person, 'owner', 'billing')), false)
$$;

comment on function private.pays(uuid, uuid, uuid) is
'Whether a person may pay an invoice of a client and an account: the one that it names, and the owners and billing people of the account.';

create function private.may_pay_invoice(p_invoice_id uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select private.is_session_sufficient() and exists (
    select from public.invoices as invoice
    where invoice.id = p_invoice_id and invoice.status <> 'draft' and private.pays(invoice.client_id, invoice.account_id, (select auth.uid()))
  )
$$;

create function public.may_pay_invoice(p_invoice_id uuid) returns boolean
language sql stable
set search_path = ''
return private.may_pay_invoice(p_invoice_id);

comment on function public.may_pay_invoice(uuid) is 'Whether the caller may pay an invoice, and see how its payment went.';

create function private.open_invoice_checkout(p_invoice_id uuid, p_client_id uuid)
returns table (
  attempt integer, session_id text, url text, replaces text, amount integer, currency text, invoice_number text, description text, email text, client_id uuid
)
language plpgsql volatile security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  invoice public.invoices;
  latest private.checkouts;
  outdated text;
begin
  select * into invoice from public.invoices as held
  where held.id = p_invoice_id and private.pays(held.client_id, held.account_id, p_client_id) and held.status <> 'draft' for update;
  if not found then perform private.refuse('invoice_not_found', 'PT404', 'Invoice not found'); end if;
  if invoice.status = 'paid' then perform private.refuse('invoice_paid', 'PT409', 'This invoice is already paid'); end if;
  if invoice.status not in ('pending', 'overdue') or invoice.owed_amount < 1 then
    perform private.refuse('invoice_not_payable', 'PT409', 'This invoice can''t be paid');
  end if;
  select * into latest from private.checkouts as tried
  where tried.invoice_id = p_invoice_id order by tried.attempt desc limit 1;
  if latest.status in ('opening', 'open') and latest.combined_id is not null then
    outdated := private.replace_checkouts(array[p_invoice_id]) ->> 0;
    latest.status := 'expired';
  end if;
  if latest.status in ('opening', 'open') and (latest.amount, latest.currency) <> (invoice.owed_amount, invoice.currency) then
    outdated := latest.session_id;
    update private.checkouts as tried set status = 'expired' where tried.invoice_id = p_invoice_id and tried.attempt = latest.attempt;
    latest.status := 'expired';
  end if;
  if latest.status is null or latest.status in ('complete', 'expired')
    or (latest.status = 'open' and latest.expires_at < now() + interval '1 minute') then
    insert into private.checkouts (invoice_id, attempt, amount, currency, payer_id)
    values (p_invoice_id, coalesce(latest.attempt, 0) + 1, invoice.owed_amount, invoice.currency, p_client_id)
    returning * into latest;
  else
    -- Two people have the page now, and the provider doesn't say which of them pays.
    update private.checkouts as tried set payer_id = null
    where tried.invoice_id = p_invoice_id and tried.attempt = latest.attempt and tried.payer_id <> p_client_id;
  end if;
  return query select latest.attempt, latest.session_id, latest.url, outdated, invoice.owed_amount, invoice.currency,
    invoice.invoice_number, coalesce(nullif(btrim(invoice.description), ''), 'Marketing services'),
    (select account.email::text from auth.users as account where account.id = invoice.client_id), invoice.client_id;
end
$$;

create function public.open_invoice_checkout(p_invoice_id uuid, p_client_id uuid)
returns table (
  attempt integer, session_id text, url text, replaces text, amount integer, currency text, invoice_number text, description text, email text, client_id uuid
)
language sql volatile
set search_path = ''
return private.open_invoice_checkout(p_invoice_id, p_client_id);

comment on function public.open_invoice_checkout(uuid, uuid) is
'Starts or resumes the attempt to pay an invoice that p_client_id may pay; `replaces` is a session for another amount. email and client_id are those of the person that the invoice names, so that colleagues share one page. PT404: an invoice that this person may not pay, or none. PT409: it is paid or cannot be paid.';

create function private.save_checkout_session(
  p_invoice_id uuid, p_attempt integer, p_session_id text, p_url text, p_expires_at timestamptz
) returns boolean
language sql volatile security definer
set search_path = ''
as $$
  update private.checkouts as tried
  set session_id = p_session_id, url = p_url, expires_at = p_expires_at,
    status = case when tried.status = 'opening' then 'open' else tried.status end
  where tried.invoice_id = p_invoice_id and tried.attempt = p_attempt
  returning tried.status = 'open'
$$;

create function public.save_checkout_session(
  p_invoice_id uuid, p_attempt integer, p_session_id text, p_url text, p_expires_at timestamptz
) returns boolean
language sql volatile
set search_path = ''
return private.save_checkout_session(p_invoice_id, p_attempt, p_session_id, p_url, p_expires_at);

comment on function public.save_checkout_session(uuid, integer, text, text, timestamptz) is
'Stores the provider''s session of a payment attempt. False if the attempt ended meanwhile: the page must not be paid.';

create function private.method_of(p_entry public.payments) returns text
language sql immutable
set search_path = ''
as $$
  select case when p_entry.provider_ref like 'manual:%' then p_entry.method else coalesce(p_entry.method, 'Card') end
$$;

comment on function private.method_of(public.payments) is 'How an entry of the ledger was paid, as far as it is known.';

create function private.payments_of(p_invoice_id uuid, p_without uuid default null) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'paid', private.agency_day(entry.occurred_at), 'method', private.method_of(entry), 'amount', entry.amount
  ) order by entry.occurred_at, entry.created_at, entry.id), '[]')
  from public.payments as entry join public.invoices as invoice on invoice.id = entry.invoice_id
  where entry.invoice_id = p_invoice_id and entry.kind = 'payment' and entry.currency = invoice.currency and entry.id is distinct from p_without
$$;

comment on function private.payments_of(uuid, uuid) is
'The payments of an invoice, by day: [{paid: the agency''s day, method, amount}]; without the entry p_without.';

create function private.refunds_of(p_invoice_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('refunded', back.day, 'amount', back.amount) order by back.day), '[]')
  from (
    select private.agency_day(entry.occurred_at) as day, sum(entry.amount)::bigint as amount
    from public.payments as entry join public.invoices as invoice on invoice.id = entry.invoice_id
    where entry.invoice_id = p_invoice_id and entry.kind = 'refund' and entry.currency = invoice.currency
    group by 1
  ) as back
$$;

comment on function private.refunds_of(uuid) is
'The money of an invoice that went back, by day: [{refunded: the agency''s day, amount}].';

create function private.whose_payment(p_combined_id uuid, p_amount numeric, p_payer_id uuid, p_reader_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'isPart', case when whole.total > p_amount then 'true' end,
    'whole', case when whole.total > p_amount and whole.is_seen then whole.total::text end,
    'payer', case when p_payer_id <> p_reader_id then private.person_name(p_payer_id) end
  ))
  -- Whoever doesn't see the money of the other invoices learns no amount that gives it away.
  from (
    select sum(entry.amount) as total, bool_and(private.pays(invoice.client_id, invoice.account_id, p_reader_id)) as is_seen
    from public.payments as entry join public.invoices as invoice on invoice.id = entry.invoice_id
    where entry.combined_id = p_combined_id and entry.kind = 'payment'
  ) as whole
$$;

comment on function private.whose_payment(uuid, numeric, uuid, uuid) is
'For each receipt of a payment: whether p_amount is a part of it (of which amount, if the reader sees all invoices that it paid), and who paid, if someone else did.';

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

create function private.invoice_payers(p_invoice_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select coalesce((
    select jsonb_agg(jsonb_build_object('payment_id', entry.id, 'name', private.person_name(entry.payer_id)) order by entry.occurred_at, entry.id)
    from public.payments as entry join public.invoices as invoice on invoice.id = entry.invoice_id
    where entry.invoice_id = p_invoice_id and entry.kind <> 'removed' and entry.payer_id <> invoice.client_id
  ), '[]')
  where public.may_pay_invoice(p_invoice_id) or private.has_active_role('admin')
$$;

create function public.invoice_payers(p_invoice_id uuid) returns jsonb
language sql stable
set search_path = ''
return private.invoice_payers(p_invoice_id);

comment on function public.invoice_payers(uuid) is
'The payments of an invoice that someone else than the person on it made online, and their refunds, for people who may pay it and for admins: [{payment_id, name}]. Null for all others.';

create function private.record_checkout(p_checkout jsonb) returns text
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
      entry ->> 'ref', (entry ->> 'occurred_at')::timestamptz, left(entry ->> 'method', 50), payer
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
  else
    perform private.enqueue_second_payment(paid_by);
  end if;
  return invoice.status;
end
$$;

create function public.record_checkout(p_checkout jsonb) returns text
language sql volatile
set search_path = ''
return private.record_checkout(p_checkout);

comment on function public.record_checkout(jsonb) is
'Stores what the provider answered about one session ({session_id, invoice_id, attempt, status, disputed, entries: [{kind, amount, currency, ref, occurred_at, method, request}]}), updates the invoice''s state and returns it.';

create function private.mail_recipient(p_user_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('to', account.email, 'name', coalesce(profile.first_name, ''))
  from auth.users as account left join public.profiles as profile on profile.user_id = account.id
  where account.id = p_user_id
$$;

comment on function private.mail_recipient(uuid) is 'The email address and first name of a person.';

create function private.enqueue_invoice_mail(
  p_invoice_id uuid, p_template text, p_key text, p_extra jsonb default '{}', p_reader_id uuid default null
) returns void
language sql volatile
set search_path = ''
as $$
  select public.enqueue_outbox('mail', concat_ws(':', 'invoice', invoice.id, p_key, other.id), jsonb_strip_nulls(jsonb_build_object(
    'to', person.row ->> 'to',
    'template', p_template,
    -- Invoices, credits and receipts have the document attached; other emails do not need it. Whoever paid a second time may have left.
    'attachInvoice', case when p_template in ('invoice-issued', 'invoice-copy', 'payment-received', 'invoice-credited') and not p_extra ? 'twice' then invoice.id end,
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

create function private.enqueue_second_payment(p_payment_id uuid) returns void
language sql volatile
set search_path = ''
as $$
  select private.enqueue_invoice_mail(
    entry.invoice_id, 'payment-received', format('paid-twice:%s', entry.id), jsonb_build_object(
      'twice', 'true', 'payment', entry.amount::text, 'paid', private.agency_day(entry.occurred_at), 'method', private.method_of(entry)
    ), entry.payer_id
  )
  from public.payments as entry where entry.id = p_payment_id and entry.kind = 'payment' and entry.is_duplicate
$$;

comment on function private.enqueue_second_payment(uuid) is
'Tells whoever paid that the invoice was paid already, if this payment is too much.';

create function private.receipt_people(p_payment_ids uuid[]) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  -- The queued emails answer it, so a person who turned them off isn't named. The keys are those of enqueue_receipt,
  -- enqueue_second_payment and enqueue_combined_receipt.
  select jsonb_build_object(
    'isYou', coalesce(bool_or(person.id = (select auth.uid())), false),
    'others', coalesce(jsonb_agg(person.name order by person.name, person.id) filter (where person.id <> (select auth.uid())), '[]')
  )
  from (
    select distinct reader.id, private.person_name(reader.id) as name
    from public.payments as entry
    cross join lateral (select entry.client_id as id union select entry.payer_id) as reader
    join auth.users as account on account.id = reader.id
    join private.outbox as mail on lower(mail.payload ->> 'to') = lower(account.email) and mail.dedupe_key in (
      format('invoice:%s:payment-received:%s', entry.invoice_id, entry.id),
      format('invoice:%s:payment-received:%s:%s', entry.invoice_id, entry.id, reader.id),
      format('invoice:%s:paid-twice:%s', entry.invoice_id, entry.id),
      format('invoice:%s:paid-twice:%s:%s', entry.invoice_id, entry.id, reader.id),
      format('combined:%s:payment-received:%s', entry.combined_id, reader.id)
    )
    where entry.id = any (p_payment_ids) and public.may_pay_invoice(entry.invoice_id)
  ) as person
$$;

create function public.receipt_people(p_payment_ids uuid[]) returns jsonb
language sql stable
set search_path = ''
return private.receipt_people(p_payment_ids);

comment on function public.receipt_people(uuid[]) is
'Who gets an email about these payments: {isYou, others: [name]}. Counts only payments of invoices that the caller may pay.';

create function private.enqueue_payment_failure(p_key text, p_client_id uuid, p_invoice_ids uuid[], p_data jsonb) returns void
language sql volatile
set search_path = ''
as $$
  -- People try a card on the page, where they see that it was declined, and most pay with another one right away. So the email
  -- waits for an hour, and is sent only if the invoices are still open then (public.prepare_payment_failure).
  select public.enqueue_outbox('mail', format('%s:payment-failed:%s', p_key, private.agency_day()), jsonb_build_object(
    'to', person.row ->> 'to', 'template', 'payment-failed',
    'data', p_data || jsonb_build_object('name', person.row ->> 'name', 'invoiceIds', to_jsonb(p_invoice_ids))
  ), now() + interval '1 hour')
  from private.mail_recipient(p_client_id) as person (row)
$$;

comment on function private.enqueue_payment_failure(text, uuid, uuid[], jsonb) is
'Queues an email about a payment that failed, for an hour later. At most one a day for each key.';

create function private.announce_payment_failure(p_invoice_id uuid, p_reason text) returns void
language sql volatile security definer
set search_path = ''
as $$
  select private.enqueue_payment_failure(format('invoice:%s', invoice.id), invoice.client_id, array[invoice.id], jsonb_strip_nulls(jsonb_build_object(
    'forAccount', private.account_among_several(invoice.client_id, invoice.account_id),
    'invoiceId', invoice.id, 'number', invoice.invoice_number, 'amount', invoice.owed_amount::text, 'currency', invoice.currency,
    'reason', left(p_reason, 300)
  )))
  from public.invoices as invoice where invoice.id = p_invoice_id and invoice.status in ('pending', 'overdue')
$$;

create function public.announce_payment_failure(p_invoice_id uuid, p_reason text) returns void
language sql volatile
set search_path = ''
return private.announce_payment_failure(p_invoice_id, p_reason);

comment on function public.announce_payment_failure(uuid, text) is
'Emails a client that a payment failed if the invoice is still open an hour later, at most once a day for each invoice.';

create function private.prepare_payment_failure(p_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select (job.payload -> 'data') - 'invoiceIds'
  from private.outbox as job
  where job.id = p_id and not exists (
    select from public.invoices as invoice
    where invoice.id in (
        select given.id::uuid from jsonb_array_elements_text(job.payload #> '{data,invoiceIds}') as given (id)
      )
      and invoice.status not in ('pending', 'overdue')
  )
$$;

create function public.prepare_payment_failure(p_id uuid) returns jsonb
language sql stable
set search_path = ''
return private.prepare_payment_failure(p_id);

comment on function public.prepare_payment_failure(uuid) is
'The data of a queued email about a failed payment. Null if one of its invoices is no longer open, so that the email is not sent.';

create function private.claim_unfinished_checkouts(p_limit integer)
returns table (invoice_id uuid, attempt integer, session_id text, customer_id text, combined_id uuid)
language plpgsql volatile security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  -- The provider drops a page after a day, so an attempt that never got one has ended.
  update private.checkouts as tried set status = 'expired', checked_at = now()
  from private.checkouts as held left join private.combined_checkouts as combined on combined.id = held.combined_id
  where tried.invoice_id = held.invoice_id and tried.attempt = held.attempt and held.status = 'opening'
    and coalesce(held.session_id, combined.session_id) is null and held.created_at < now() - interval '25 hours';
  return query
    with due as (
      select tried.invoice_id, tried.attempt from private.checkouts as tried
      where tried.status in ('opening', 'open') and tried.created_at < now() - interval '30 seconds'
        -- The first invoice of a page stands for all of them.
        and coalesce(tried.place, 1) = 1
        -- Older attempts are checked less often.
        and (tried.checked_at is null or tried.checked_at < now() - greatest(interval '30 seconds', (now() - tried.created_at) / 20))
      order by tried.checked_at nulls first, tried.created_at
      limit least(greatest(p_limit, 1), 500) for update skip locked
    ), claimed as (
      update private.checkouts as tried set checked_at = now()
      from due where tried.invoice_id = due.invoice_id and tried.attempt = due.attempt
      returning tried.invoice_id, tried.attempt, tried.session_id, tried.combined_id
    )
    select claimed.invoice_id, claimed.attempt, coalesce(claimed.session_id, combined.session_id), plan.stripe_customer_id,
      claimed.combined_id
    from claimed
    join public.invoices as invoice on invoice.id = claimed.invoice_id
    left join private.combined_checkouts as combined on combined.id = claimed.combined_id
    left join public.subscriptions as plan on plan.user_id = invoice.client_id;
end
$$;

create function public.claim_unfinished_checkouts(p_limit integer default 50)
returns table (invoice_id uuid, attempt integer, session_id text, customer_id text, combined_id uuid)
language sql volatile
set search_path = ''
return private.claim_unfinished_checkouts(p_limit);

comment on function public.claim_unfinished_checkouts(integer) is
'For the reconciler: payment attempts whose result is unknown, longest unchecked first. Open ones come up again later.';

create function private.list_stale_subscriptions(p_limit integer) returns setof text
language sql stable security definer
set search_path = ''
as $$
  select plan.stripe_customer_id from public.subscriptions as plan
  where plan.subscribed and plan.stripe_customer_id is not null and plan.subscription_end < now()
    and plan.updated_at < now() - interval '10 minutes'
  order by plan.subscription_end
  limit least(greatest(p_limit, 1), 500)
$$;

create function public.list_stale_subscriptions(p_limit integer default 50) returns setof text
language sql stable
set search_path = ''
return private.list_stale_subscriptions(p_limit);

comment on function public.list_stale_subscriptions(integer) is
'For the reconciler: customers whose paid period is over and about whom no message has come since.';

create function private.record_payment_event(p_id text, p_type text, p_occurred_at timestamptz) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  insert into private.payment_events as event (id, type, occurred_at) values (p_id, p_type, p_occurred_at)
  on conflict (id) do nothing;
  return exists (select from private.payment_events as event where event.id = p_id and event.handled_at is null);
end
$$;

create function public.record_payment_event(p_id text, p_type text, p_occurred_at timestamptz) returns boolean
language sql volatile
set search_path = ''
return private.record_payment_event(p_id, p_type, p_occurred_at);

comment on function public.record_payment_event(text, text, timestamptz) is
'Stores a message by its id. Returns true while it still has to be handled.';

create function private.finish_payment_event(p_id text) returns void
language sql volatile security definer
set search_path = ''
as $$ update private.payment_events as event set handled_at = now() where event.id = p_id $$;

create function public.finish_payment_event(p_id text) returns void
language sql volatile
set search_path = ''
return private.finish_payment_event(p_id);

comment on function public.finish_payment_event(text) is 'Marks a message as handled.';

grant execute on function public.agency_today() to authenticated;
grant execute on function private.agency_today() to authenticated;
grant execute on function public.may_pay_invoice(uuid) to authenticated;
grant execute on function private.may_pay_invoice(uuid) to authenticated;
grant execute on function public.open_invoice_checkout(uuid, uuid) to service_role;
grant execute on function private.open_invoice_checkout(uuid, uuid) to service_role;
grant execute on function public.save_checkout_session(uuid, integer, text, text, timestamptz) to service_role;
grant execute on function private.save_checkout_session(uuid, integer, text, text, timestamptz) to service_role;
grant execute on function public.receipt_people(uuid[]) to authenticated;
grant execute on function private.receipt_people(uuid[]) to authenticated;
grant execute on function public.invoice_payers(uuid) to authenticated;
grant execute on function private.invoice_payers(uuid) to authenticated;
grant execute on function public.record_checkout(jsonb) to service_role;
grant execute on function private.record_checkout(jsonb) to service_role;
grant execute on function public.announce_payment_failure(uuid, text) to service_role;
grant execute on function private.announce_payment_failure(uuid, text) to service_role;
grant execute on function public.prepare_payment_failure(uuid) to service_role;
grant execute on function private.prepare_payment_failure(uuid) to service_role;
grant execute on function public.claim_unfinished_checkouts(integer) to service_role;
grant execute on function private.claim_unfinished_checkouts(integer) to service_role;
grant execute on function public.list_stale_subscriptions(integer) to service_role;
grant execute on function private.list_stale_subscriptions(integer) to service_role;
grant execute on function public.record_payment_event(text, text, timestamptz) to service_role;
grant execute on function private.record_payment_event(text, text, timestamptz) to service_role;
grant execute on function public.finish_payment_event(text) to service_role;
grant execute on function private.finish_payment_event(text) to service_role;
