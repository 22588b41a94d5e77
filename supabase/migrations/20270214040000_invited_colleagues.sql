-- Getting started counts open invitations as what an owner can do for their team.

create or replace function private.client_balance(p_client_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  with today as (
    select private.agency_day() as day
  ), own as (
    select invoice.*, invoice.shown = 'overdue' as late
    from private.shown_invoices as invoice
    where (
      invoice.client_id = (select private.portal_client(p_client_id)) or invoice.account_id = any ((select private.portal_accounts(p_client_id))::uuid[])
    ) and invoice.is_open
  )
  select jsonb_build_object(
    'due', coalesce((
      select jsonb_agg(jsonb_build_object(
        'currency', sums.currency, 'amount', sums.amount, 'invoices', sums.number, 'overdue', sums.late, 'overdue_amount', sums.late_amount,
        'next_due', sums.next_due, 'invoice_ids', to_jsonb(sums.ids[1:50])
      ) order by sums.amount desc, sums.currency)
      from (
        select own.currency, sum(own.owed_amount) as amount, count(*) as number, count(*) filter (where own.late) as late,
          coalesce(sum(own.owed_amount) filter (where own.late), 0) as late_amount, min(own.due_date) as next_due,
          array_agg(own.id order by own.due_date nulls last, own.created_at, own.id) as ids
        from own group by own.currency
      ) as sums
    ), '[]'),
    'later', coalesce((
      select jsonb_agg(jsonb_build_object('currency', ahead.currency, 'amount', ahead.amount, 'invoices', ahead.number, 'due', ahead.due)
        order by ahead.amount desc, ahead.currency)
      from (
        select invoice.currency, sum(invoice.owed_amount) as amount, count(*) as number, min(invoice.due_date) as due
        from public.invoices as invoice
        where (
          invoice.client_id = (select private.portal_client(p_client_id)) or invoice.account_id = any ((select private.portal_accounts(p_client_id))::uuid[])
        ) and invoice.status = 'active' and invoice.owed_amount > 0
        group by invoice.currency
      ) as ahead
    ), '[]'),
    'setup', (
      select jsonb_build_object(
        'account_id', begun.account_id,
        'email_confirmed', account.email_confirmed_at is not null,
        'dashboard', exists (
          select from public.client_dashboards as board
          where begun.account_id is null and board.owner_id = account.id
            or board.account_id = begun.account_id and (begun.role <> 'billing' or board.owner_id = account.id)
        ),
        'first_invoice', (
          select min(private.agency_day(coalesce(invoice.issued_at, invoice.created_at)))
          from public.invoices as invoice
          where (
            begun.account_id is null and invoice.client_id = account.id
            or invoice.account_id = begun.account_id and (begun.role <> 'member' or invoice.client_id = account.id)
          ) and invoice.status <> 'draft'
        ),
        'kickoff', (
          select min(retainer.start_date) from public.retainers as retainer
          where (
            begun.account_id is null and retainer.client_id = account.id
            or retainer.account_id = begun.account_id and (begun.role <> 'member' or retainer.client_id = account.id)
          ) and retainer.status <> 'canceled'
        ),
        -- Only owners invite.
        'invited', coalesce((
          select jsonb_agg(open.email order by open.created_at, open.id) from public.invitations as open
          where begun.role = 'owner' and open.account_id = begun.account_id and open.accepted_at is null and open.revoked_at is null
            and open.expires_at > now()
        ), '[]'),
        'today', today.day
      )
      from auth.users as account cross join today
      -- One account, so that what another one has doesn't count as done here.
      left join lateral (
        select member.account_id, member.role
        from private.client_members as member join public.accounts as open on open.id = member.account_id
        where member.user_id = account.id and open.archived_at is null
        order by member.role, member.created_at, member.account_id limit 1
      ) as begun on true
      where account.id = (select private.portal_client(p_client_id))
    )
  )
$$;

create or replace function public.client_balance(p_client_id uuid default null) returns jsonb
language sql stable
set search_path = ''
return private.client_balance(p_client_id);

comment on function public.client_balance(uuid) is
'What the caller and the accounts whose money they see, or for an admin the named client, have to pay by currency, and how far one account is set up (one that they own, else one where they are a member, else one that they are a billing contact of): {due: [{currency, amount, invoices, overdue, overdue_amount, next_due, invoice_ids: the first 50, oldest due first}], later: [{currency, amount, invoices, due}] of active invoices, which can''t be paid yet, setup: {account_id (null without one), email_confirmed, dashboard, first_invoice, kickoff, invited: addresses with an open invitation, for owners, today}}. Amounts in the smallest unit.';
