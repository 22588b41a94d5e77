-- An account's money includes what is agreed and can't be paid yet.

create or replace function private.account_money(p_account_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  with open as (
    select invoice.* from private.shown_invoices as invoice where invoice.account_id = p_account_id and invoice.is_open
  )
  select jsonb_build_object(
    'balance', coalesce((
      select jsonb_agg(jsonb_build_object('currency', sums.currency, 'amount', sums.amount, 'invoices', sums.invoices,
        'overdue', sums.overdue, 'overdue_amount', sums.overdue_amount) order by sums.currency)
      from (
        select open.currency, sum(open.owed_amount) as amount, count(*) as invoices, count(*) filter (where open.shown = 'overdue') as overdue,
          coalesce(sum(open.owed_amount) filter (where open.shown = 'overdue'), 0) as overdue_amount
        from open group by open.currency
      ) as sums
    ), '[]'),
    'invoices', coalesce((
      select jsonb_agg(jsonb_build_object('id', first.id, 'number', first.invoice_number, 'amount', first.owed_amount, 'currency', first.currency,
        'due', first.due_date, 'status', first.shown) order by first.due_date, first.id)
      from (select open.* from open order by open.due_date, open.id limit 5) as first
    ), '[]'),
    'retainers', coalesce((
      select jsonb_agg(jsonb_build_object('id', first.id, 'name', first.retainer_name, 'amount', first.monthly_amount, 'currency', first.currency,
        'status', first.status) order by first.status, first.created_at, first.id)
      from (
        select retainer.* from public.retainers as retainer
        where retainer.account_id = p_account_id and retainer.client_id is not null and retainer.status in ('active', 'paused')
        order by retainer.status, retainer.created_at, retainer.id limit 5
      ) as first
    ), '[]'),
    'paid', figures.found -> 'paid', 'paid_invoices', figures.found -> 'paid_invoices',
    'later', coalesce((
      select jsonb_agg(jsonb_build_object('currency', sums.currency, 'amount', sums.amount) order by sums.currency)
      from (
        select invoice.currency, sum(invoice.owed_amount) as amount from public.invoices as invoice
        where invoice.account_id = p_account_id and invoice.status = 'active' and invoice.owed_amount > 0
        group by invoice.currency
      ) as sums
    ), '[]')
  )
  from private.billing_figures(null, array[p_account_id]) as figures (found)
$$;

comment on function private.account_money(uuid) is
'What an account owes, pays and has paid: {paid: [{currency, amount}], paid_invoices: see client_figures, balance: [{currency, amount, invoices, overdue, overdue_amount}], invoices: [{id, number, amount, currency, due, status}] (the first 5 due), retainers: [{id, name, amount, currency, status}] (5), later: [{currency, amount}] of active invoices, which can''t be paid yet}.';
