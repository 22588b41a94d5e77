-- The question before a client is deactivated says what stays open in their name.

create function private.billed_items(p_user_id uuid) returns table (invoices bigint, retainers bigint, has_plan boolean)
language sql stable
set search_path = ''
as $$
  select
    (
      select count(*) from public.invoices as invoice
      where invoice.client_id = p_user_id and invoice.status in ('pending', 'overdue', 'active')
    ),
    (select count(*) from public.retainers as retainer where retainer.client_id = p_user_id and retainer.status in ('active', 'paused')),
    exists (
      select from public.subscriptions as plan
      where plan.user_id = p_user_id and plan.subscribed and plan.stripe_subscription_id is not null
    )
$$;

comment on function private.billed_items(uuid) is
'What names a person as the client and goes on: open invoices, running retainers, and whether they pay for a plan.';

create function private.count_billed_items(p_user_id uuid) returns table (invoices bigint, retainers bigint, has_plan boolean)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return query select billed.* from private.billed_items(p_user_id) as billed;
end
$$;

create function public.count_billed_items(p_user_id uuid) returns table (invoices bigint, retainers bigint, has_plan boolean)
language sql stable
set search_path = ''
return private.count_billed_items(p_user_id);

comment on function public.count_billed_items(uuid) is
'How many open invoices and running retainers name a person as the client, and whether they pay for a plan. Admins only.';

create or replace function private.refuse_while_billed(p_user_id uuid) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  held text[];
begin
  select array_remove(array[
    case when billed.invoices > 0 then format('%s open %s', billed.invoices, case billed.invoices when 1 then 'invoice' else 'invoices' end) end,
    case when billed.retainers > 0 then format('%s running %s', billed.retainers, case billed.retainers when 1 then 'retainer' else 'retainers' end) end,
    case when billed.has_plan then 'a paid Premium plan' end
  ], null) into held from private.billed_items(p_user_id) as billed;
  if held <> '{}' then
    perform private.refuse(
      'client_still_billed', 'PT409',
      format('They still have %s as a client. Settle or end this first.', regexp_replace(array_to_string(held, ', '), ', ([^,]*)$', ' and \1'))
    );
  end if;
end
$$;

grant execute on function public.count_billed_items(uuid) to authenticated;
grant execute on function private.count_billed_items(uuid) to authenticated;
