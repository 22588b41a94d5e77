-- A claim can be undone, so that a wrong key doesn't hide a lead from colleagues. And people see themselves as active now.

create or replace function private.claim_lead(p_lead_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_premium();
  holder uuid;
  was_free boolean;
begin
  -- The row lock decides. When two people claim at the same moment, the second one reads the first one's name.
  select lead.user_id into holder from public.leads as lead
  where lead.id = p_lead_id and lead.account_id = private.workspace() and lead.merged_into is null and lead.erased_at is null for update;
  if not found then perform private.refuse('lead_not_found', 'PT404', 'Lead not found'); end if;
  was_free := holder is null;
  if was_free then
    update public.leads as lead set user_id = caller where lead.id = p_lead_id;
    holder := caller;
  end if;
  return jsonb_build_object('claimed', holder = caller, 'is_new', was_free, 'owner_id', holder, 'owner_name', private.owner_name(holder::text));
end
$$;

create function private.undo_claim(p_lead_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_premium();
begin
  update public.leads as lead set user_id = null
  where lead.id = p_lead_id and lead.account_id = private.workspace() and lead.user_id = caller
    and lead.merged_into is null and lead.erased_at is null;
  return jsonb_build_object('restored', found::integer, 'kept', (not found)::integer);
end
$$;

create function public.undo_claim(p_lead_id uuid) returns jsonb
language sql volatile
set search_path = ''
return private.undo_claim(p_lead_id);

comment on function public.undo_claim(uuid) is
'Takes back that the caller claimed a lead: nobody owns it again. { restored, kept }: 1 and 0, or 0 and 1 when it isn''t theirs anymore.';

create or replace function private.search_people(
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

comment on function public.claim_lead(uuid) is
'Gives an unowned lead to the caller: { claimed, is_new, owner_id, owner_name }. When somebody was faster, claimed is false and owner_name names them; is_new is false when the caller had it already. PT404: no such lead.';

grant execute on function public.undo_claim(uuid) to authenticated;
grant execute on function private.undo_claim(uuid) to authenticated;
