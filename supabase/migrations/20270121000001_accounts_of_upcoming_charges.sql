-- The next charges name their account.

drop function public.list_upcoming_charges(integer, uuid);

drop function private.list_upcoming_charges(integer, uuid);

create function private.list_upcoming_charges(p_days integer, p_client_id uuid)
returns table (retainer_id uuid, account_id uuid, retainer_name text, charge_date date, amount integer, currency text)
language sql stable security definer
set search_path = ''
as $$
  select retainer.id, retainer.account_id, retainer.retainer_name, charge.day, retainer.monthly_amount, retainer.currency
  from public.retainers as retainer
  cross join private.agency_day() as today (day)
  cross join lateral private.open_charges(retainer, today.day, today.day + least(greatest(p_days, 1), 366)) as charge (day)
  where (
    retainer.client_id = (select private.portal_client(p_client_id)) or retainer.account_id = any ((select private.portal_accounts(p_client_id))::uuid[])
  )
  order by charge.day, retainer.retainer_name
$$;

create function public.list_upcoming_charges(p_days integer default 31, p_client_id uuid default null)
returns table (retainer_id uuid, account_id uuid, retainer_name text, charge_date date, amount integer, currency text)
language sql stable
set search_path = ''
return private.list_upcoming_charges(p_days, p_client_id);

comment on function public.list_upcoming_charges(integer, uuid) is
'What the active retainers of the caller, and of accounts whose money they see, will invoice today and in the next p_days days (1 to 366), soonest first. A day whose invoice was issued is not among them. Admins may name a client. Amounts in the smallest unit.';

grant execute on function public.list_upcoming_charges(integer, uuid) to authenticated;
grant execute on function private.list_upcoming_charges(integer, uuid) to authenticated;
