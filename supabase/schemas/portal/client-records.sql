-- What an admin sees about one client, and the note in the audit log when an admin views the portal as a client.

create function private.client_owed(p_client_id uuid, p_accounts uuid[]) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'currency', sums.currency, 'amount', sums.amount, 'invoices', sums.number, 'overdue', sums.late
  ) order by sums.amount desc, sums.currency), '[]')
  from (
    select invoice.currency, sum(invoice.owed_amount) as amount, count(*) as number,
      count(*) filter (where invoice.shown = 'overdue') as late
    from private.shown_invoices as invoice
    where (invoice.client_id = p_client_id or invoice.account_id = any (p_accounts)) and invoice.is_open
    group by invoice.currency
  ) as sums
$$;

comment on function private.client_owed(uuid, uuid[]) is
'What a client and these accounts owe: [{currency, amount, invoices, overdue}], open invoices only, in the smallest unit.';

create function private.owing_account(p_user_id uuid) returns uuid
language sql stable
set search_path = ''
as $$
  select member.account_id from private.client_members as member
  where member.user_id = p_user_id and jsonb_array_length(private.client_owed(null, array[member.account_id])) > 0
  order by member.created_at, member.account_id limit 1
$$;

comment on function private.owing_account(uuid) is 'The first account of a person that owes money; null when none does.';

create function private.open_requests(p_client_id uuid) returns bigint
language sql stable
set search_path = ''
as $$
  select count(*) from public.change_requests as request where request.user_id = p_client_id and request.status = 'open'
$$;

comment on function private.open_requests(uuid) is 'How many requests of a client wait for an answer.';

create function private.accounts_of_person(p_user_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', account.id, 'name', account.name, 'role', member.role, 'is_archived', account.archived_at is not null
  ) order by account.name, account.id), '[]')
  from private.client_members as member join public.accounts as account on account.id = member.account_id
  where member.user_id = p_user_id
$$;

comment on function private.accounts_of_person(uuid) is 'The accounts that a person belongs to, and as what: [{id, name, role, is_archived}].';

create function private.client_record(p_client_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  found jsonb;
begin
  perform private.require_admin();
  select jsonb_build_object(
    'id', profile.user_id, 'first_name', profile.first_name, 'last_name', profile.last_name, 'email', account.email,
    'company', business.company, 'created_at', profile.created_at,
    'email_confirmed', account.email_confirmed_at is not null,
    'last_active', greatest(
      (select max(session.updated_at) from auth.sessions as session where session.user_id = profile.user_id), account.last_sign_in_at
    ),
    'roles', coalesce((
      select jsonb_agg(jsonb_build_object('role', held.role, 'status', held.status, 'since', held.created_at) order by held.role)
      from public.user_roles as held where held.user_id = profile.user_id
    ), '[]'),
    'colleagues', coalesce((
      select jsonb_agg(jsonb_build_object('id', near.user_id, 'name', near.name, 'email', near.email) order by near.name)
      from (
        select other.user_id, private.person_name(other.user_id) as name, address.email::text as email
        from public.profiles as other join auth.users as address on address.id = other.user_id
        where other.user_id <> profile.user_id and other.erased_at is null and exists (
          select from private.client_members as own join private.client_members as theirs on theirs.account_id = own.account_id
          where own.user_id = profile.user_id and theirs.user_id = other.user_id
        )
        order by other.created_at limit 20
      ) as near
    ), '[]'),
    -- The same money as in the portal of the client.
    'owed', private.client_owed(profile.user_id, private.portal_accounts(profile.user_id)),
    'figures', private.client_figures(profile.user_id) - array['is_premium', 'premium_accounts'],
    'money_of', coalesce((
      select jsonb_agg(jsonb_build_object('id', held.id, 'name', held.name) order by held.name, held.id)
      from public.accounts as held where held.id = any (private.portal_accounts(profile.user_id))
    ), '[]'),
    'accounts', private.accounts_of_person(profile.user_id),
    'requests', (select count(*) from public.change_requests as request where request.user_id = profile.user_id),
    'open_requests', private.open_requests(profile.user_id)
  ) into found
  from public.profiles as profile join auth.users as account on account.id = profile.user_id
  join private.person_businesses as business on business.user_id = profile.user_id
  where profile.user_id = p_client_id and profile.erased_at is null;
  if found is null then perform private.refuse('person_not_found', 'PT404', 'There is no such person'); end if;
  return found;
end
$$;

create function public.client_record(p_client_id uuid) returns jsonb
language sql stable
set search_path = ''
return private.client_record(p_client_id);

comment on function public.client_record(uuid) is
'One client for admins: {id, names, email, company, roles, colleagues: [{id, name, email}] of these accounts, owed: [{currency, amount, invoices, overdue}], figures: see client_figures, money_of: [{id, name}] the accounts in owed and figures, accounts: [{id, name, role, is_archived}] that they belong to, requests, open_requests}. Money and figures are what the client sees in the portal: what names them, and their accounts''. Requests are their own. PT404: no such person. Amounts in the smallest unit.';

create function private.search_clients(
  p_query text, p_sort text, p_descending boolean, p_limit integer, p_offset integer
) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    with page as materialized (
      select found.*, row_number() over () as place
      from public.search_people(p_query, 'client', null, p_sort, p_descending, least(p_limit, 200), p_offset) as found
    )
    select jsonb_build_object(
      'rows', coalesce(jsonb_agg(jsonb_build_object(
        'id', page.user_id, 'name', private.name_or_email(page.first_name, page.last_name, page.email), 'email', page.email,
        'company', page.company,
        'status', (select held.status from public.user_roles as held where held.user_id = page.user_id and held.role = 'client'),
        'owed', private.client_owed(page.user_id, '{}'), 'monthly', private.billing_figures(page.user_id, '{}') -> 'monthly', 'accounts', private.accounts_of_person(page.user_id),
        'open_requests', private.open_requests(page.user_id), 'last_active', page.last_active, 'created_at', page.created_at,
        'owing_account', private.owing_account(page.user_id)
      ) order by page.place), '[]'),
      'total', coalesce(max(page.total), 0)
    ) from page
  );
end
$$;

create function public.search_clients(
  p_query text default '', p_sort text default 'company', p_descending boolean default false, p_limit integer default 50, p_offset integer default 0
) returns jsonb
language sql stable
set search_path = ''
return private.search_clients(p_query, p_sort, p_descending, p_limit, p_offset);

comment on function public.search_clients(text, text, boolean, integer, integer) is
'For admins: a page of clients whose name, address or company contains every word, where the company of a member is the names of their accounts: {rows: [{id, name, email, company, status, owed: see client_owed, monthly: [{currency, amount}], accounts: [{id, name, role, is_archived}], open_requests, last_active, created_at, owing_account}], total}. Sums are of what names each person, so that colleagues do not count twice; owing_account is an account of theirs that owes, or null. Sort: see search_people.';

create function private.record_client_view(p_client_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  viewed text;
begin
  perform private.require_admin();
  select account.email into viewed
  from auth.users as account join public.user_roles as held on held.user_id = account.id
  where account.id = p_client_id and held.role = 'client' and held.status = 'active';
  if not found then perform private.refuse('person_not_found', 'PT404', 'There is no such client'); end if;
  insert into public.audit_log (actor_id, actor_email, action, table_name, row_id, subject)
  select account.id, account.email, 'view', 'profiles', p_client_id::text, viewed
  from auth.users as account where account.id = auth.uid();
end
$$;

create function public.record_client_view(p_client_id uuid) returns void
language sql volatile
set search_path = ''
return private.record_client_view(p_client_id);

comment on function public.record_client_view(uuid) is
'Notes in the audit log that the caller views the portal as this client. Admins only. PT404: not an active client.';

grant execute on function public.client_record(uuid) to authenticated;
grant execute on function private.client_record(uuid) to authenticated;
grant execute on function public.search_clients(text, text, boolean, integer, integer) to authenticated;
grant execute on function private.search_clients(text, text, boolean, integer, integer) to authenticated;
grant execute on function public.record_client_view(uuid) to authenticated;
grant execute on function private.record_client_view(uuid) to authenticated;
