-- Total Paid has the money of partly paid invoices, too, and its count of invoices left them out.

create or replace function private.billing_figures(p_client_id uuid, p_accounts uuid[]) returns jsonb
language sql stable
set search_path = ''
as $$
  with own as (
    select invoice.* from private.shown_invoices as invoice
    where (invoice.client_id = p_client_id or invoice.account_id = any (p_accounts)) and invoice.status <> 'draft'
  ), running as (
    select * from public.retainers as retainer
    where (retainer.client_id = p_client_id or retainer.account_id = any (p_accounts)) and retainer.status = 'active'
  )
  select jsonb_build_object(
    'paid', coalesce((
      select jsonb_agg(jsonb_build_object('currency', sums.currency, 'amount', sums.amount)
        order by sums.currency = any (private.currencies_of(p_accounts)) desc, sums.currency)
      from (
        select own.currency, sum(own.kept_amount) as amount from own group by own.currency
      ) as sums where sums.amount <> 0
    ), '[]'),
    'paid_invoices', (select count(*) from own where own.kept_amount > 0),
    'paid_since', (
      select min(coalesce(own.paid_date, (
        select private.agency_day(min(entry.occurred_at)) from public.payments as entry
        where entry.invoice_id = own.id and entry.kind = 'payment' and entry.currency = own.currency
      )))
      from own where own.kept_amount > 0
    ),
    'invoices', (select count(*) from own),
    'by_status', coalesce((
      select jsonb_object_agg(counts.readable, counts.number)
      from (select own.readable, count(*) as number from own group by own.readable) as counts
    ), '{}'),
    'active_retainers', (select count(*) from running),
    'monthly', coalesce((
      select jsonb_agg(jsonb_build_object('currency', sums.currency, 'amount', sums.amount)
        order by sums.currency = any (private.currencies_of(p_accounts)) desc, sums.currency)
      from (select running.currency, sum(running.monthly_amount) as amount from running group by running.currency) as sums
    ), '[]')
  )
$$;

comment on function private.billing_figures(uuid, uuid[]) is
'The billing in figures of what names a client, and of these accounts: all of client_figures but is_premium.';

create or replace function public.client_figures(p_client_id uuid default null) returns jsonb
language sql stable
set search_path = ''
return private.client_figures(p_client_id);

comment on function public.client_figures(uuid) is
'The billing of the caller and of accounts whose money they see in figures, or for an admin those of the named client: {paid: [{currency, amount}], paid_invoices, paid_since, invoices, by_status, active_retainers, monthly, is_premium: see private.client_has_premium}. paid is what came in minus what went back (spec §2 Total Paid), paid_invoices counts those that paid comes from, also while a part is open, and by_status counts the words that people read. Amounts in the smallest unit.';
