-- The figures on top of the admin dashboard (spec §2 Admin dashboard).

create function private.list_admin_overview()
returns table (total_users bigint, pending_approvals bigint, total_leads bigint, companies bigint)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
  select
    (select count(*) from public.profiles),
    (select count(*) from public.user_roles as held where held.status = 'pending'),
    (select coalesce(sum(counted.leads), 0)::bigint from private.lead_counts as counted where counted.account_id = private.agency_account() and counted.kind = 'owner'),
    (select count(*) from private.lead_counts as counted where counted.account_id = private.agency_account() and counted.kind = 'company' and counted.leads > 0);
end
$$;

create function public.list_admin_overview()
returns table (total_users bigint, pending_approvals bigint, total_leads bigint, companies bigint)
language sql stable
set search_path = ''
return private.list_admin_overview();

comment on function public.list_admin_overview() is
'One row: people, pending sign-ups, live leads and their companies. Admins only (42501).';

grant execute on function public.list_admin_overview() to authenticated;
grant execute on function private.list_admin_overview() to authenticated;

create function private.list_waiting_work() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'overdue', coalesce((
      select jsonb_agg(jsonb_build_object('currency', sums.currency, 'amount', sums.amount, 'invoices', sums.number) order by sums.currency)
      from (
        select late.currency, sum(late.owed_amount) as amount, count(*) as number from private.shown_invoices as late
        where late.shown = 'overdue' and late.owed_amount > 0 group by late.currency
      ) as sums
    ), '[]'),
    'open_requests', (select count(*) from public.change_requests as request where request.status = 'open'),
    -- Agreed invoices that the client should get by now, to have the usual time to pay.
    'to_open', (
      select count(*) from public.invoices as invoice
      where invoice.status = 'active' and invoice.owed_amount > 0
        and invoice.due_date <= private.agency_day() + (select settings.payment_days from public.agency_settings as settings)
    )
  );
end
$$;

create function public.list_waiting_work() returns jsonb
language sql stable
set search_path = ''
return private.list_waiting_work();

comment on function public.list_waiting_work() is
'What waits for an admin: {overdue: [{currency, amount, invoices}], open_requests, to_open: agreed invoices to open for payment, because they are due within the payment term}. Amounts in the smallest unit. Admins only (42501).';

grant execute on function public.list_waiting_work() to authenticated;
grant execute on function private.list_waiting_work() to authenticated;
