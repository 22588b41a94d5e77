-- An admin reads in a person's record, and in the list of people, which of their accounts are archived.

create or replace function private.accounts_of_person(p_user_id uuid) returns jsonb
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
comment on function public.client_record(uuid) is
'One client for admins: {id, names, email, company, roles, colleagues: [{id, name, email}] of these accounts, owed: [{currency, amount, invoices, overdue}], figures: see client_figures, money_of: [{id, name}] the accounts in owed and figures, accounts: [{id, name, role, is_archived}] that they belong to, requests, open_requests}. Money and figures are what the client sees in the portal: what names them, and their accounts''. Requests are their own. PT404: no such person. Amounts in the smallest unit.';

comment on function public.search_clients(text, text, boolean, integer, integer) is
'For admins: a page of clients whose name, address or company contains every word, where the company of a member is the names of their accounts: {rows: [{id, name, email, company, status, owed: see client_owed, monthly: [{currency, amount}], accounts: [{id, name, role, is_archived}], open_requests, last_active, created_at, owing_account}], total}. Sums are of what names each person, so that colleagues do not count twice; owing_account is an account of theirs that owes, or null. Sort: see search_people.';

