-- The admin's table of dashboards (spec §2 Manage Dashboards): found as one types, a page at a time, with the exact total.

create index client_dashboards_created_at_id_idx on public.client_dashboards (created_at desc, id);
drop index public.client_dashboards_created_at_idx;
create index client_dashboards_business_name_idx on public.client_dashboards (lower(business_name), id);

create function public.search_client_dashboards(
  p_query text default '', p_sort text default 'newest', p_limit integer default 25, p_offset integer default 0
) returns table (
  id uuid, user_id text, client_email text, business_name text, dashboard_title text, notion_database_url text,
  health_status public.dashboard_health, access_count integer, last_accessed timestamptz, created_at timestamptz,
  updated_at timestamptz, total bigint
)
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  wanted text := lower(btrim(left(coalesce(p_query, ''), 200)));
  rows_wanted integer := least(greatest(coalesce(p_limit, 25), 1), 100);
  skipped integer := greatest(coalesce(p_offset, 0), 0);
  found_total bigint;
begin
  perform private.require_admin();
  if p_sort is null or p_sort not in ('newest', 'oldest', 'name', 'name_desc', 'views', 'views_asc') then
    raise exception 'Unknown order %', left(p_sort, 40) using errcode = '22023';
  end if;
  if wanted = '' then
    select count(*) into found_total from public.client_dashboards;
  else
    select count(*) into found_total from public.client_dashboards as dashboard
    where strpos(lower(dashboard.business_name), wanted) > 0 or strpos(lower(dashboard.dashboard_title), wanted) > 0
      or starts_with(dashboard.id::text, wanted) or exists (
        select from auth.users as person where person.id = dashboard.owner_id and starts_with(lower(person.email), wanted)
      );
  end if;
  -- Each order is its own branch of the plan: only the asked one runs, and the usual one follows its index.
  return query
  with page as (
    select dashboard.* from public.client_dashboards as dashboard
    where wanted = '' or strpos(lower(dashboard.business_name), wanted) > 0
      or strpos(lower(dashboard.dashboard_title), wanted) > 0 or starts_with(dashboard.id::text, wanted) or exists (
        select from auth.users as person where person.id = dashboard.owner_id and starts_with(lower(person.email), wanted)
      )
    order by case when p_sort = 'views' then dashboard.access_count end desc,
      case when p_sort = 'views_asc' then dashboard.access_count end,
      case when p_sort = 'name' then lower(dashboard.business_name) end,
      case when p_sort = 'name_desc' then lower(dashboard.business_name) end desc,
      case when p_sort = 'oldest' then dashboard.created_at end,
      dashboard.created_at desc, dashboard.id
    limit rows_wanted offset skipped
  )
  select page.id, page.user_id, person.email::text, page.business_name, page.dashboard_title, page.notion_database_url,
    page.health_status, page.access_count, page.last_accessed, page.created_at, page.updated_at, found_total
  from page left join auth.users as person on person.id = page.owner_id
  order by case when p_sort = 'views' then page.access_count end desc,
    case when p_sort = 'views_asc' then page.access_count end,
    case when p_sort = 'name' then lower(page.business_name) end,
    case when p_sort = 'name_desc' then lower(page.business_name) end desc,
    case when p_sort = 'oldest' then page.created_at end,
    page.created_at desc, page.id;
end
$$;

comment on function public.search_client_dashboards(text, text, integer, integer) is
'Dashboards whose business name or title contains the words, or whose id or client e-mail begins with them, with the total on each row. Admins only. Errors: 42501, 22023 unknown order.';

grant execute on function public.search_client_dashboards(text, text, integer, integer) to authenticated;
