-- The records of clients count what names each person, and say which accounts they belong to.

create or replace function private.billing_figures(p_client_id uuid, p_accounts uuid[]) returns jsonb
language sql stable
set search_path = ''
as $$
  with own as (
    select invoice.*, ledger.net,
      private.shown_invoice_status(invoice.status, invoice.due_date, private.agency_day()) as shown
    from public.invoices as invoice
    left join lateral (
      -- Null for an invoice that was never paid through the provider.
      select sum(case entry.kind when 'refund' then -entry.amount else entry.amount end) as net
      from public.payments as entry where entry.invoice_id = invoice.id and entry.currency = invoice.currency
    ) as ledger on true
    where (invoice.client_id = p_client_id or invoice.account_id = any (p_accounts)) and invoice.status <> 'draft'
  ), running as (
    select * from public.retainers as retainer
    where (retainer.client_id = p_client_id or retainer.account_id = any (p_accounts)) and retainer.status = 'active'
  )
  select jsonb_build_object(
    'paid', coalesce((
      select jsonb_agg(jsonb_build_object('currency', sums.currency, 'amount', sums.amount) order by sums.currency)
      from (
        select own.currency, sum(coalesce(own.net, case when own.status = 'paid' then own.amount - own.refunded_amount else 0 end)) as amount
        from own group by own.currency
      ) as sums where sums.amount <> 0
    ), '[]'),
    'paid_invoices', (select count(*) from own where own.status = 'paid'),
    'paid_since', (select min(own.paid_date) from own where own.status = 'paid'),
    'invoices', (select count(*) from own),
    'by_status', coalesce((
      select jsonb_object_agg(counts.shown, counts.number)
      from (select own.shown, count(*) as number from own group by own.shown) as counts
    ), '{}'),
    'active_retainers', (select count(*) from running),
    'monthly', coalesce((
      select jsonb_agg(jsonb_build_object('currency', sums.currency, 'amount', sums.amount) order by sums.currency)
      from (select running.currency, sum(running.monthly_amount) as amount from running group by running.currency) as sums
    ), '[]')
  )
$$;

comment on function private.billing_figures(uuid, uuid[]) is
'The billing in figures of what names a client, and of these accounts: all of client_figures but is_premium.';

create or replace function private.client_figures(p_client_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select private.billing_figures(asked.client, private.portal_accounts(p_client_id))
    || jsonb_build_object('is_premium', private.has_premium(private.account_of_client(asked.client)))
  from (select private.portal_client(p_client_id) as client) as asked
$$;

create function private.accounts_of_person(p_user_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', account.id, 'name', account.name, 'role', member.role) order by account.name, account.id), '[]')
  from public.account_members as member join public.accounts as account on account.id = member.account_id
  where member.user_id = p_user_id
$$;

comment on function private.accounts_of_person(uuid) is 'The accounts that a person belongs to, and as what: [{id, name, role}].';

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
    'owed', private.client_owed(profile.user_id),
    'figures', private.billing_figures(profile.user_id, '{}'),
    'accounts', private.accounts_of_person(profile.user_id),
    'invoices', (select count(*) from public.invoices as invoice where invoice.client_id = profile.user_id),
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
'One client for admins: {id, names, email, company, roles, colleagues: [{id, name, email}] of the same company, owed: [{currency, amount, invoices, overdue}], figures: see billing_figures, accounts: [{id, name, role}] that they belong to, invoices, requests, open_requests}. Money, requests and figures are those that name this person. PT404: no such person. Amounts in the smallest unit.';

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
        'owed', private.client_owed(page.user_id), 'monthly', private.billing_figures(page.user_id, '{}') -> 'monthly', 'accounts', private.accounts_of_person(page.user_id),
        'open_requests', private.open_requests(page.user_id), 'last_active', page.last_active, 'created_at', page.created_at
      ) order by page.place), '[]'),
      'total', coalesce(max(page.total), 0)
    ) from page
  );
end
$$;

comment on function public.search_clients(text, text, boolean, integer, integer) is
'For admins: a page of clients whose name, company or address contains every word: {rows: [{id, name, email, company, status, owed: see client_owed, monthly: [{currency, amount}], accounts: [{id, name, role}], open_requests, last_active, created_at}], total}. Sums are of what names each person, so that colleagues do not count twice. Sort: see search_people.';
