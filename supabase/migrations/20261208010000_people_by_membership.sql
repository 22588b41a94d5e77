-- The lists and records of people name the accounts that people belong to. A client who left all accounts isn't a colleague any more.
create view private.person_businesses with (security_invoker = true) as
select profile.user_id, joined.names as account_names,
  case when joined.user_id is not null or client.user_id is null then nullif(btrim(profile.company), '') end as company
from public.profiles as profile
left join (
  select member.user_id, string_agg(account.name, ', ' order by account.name, account.id) as names
  from public.account_members as member join public.accounts as account on account.id = member.account_id
  group by member.user_id
) as joined on joined.user_id = profile.user_id
left join public.user_roles as client on client.user_id = profile.user_id and client.role = 'client' and client.status <> 'pending';

comment on view private.person_businesses is
'The accounts that each person belongs to, and the company that they named. An approved client gets an account, so one without any left it: the company that they named is not theirs any more.';

create or replace function private.search_people(
  p_query text, p_role public.app_role, p_status public.role_status, p_sort text, p_descending boolean, p_limit integer,
  p_offset integer, p_user_id uuid
) returns table (
  user_id uuid, first_name text, last_name text, email text, company text, roles jsonb, last_active timestamptz,
  open_leads bigint, created_at timestamptz, has_second_factor boolean, only_owner_of text[], total bigint
)
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  asked text := lower(btrim(coalesce(left(p_query, 200), '')));
  words text[] := regexp_split_to_array(asked, '\s+');
begin
  perform private.require_admin();
  if p_sort not in ('name', 'email', 'company', 'role', 'status', 'active', 'leads', 'created', 'owed') then
    perform private.refuse('unknown_order', '22023', format('People can''t be sorted by %s', left(p_sort, 50)));
  end if;
  return query
  with seen as (
    select session.user_id, max(session.updated_at) as at from auth.sessions as session group by session.user_id
  ), found as (
    select profile.user_id, profile.first_name, profile.last_name, account.email::text as email,
      coalesce(business.account_names, business.company) as company,
      greatest(seen.at, account.last_sign_in_at) as last_active, coalesce(owned.leads, 0) as open_leads, profile.created_at,
      case p_sort
        when 'name' then lower(concat_ws(' ', profile.first_name, profile.last_name))
        when 'email' then account.email when 'company' then lower(coalesce(business.account_names, business.company))
        when 'role' then (select min(held.role)::text from public.user_roles as held where held.user_id = profile.user_id)
        when 'status' then (select min(held.status)::text from public.user_roles as held where held.user_id = profile.user_id)
      end as word,
      case p_sort when 'active' then greatest(seen.at, account.last_sign_in_at) when 'created' then profile.created_at end as moment,
      case p_sort
        when 'leads' then coalesce(owned.leads, 0)
        -- Across currencies, which is enough for an order.
        when 'owed' then (
          select coalesce(sum(invoice.owed_amount), 0)::bigint from public.invoices as invoice
          where invoice.client_id = profile.user_id and invoice.status in ('pending', 'overdue')
        )
      end as number
    from public.profiles as profile
    join auth.users as account on account.id = profile.user_id
    join private.person_businesses as business on business.user_id = profile.user_id
    left join private.lead_counts as owned
      on owned.account_id = private.agency_account() and owned.kind = 'open' and owned.key = profile.user_id::text
    left join seen on seen.user_id = profile.user_id
    where profile.erased_at is null and (p_user_id is null or profile.user_id = p_user_id)
      and (p_role is null and p_status is null or exists (
        select from public.user_roles as held
        where held.user_id = profile.user_id and (p_role is null or held.role = p_role) and (p_status is null or held.status = p_status)
      ))
      and (asked = '' or not exists (
        select from unnest(words) as word (text)
        where strpos(lower(concat_ws(
          ' ', profile.first_name, profile.last_name, account.email, coalesce(business.account_names, business.company)
        )), word.text) = 0
      ))
  ), page as (
    select found.*, count(*) over () as total,
      row_number() over (
        order by
          case when not p_descending then found.word end asc nulls last, case when p_descending then found.word end desc nulls last,
          case when not p_descending then found.moment end asc nulls last, case when p_descending then found.moment end desc nulls last,
          case when not p_descending then found.number end asc, case when p_descending then found.number end desc nulls last,
          found.user_id
      ) as place
    from found order by place
    limit least(greatest(p_limit, 1), 5000) offset greatest(p_offset, 0)
  )
  select page.user_id, page.first_name, page.last_name, page.email, page.company,
    coalesce((
      select jsonb_agg(jsonb_build_object('role', held.role, 'status', held.status, 'since', held.created_at) order by held.role)
      from public.user_roles as held where held.user_id = page.user_id
    ), '[]'),
    page.last_active, page.open_leads, page.created_at,
    exists (select from auth.mfa_factors as factor where factor.user_id = page.user_id and factor.status = 'verified'),
    array(
      select account.name from public.account_members as own join public.accounts as account on account.id = own.account_id
      where own.user_id = page.user_id and own.role = 'owner' and account.archived_at is null and not exists (
        select from public.account_members as other join public.user_roles as held on held.user_id = other.user_id and held.status = 'active'
        where other.account_id = own.account_id and other.role = 'owner' and other.user_id <> own.user_id
      )
      order by account.name, account.id
    ),
    page.total
  from page order by page.place;
end
$$;

comment on function public.search_people(text, public.app_role, public.role_status, text, boolean, integer, integer, uuid) is
'People whose name, email or company contains every word, with their roles ([{role, status, since}]), when they were last active, their open leads, whether they have a second factor, the accounts that have no other active owner, and the total of all matches; with p_user_id only that person. company: the names of the accounts that they belong to; else what they named, unless they are a client who left all accounts. Admins only. Sort: name, email, company, role, status, active, leads, created, owed (on open invoices that name the person).';

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
          select from public.account_members as own join public.account_members as theirs on theirs.account_id = own.account_id
          where own.user_id = profile.user_id and theirs.user_id = other.user_id
        )
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
  join private.person_businesses as business on business.user_id = profile.user_id
  where profile.user_id = p_client_id and profile.erased_at is null;
  if found is null then perform private.refuse('person_not_found', 'PT404', 'There is no such person'); end if;
  return found;
end
$$;

comment on function public.client_record(uuid) is
'One client for admins: {id, names, email, company, roles, colleagues: [{id, name, email}] of these accounts, owed: [{currency, amount, invoices, overdue}], figures: see client_figures, money_of: [{id, name}] the accounts in owed and figures, accounts: [{id, name, role}] that they belong to, requests, open_requests}. Money and figures are what the client sees in the portal: what names them, and their accounts''. Requests are their own. PT404: no such person. Amounts in the smallest unit.';

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

comment on function public.search_clients(text, text, boolean, integer, integer) is
'For admins: a page of clients whose name, address or company contains every word, where the company of a member is the names of their accounts: {rows: [{id, name, email, company, status, owed: see client_owed, monthly: [{currency, amount}], accounts: [{id, name, role}], open_requests, last_active, created_at, owing_account}], total}. Sums are of what names each person, so that colleagues do not count twice; owing_account is an account of theirs that owes, or null. Sort: see search_people.';
