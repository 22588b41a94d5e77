-- Each entry of the audit log belongs to an account, and a client's record has the figures that the client sees.

alter table public.audit_log add column account_id uuid;
comment on column public.audit_log.account_id is 'The account that the row belongs to. It stays when the account is deleted.';
create index audit_log_account_idx on public.audit_log (account_id, id desc) where account_id is not null;

create function private.account_of_entry() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  copy constant jsonb := coalesce(new.after, new.before);
begin
  new.account_id := case
    when new.table_name = 'accounts' then private.parse_uuid(new.row_id)
    when copy ? 'account_id' then private.parse_uuid(copy ->> 'account_id')
    when copy ? 'invoice_id' then (
      select invoice.account_id from public.invoices as invoice where invoice.id = private.parse_uuid(copy ->> 'invoice_id')
    )
    when copy ? 'retainer_id' then (
      select retainer.account_id from public.retainers as retainer where retainer.id = private.parse_uuid(copy ->> 'retainer_id')
    )
  end;
  return new;
end
$$;

comment on function private.account_of_entry() is
'Trigger: an entry belongs to the account of its row. Credits and charges have the account of their invoice or retainer.';

create trigger account_of_entry before insert on public.audit_log for each row execute function private.account_of_entry();

create or replace function private.subject_of(p_row jsonb) returns text
language sql stable
set search_path = ''
as $$
  select account.email from auth.users as account
  where account.id = case
    when coalesce(p_row ->> 'user_id', p_row ->> 'client_id') ~ '^[0-9a-f]{8}-' then coalesce(p_row ->> 'user_id', p_row ->> 'client_id')::uuid
    when p_row ? 'invoice_id' then (
      select invoice.client_id from public.invoices as invoice where invoice.id = private.parse_uuid(p_row ->> 'invoice_id')
    )
  end
$$;

comment on function private.subject_of(jsonb) is 'The address of the person that a row, or its invoice, is about.';

-- Only the new column changes.
alter table public.audit_log disable trigger refuse_audit_change;
update public.audit_log as entry set account_id = case
  when entry.table_name = 'accounts' then private.parse_uuid(entry.row_id)
  when coalesce(entry.after, entry.before) ? 'account_id' then private.parse_uuid(coalesce(entry.after, entry.before) ->> 'account_id')
  else coalesce(
    (select invoice.account_id from public.invoices as invoice where invoice.id = private.parse_uuid(coalesce(entry.after, entry.before) ->> 'invoice_id')),
    (select retainer.account_id from public.retainers as retainer where retainer.id = private.parse_uuid(coalesce(entry.after, entry.before) ->> 'retainer_id'))
  )
end
where entry.table_name = 'accounts' or coalesce(entry.after, entry.before) ?| array['account_id', 'invoice_id', 'retainer_id'];
alter table public.audit_log enable trigger refuse_audit_change;

create function private.client_owed(p_client_id uuid, p_accounts uuid[]) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'currency', sums.currency, 'amount', sums.amount, 'invoices', sums.number, 'overdue', sums.late
  ) order by sums.currency), '[]')
  from (
    select invoice.currency, sum(invoice.owed_amount) as amount, count(*) as number,
      count(*) filter (where invoice.shown = 'overdue') as late
    from private.shown_invoices as invoice
    where (invoice.client_id = p_client_id or invoice.account_id = any (p_accounts))
      and invoice.status in ('pending', 'overdue') and invoice.owed_amount > 0
    group by invoice.currency
  ) as sums
$$;

comment on function private.client_owed(uuid, uuid[]) is
'What a client and these accounts owe: [{currency, amount, invoices, overdue}], open invoices only, in the smallest unit.';

create or replace function private.client_record(p_client_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  found jsonb;
begin
  perform private.require_admin();
  select jsonb_build_object(
    'id', profile.user_id, 'first_name', profile.first_name, 'last_name', profile.last_name, 'email', account.email,
    'company', nullif(btrim(profile.company), ''), 'created_at', profile.created_at,
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
        where lower(btrim(other.company)) = lower(btrim(profile.company)) and btrim(profile.company) <> ''
          and other.user_id <> profile.user_id and other.erased_at is null
          and exists (select from public.user_roles as held where held.user_id = other.user_id and held.role = 'client')
        order by other.created_at limit 20
      ) as near
    ), '[]'),
    -- The same money as in the portal of the client.
    'owed', private.client_owed(profile.user_id, private.portal_accounts(profile.user_id)),
    'figures', private.client_figures(profile.user_id) - 'is_premium',
    'money_of', coalesce((
      select jsonb_agg(jsonb_build_object('id', held.id, 'name', held.name) order by held.name, held.id)
      from public.accounts as held where held.id = any (private.portal_accounts(profile.user_id))
    ), '[]'),
    'accounts', private.accounts_of_person(profile.user_id),
    'requests', (select count(*) from public.change_requests as request where request.user_id = profile.user_id),
    'open_requests', private.open_requests(profile.user_id)
  ) into found
  from public.profiles as profile join auth.users as account on account.id = profile.user_id
  where profile.user_id = p_client_id and profile.erased_at is null;
  if found is null then perform private.refuse('person_not_found', 'PT404', 'There is no such person'); end if;
  return found;
end
$$;

comment on function public.client_record(uuid) is
'One client for admins: {id, names, email, company, roles, colleagues: [{id, name, email}] of the same company, owed: [{currency, amount, invoices, overdue}], figures: see client_figures, money_of: [{id, name}] the accounts in owed and figures, accounts: [{id, name, role}] that they belong to, requests, open_requests}. Money and figures are what the client sees in the portal: what names them, and their accounts''. Requests are their own. PT404: no such person. Amounts in the smallest unit.';

create or replace function private.search_clients(
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
        'company', nullif(btrim(page.company), ''),
        'status', (select held.status from public.user_roles as held where held.user_id = page.user_id and held.role = 'client'),
        'owed', private.client_owed(page.user_id, '{}'), 'monthly', private.billing_figures(page.user_id, '{}') -> 'monthly', 'accounts', private.accounts_of_person(page.user_id),
        'open_requests', private.open_requests(page.user_id), 'last_active', page.last_active, 'created_at', page.created_at
      ) order by page.place), '[]'),
      'total', coalesce(max(page.total), 0)
    ) from page
  );
end
$$;

drop function private.client_owed(uuid);

create or replace function private.account_money(p_account_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  with open as (
    select invoice.* from private.shown_invoices as invoice
    where invoice.account_id = p_account_id and invoice.status in ('pending', 'overdue') and invoice.owed_amount > 0
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
    'paid', figures.found -> 'paid', 'paid_invoices', figures.found -> 'paid_invoices'
  )
  from private.billing_figures(null, array[p_account_id]) as figures (found)
$$;

comment on function private.account_money(uuid) is
'What an account owes, pays and has paid: {paid: [{currency, amount}], paid_invoices: see client_figures, balance: [{currency, amount, invoices, overdue, overdue_amount}], invoices: [{id, number, amount, currency, due, status}] (the first 5 due), retainers: [{id, name, amount, currency, status}] (5)}.';
