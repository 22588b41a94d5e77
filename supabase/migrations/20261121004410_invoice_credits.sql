-- Credits and cancellations in the one place that derives an invoice's state, and everywhere its figures are told.

create or replace function private.settle_invoice(p_invoice_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  invoice public.invoices;
  credited bigint;
  due bigint;
  settled_at timestamptz;
  refunded bigint;
  duplicates bigint;
  received bigint;
  foreign_money boolean;
begin
  select * into strict invoice from public.invoices as held where held.id = p_invoice_id for update;
  select coalesce(sum(credit.amount), 0) into credited from public.invoice_credits as credit where credit.invoice_id = p_invoice_id;
  due := invoice.amount - credited;
  -- In the order of the provider's own clock: the payment that fills the invoice counts, what comes after it is too much.
  with ordered as (
    select entry.id, entry.occurred_at,
      sum(entry.amount) over (order by entry.occurred_at, entry.provider_ref) as until_here,
      sum(entry.amount) over (order by entry.occurred_at, entry.provider_ref) - entry.amount as before
    from public.payments as entry
    where entry.invoice_id = p_invoice_id and entry.kind = 'payment' and entry.currency = invoice.currency
  ), marked as (
    update public.payments as entry set is_duplicate = ordered.before >= due
    from ordered where entry.id = ordered.id and entry.is_duplicate <> (ordered.before >= due)
  )
  select min(ordered.occurred_at) into settled_at from ordered where ordered.until_here >= due;
  select coalesce(sum(case entry.kind when 'refund' then entry.amount when 'reversal' then -entry.amount end), 0),
    coalesce(sum(entry.amount) filter (where entry.kind = 'payment' and entry.currency = invoice.currency), 0),
    count(*) filter (where entry.is_duplicate), coalesce(bool_or(entry.currency <> invoice.currency), false)
  into refunded, received, duplicates, foreign_money
  from public.payments as entry where entry.invoice_id = p_invoice_id;
  -- What was canceled stays so: money that comes after it is not a payment of it but has to go back.
  if invoice.status = 'void' then settled_at := null; end if;
  update public.invoices as held
  set status = case when settled_at is not null then 'paid' else held.status end,
    paid_date = case when settled_at is not null then private.agency_day(settled_at) else held.paid_date end,
    credited_amount = credited,
    received_amount = received,
    refunded_amount = greatest(refunded, 0),
    needs_attention = case
      when exists (select from private.checkouts as tried where tried.invoice_id = p_invoice_id and tried.disputed) then 'The card holder disputes this payment'
      when foreign_money then 'A payment arrived in another currency'
      when invoice.status = 'void' and received > refunded then 'Paid although it was canceled: send the payment back'
      when duplicates > 0 and received - refunded > due then 'Paid more than once: send the second payment back'
      when invoice.status <> 'void' and settled_at is null and received > 0 then 'Paid in part'
      when refunded > received then 'More was refunded than paid'
    end
  where held.id = p_invoice_id;
end
$$;

create or replace function public.open_invoice_checkout(p_invoice_id uuid, p_client_id uuid)
returns table (
  attempt integer, session_id text, url text, replaces text, amount integer, currency text, invoice_number text, description text, email text
)
language plpgsql volatile security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  invoice public.invoices;
  latest private.checkouts;
  outdated text;
  due integer;
begin
  select * into invoice from public.invoices as held
  where held.id = p_invoice_id and held.client_id = p_client_id and held.status <> 'draft' for update;
  if not found then raise exception 'There is no such invoice' using errcode = 'PT404'; end if;
  if invoice.status = 'paid' then raise exception 'This invoice is paid' using errcode = 'PT409'; end if;
  due := invoice.amount - invoice.credited_amount - greatest(invoice.received_amount - invoice.refunded_amount, 0);
  if invoice.status not in ('pending', 'overdue') or due < 1 then
    raise exception 'This invoice cannot be paid' using errcode = 'PT409';
  end if;
  select * into latest from private.checkouts as tried
  where tried.invoice_id = p_invoice_id order by tried.attempt desc limit 1;
  if latest.status in ('opening', 'open') and (latest.amount, latest.currency) <> (due, invoice.currency) then
    outdated := latest.session_id;
    update private.checkouts as tried set status = 'expired' where tried.invoice_id = p_invoice_id and tried.attempt = latest.attempt;
    latest.status := 'expired';
  end if;
  if latest.status is null or latest.status in ('complete', 'expired')
    or (latest.status = 'open' and latest.expires_at < now() + interval '1 minute') then
    insert into private.checkouts (invoice_id, attempt, amount, currency)
    values (p_invoice_id, coalesce(latest.attempt, 0) + 1, due, invoice.currency)
    returning * into latest;
  end if;
  return query select latest.attempt, latest.session_id, latest.url, outdated, due, invoice.currency,
    invoice.invoice_number, coalesce(nullif(btrim(invoice.description), ''), 'Marketing services'),
    (select account.email::text from auth.users as account where account.id = p_client_id);
end
$$;

create or replace function public.invoice_document(p_invoice_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'number', case when invoice.invoice_number = private.draft_number(invoice.id) then 'Draft' else invoice.invoice_number end,
    'status', invoice.status, 'currency', invoice.currency,
    'issued', private.agency_day(coalesce(invoice.issued_at, invoice.created_at)), 'due', invoice.due_date, 'paid', invoice.paid_date,
    'lines', coalesce(
      (
        select jsonb_agg(jsonb_build_object(
          'position', line.position, 'description', line.description, 'quantity', line.quantity, 'unitAmount', line.unit_amount, 'amount', line.amount
        ) order by line.position)
        from public.invoice_lines as line where line.invoice_id = invoice.id
      ),
      jsonb_build_array(jsonb_build_object(
        'position', 1, 'description', coalesce(nullif(btrim(invoice.description), ''), 'Marketing services'),
        'quantity', 1, 'unitAmount', invoice.amount, 'amount', invoice.amount
      ))
    ),
    'total', invoice.amount, 'credited', invoice.credited_amount, 'refunded', invoice.refunded_amount,
    'received', coalesce(
      (select sum(entry.amount) from public.payments as entry where entry.invoice_id = invoice.id and entry.kind = 'payment'),
      case when invoice.status = 'paid' then invoice.amount - invoice.credited_amount else 0 end
    ),
    'agency', (
      select jsonb_build_object('name', settings.agency_name, 'email', settings.email, 'phone', settings.phone, 'address', settings.address)
      from public.agency_settings as settings
    ),
    'client', jsonb_build_object(
      'name', coalesce(billed.name, nullif(btrim(concat_ws(' ', profile.first_name, profile.last_name)), ''), account.email),
      'company', coalesce(billed.company, profile.company), 'email', case when billed.account_id is null then account.email else '' end
    )
  )
  from public.invoices as invoice
  join auth.users as account on account.id = invoice.client_id
  left join private.billed_people as billed on billed.account_id = invoice.client_id
  left join public.profiles as profile on profile.user_id = invoice.client_id
  where invoice.id = p_invoice_id
$$;

create or replace function private.enqueue_invoice_mail(p_invoice_id uuid, p_template text, p_key text, p_extra jsonb default '{}') returns void
language sql volatile
set search_path = ''
as $$
  select public.enqueue_outbox('mail', format('invoice:%s:%s', invoice.id, p_key), jsonb_strip_nulls(jsonb_build_object(
    'to', person.row ->> 'to',
    'template', p_template,
    -- The bill, what became of it, and the receipt; other news need no paper.
    'attachInvoice', case when p_template in ('invoice-issued', 'payment-received', 'invoice-credited') then invoice.id end,
    'data', jsonb_build_object(
      'name', person.row ->> 'name', 'invoiceId', invoice.id, 'number', invoice.invoice_number,
      'description', coalesce(nullif(btrim(left(invoice.description, 500)), ''), 'Marketing services'),
      'amount', (invoice.amount - invoice.credited_amount)::text, 'currency', invoice.currency, 'due', invoice.due_date, 'paid', invoice.paid_date
    ) || p_extra
  )))
  from public.invoices as invoice cross join lateral private.person_for_mail(invoice.client_id) as person (row)
  where invoice.id = p_invoice_id
$$;

create function private.close_checkouts(p_invoice_id uuid) returns void
language sql volatile
set search_path = ''
as $$
  with closed as (
    update private.checkouts as tried set status = 'expired'
    where tried.invoice_id = p_invoice_id and tried.status in ('opening', 'open')
    returning tried.invoice_id, tried.attempt
  )
  select public.enqueue_outbox(
    'close_checkout', format('checkout:%s:%s:close', closed.invoice_id, closed.attempt),
    jsonb_build_object('invoiceId', closed.invoice_id, 'attempt', closed.attempt), now(), 12
  ) from closed
$$;

comment on function private.close_checkouts(uuid) is
'Ends every try to pay an invoice: no new page is opened for it, and the provider is told to close the one that is open.';

create function public.checkout_to_close(p_invoice_id uuid, p_attempt integer)
returns table (invoice_id uuid, attempt integer, session_id text, customer_id text, created_at timestamptz)
language sql stable security definer
set search_path = ''
as $$
  select tried.invoice_id, tried.attempt, tried.session_id, plan.stripe_customer_id, tried.created_at
  from private.checkouts as tried
  join public.invoices as invoice on invoice.id = tried.invoice_id
  left join public.subscriptions as plan on plan.user_id = invoice.client_id
  where tried.invoice_id = p_invoice_id and tried.attempt = p_attempt
$$;

comment on function public.checkout_to_close(uuid, integer) is 'For the outbox: a try to pay whose page has to be closed at the provider.';

grant execute on function public.checkout_to_close(uuid, integer) to service_role;
