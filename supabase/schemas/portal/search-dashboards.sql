-- The admin's table of dashboards (spec §2 Manage Dashboards): a search, a page at a time, with the exact total.

create index client_dashboards_created_at_id_idx on public.client_dashboards (created_at desc, id);
create index client_dashboards_business_name_idx on public.client_dashboards (lower(business_name), id);

create function private.search_client_dashboards(p_query text, p_sort text, p_limit integer, p_offset integer) returns table (
  id uuid, user_id text, original_user_id text, client_email text, business_name text, dashboard_title text, notion_database_url text,
  health_status public.dashboard_health, access_count integer, last_accessed timestamptz, created_at timestamptz,
  updated_at timestamptz, total bigint, account_id uuid, account_name text
)
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  wanted text := lower(btrim(left(coalesce(p_query, ''), 200)));
  rows_wanted integer := least(greatest(coalesce(p_limit, 25), 1), 100);
  skipped integer := greatest(coalesce(p_offset, 0), 0);
begin
  perform private.require_admin();
  if p_sort is null or p_sort not in ('newest', 'oldest', 'name', 'name_desc', 'views', 'views_asc') then
    perform private.refuse('unknown_order', '22023', format('Unknown order %s', left(p_sort, 40)));
  end if;
  -- One pass finds and counts. The wide columns are read only for the page.
  return query
  with found as materialized (
    select dashboard.id, lower(dashboard.business_name) as name, dashboard.access_count as views, dashboard.created_at
    from public.client_dashboards as dashboard
    where wanted = '' or strpos(lower(dashboard.business_name), wanted) > 0
      or strpos(lower(dashboard.dashboard_title), wanted) > 0 or starts_with(dashboard.id::text, wanted)
      or starts_with(lower(dashboard.original_user_id), wanted)
      or dashboard.owner_id in (select person.id from auth.users as person where starts_with(lower(person.email), wanted))
      or dashboard.owner_id is null and dashboard.account_id in (
        select account.id from public.accounts as account where strpos(lower(account.name), wanted) > 0
      )
  ), page as materialized (
    select found.id, row_number() over (
      order by case when p_sort = 'views' then found.views end desc, case when p_sort = 'views_asc' then found.views end,
        case when p_sort = 'name' then found.name end, case when p_sort = 'name_desc' then found.name end desc,
        case when p_sort = 'oldest' then found.created_at end, found.created_at desc, found.id
    ) as place
    from found order by place limit rows_wanted offset skipped
  )
  select shown.id, shown.user_id, shown.original_user_id, person.email::text, shown.business_name, shown.dashboard_title, shown.notion_database_url,
    shown.health_status, shown.access_count, shown.last_accessed, shown.created_at, shown.updated_at, (select count(*) from found),
    shown.account_id, account.name
  from page
  join public.client_dashboards as shown on shown.id = page.id
  left join auth.users as person on person.id = shown.owner_id
  left join public.accounts as account on account.id = shown.account_id
  order by page.place;
end
$$;

create function public.search_client_dashboards(
  p_query text default '', p_sort text default 'newest', p_limit integer default 25, p_offset integer default 0
) returns table (
  id uuid, user_id text, original_user_id text, client_email text, business_name text, dashboard_title text, notion_database_url text,
  health_status public.dashboard_health, access_count integer, last_accessed timestamptz, created_at timestamptz,
  updated_at timestamptz, total bigint, account_id uuid, account_name text
)
language sql stable
set search_path = ''
return private.search_client_dashboards(p_query, p_sort, p_limit, p_offset);

comment on function public.search_client_dashboards(text, text, integer, integer) is
'Dashboards whose business name or title contains the words, or whose id, original user_id or client email begins with them, or that wait for an owner of an account with such a name, with the total on each row. Admins only. Errors: 42501, 22023 unknown order.';

grant execute on function public.search_client_dashboards(text, text, integer, integer) to authenticated;
grant execute on function private.search_client_dashboards(text, text, integer, integer) to authenticated;
