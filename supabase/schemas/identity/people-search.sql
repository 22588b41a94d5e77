-- Reads kept counts of leads, and gathers roles only for the shown page. Counting 100,000 leads and gathering the roles of
-- 5,000 people at each keystroke took a tenth of a second.

create view private.person_businesses with (security_invoker = true) as
select profile.user_id, joined.names as account_names,
  case when joined.user_id is not null or client.user_id is null then nullif(btrim(profile.company), '') end as company
from public.profiles as profile
left join (
  select member.user_id, string_agg(account.name, ', ' order by account.name, account.id) as names
  from private.client_members as member join public.accounts as account on account.id = member.account_id
  group by member.user_id
) as joined on joined.user_id = profile.user_id
left join public.user_roles as client on client.user_id = profile.user_id and client.role = 'client' and client.status <> 'pending';

comment on view private.person_businesses is
'The accounts that each person belongs to, and the company that they named. An approved client gets an account, so one without any left it: the company that they named is not theirs any more.';

create function private.company_of(p_user_id uuid) returns text
language sql stable
set search_path = ''
as $$
  select business.company from private.person_businesses as business where business.user_id = p_user_id
$$;

comment on function private.company_of(uuid) is 'The company that a person named, unless they left it (private.person_businesses).';

create function private.billed_company(p_user_id uuid, p_account_id uuid) returns text
language sql stable
set search_path = ''
as $$
  select case
    when p_account_id is null then private.company_of(p_user_id)
    when p_account_id = coalesce(private.account_of_client(p_user_id), p_account_id) then nullif(btrim(profile.company), '')
    -- An account can have the name of its only person, which stands above it already.
    else (select nullif(account.name, private.person_name(p_user_id)) from public.accounts as account where account.id = p_account_id)
  end
  from public.profiles as profile where profile.user_id = p_user_id
$$;

comment on function private.billed_company(uuid, uuid) is
'The company that an invoice or a retainer shows for its person. One of their own account (private.account_of_client) shows the company that they named, also after they left it and while they have no other. One of any other account shows the name of that account. One of a person alone never shows a company that they left.';

create function private.search_people(
  p_query text, p_role public.app_role, p_status public.role_status, p_sort text, p_descending boolean, p_limit integer,
  p_offset integer, p_user_id uuid
) returns table (
  user_id uuid, first_name text, last_name text, email text, company text, roles jsonb, last_active timestamptz,
  open_leads bigint, created_at timestamptz, has_second_factor boolean, only_owner_of text[], total bigint, agency_leads bigint
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
  ), owned as (
    select counted.key, sum(counted.leads)::bigint as leads,
      coalesce(sum(counted.leads) filter (where counted.account_id = private.agency_account()), 0)::bigint as agency_leads
    from private.lead_counts as counted where counted.kind = 'open' group by counted.key
  ), found as (
    select profile.user_id, profile.first_name, profile.last_name, account.email::text as email,
      coalesce(business.account_names, business.company) as company,
      greatest(seen.at, account.last_sign_in_at, case when profile.user_id = auth.uid() then now() end) as last_active, coalesce(owned.leads, 0) as open_leads,
      coalesce(owned.agency_leads, 0) as agency_leads, profile.created_at,
      case p_sort
        when 'name' then lower(concat_ws(' ', profile.first_name, profile.last_name))
        when 'email' then account.email when 'company' then lower(coalesce(business.account_names, business.company))
        when 'role' then (select min(held.role)::text from public.user_roles as held where held.user_id = profile.user_id)
        when 'status' then (select min(held.status)::text from public.user_roles as held where held.user_id = profile.user_id)
      end as word,
      case p_sort when 'active' then greatest(seen.at, account.last_sign_in_at, case when profile.user_id = auth.uid() then now() end) when 'created' then profile.created_at end as moment,
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
    left join owned on owned.key = profile.user_id::text
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
      select account.name from private.client_members as own join public.accounts as account on account.id = own.account_id
      where own.user_id = page.user_id and own.role = 'owner' and account.archived_at is null and not exists (
        select from private.client_members as other
        where other.account_id = own.account_id and other.role = 'owner' and other.status = 'active' and other.user_id <> own.user_id
      )
      order by account.name, account.id
    ),
    page.total, page.agency_leads
  from page order by page.place;
end
$$;

create function public.search_people(
  p_query text default '', p_role public.app_role default null, p_status public.role_status default null,
  p_sort text default 'created', p_descending boolean default true, p_limit integer default 50, p_offset integer default 0,
  p_user_id uuid default null
) returns table (
  user_id uuid, first_name text, last_name text, email text, company text, roles jsonb, last_active timestamptz,
  open_leads bigint, created_at timestamptz, has_second_factor boolean, only_owner_of text[], total bigint, agency_leads bigint
)
language sql stable
set search_path = ''
return private.search_people(p_query, p_role, p_status, p_sort, p_descending, p_limit, p_offset, p_user_id);

comment on function public.search_people(text, public.app_role, public.role_status, text, boolean, integer, integer, uuid) is
'People whose name, email or company contains every word, with their roles ([{role, status, since}]), when they were last active, their open leads in all accounts (open_leads) and in the agency''s own (agency_leads), whether they have a second factor, the accounts that have no other active owner, and the total of all matches; with p_user_id only that person. company: the names of the accounts that they belong to; else what they named, unless they are a client who left all accounts. Admins only. Sort: name, email, company, role, status, active, leads, created, owed (on open invoices that name the person).';

grant execute on function public.search_people(text, public.app_role, public.role_status, text, boolean, integer, integer, uuid) to authenticated;
grant execute on function private.search_people(text, public.app_role, public.role_status, text, boolean, integer, integer, uuid) to authenticated;
