-- An admin who views the portal as a client sees the client's balance.

drop function public.client_balance();

create function public.client_balance(p_client_id uuid default null) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  with today as (
    select private.agency_day() as day
  ), own as (
    select invoice.*, private.is_overdue(invoice.status, invoice.due_date, today.day) or invoice.status = 'overdue' as late
    from public.invoices as invoice cross join today
    where invoice.client_id = (select private.portal_client(p_client_id)) and invoice.status in ('pending', 'overdue') and invoice.owed_amount > 0
  )
  select jsonb_build_object(
    'due', coalesce((
      select jsonb_agg(jsonb_build_object(
        'currency', sums.currency, 'amount', sums.amount, 'invoices', sums.number, 'overdue', sums.late, 'overdue_amount', sums.late_amount,
        'next_due', sums.next_due, 'invoice_ids', to_jsonb(sums.ids[1:50])
      ) order by sums.amount desc)
      from (
        select own.currency, sum(own.owed_amount) as amount, count(*) as number, count(*) filter (where own.late) as late,
          coalesce(sum(own.owed_amount) filter (where own.late), 0) as late_amount, min(own.due_date) as next_due,
          array_agg(own.id order by own.due_date nulls last, own.created_at, own.id) as ids
        from own group by own.currency
      ) as sums
    ), '[]'),
    'setup', (
      select jsonb_build_object(
        'email_confirmed', account.email_confirmed_at is not null,
        'dashboard', exists (select from public.client_dashboards as board where board.owner_id = account.id),
        'first_invoice', (
          select min(private.agency_day(coalesce(invoice.issued_at, invoice.created_at)))
          from public.invoices as invoice where invoice.client_id = account.id and invoice.status <> 'draft'
        ),
        'kickoff', (
          select min(retainer.start_date) from public.retainers as retainer
          where retainer.client_id = account.id and retainer.status <> 'canceled'
        ),
        'today', today.day
      )
      from auth.users as account cross join today where account.id = (select private.portal_client(p_client_id))
    )
  )
$$;

comment on function public.client_balance(uuid) is
'What the caller, or for an admin the named client, has to pay by currency, and how far their account is set up: {due: [{currency, amount, invoices, overdue, overdue_amount, next_due, invoice_ids: the first 50, oldest due first}], setup: {email_confirmed, dashboard, first_invoice, kickoff, today}}. Amounts in the smallest unit.';

grant execute on function public.client_balance(uuid) to authenticated;
