-- The admin's lists of the agency's leads: groups a page at a time, then the leads of one group.

create function private.latest_leads(
  p_by text, p_key text, p_before timestamptz, p_before_id uuid, p_limit integer
) returns setof public.leads
language plpgsql stable
set search_path = ''
as $$
begin
  if p_by = 'owner' then
    return query
    select lead.* from public.leads as lead
    where lead.account_id = private.agency_account() and lead.archived_at is null and not lead.is_spam and coalesce(lead.user_id::text, '') = p_key
      and (lead.created_at, lead.id) < (coalesce(p_before, 'infinity'), coalesce(p_before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
    order by lead.created_at desc, lead.id desc limit p_limit;
  else
    return query
    select lead.* from public.leads as lead
    where lead.account_id = private.agency_account() and lead.archived_at is null and not lead.is_spam
      and coalesce(nullif(btrim(lead.company), ''), 'No Company') = p_key
      and (lead.created_at, lead.id) < (coalesce(p_before, 'infinity'), coalesce(p_before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
    order by lead.created_at desc, lead.id desc limit p_limit;
  end if;
end
$$;

comment on function private.latest_leads(text, text, timestamptz, uuid, integer) is 'The newest leads of a group, before a given one.';

create function private.list_lead_groups(
  p_by text, p_query text, p_limit integer, p_offset integer
) returns table (key text, name text, leads bigint, whole boolean, shown jsonb, total_groups bigint)
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  wanted text := lower(btrim(left(coalesce(p_query, ''), 200)));
  groups_wanted integer := least(greatest(coalesce(p_limit, 10), 1), 50);
  skipped integer := greatest(coalesce(p_offset, 0), 0);
begin
  perform private.require_admin();
  if p_by is null or p_by not in ('owner', 'company') then
    perform private.refuse('unknown_group', '22023', 'Leads can be grouped by owner or company');
  end if;
  if wanted = '' then
    return query
    with page as materialized (
      select counted.key, counted.leads from private.lead_counts as counted
      where counted.account_id = private.agency_account() and counted.kind = p_by and counted.leads > 0
      order by counted.leads desc, counted.key limit groups_wanted offset skipped
    )
    select page.key, case p_by when 'owner' then private.owner_name(page.key) else page.key end, page.leads, true,
      (
        select coalesce(jsonb_agg(private.admin_lead_json(lead) order by lead.created_at desc, lead.id desc), '[]')
        from private.latest_leads(p_by, page.key, null, null, 5) as lead
      ),
      (select count(*) from private.lead_counts as counted
        where counted.account_id = private.agency_account() and counted.kind = p_by and counted.leads > 0)
    from page order by page.leads desc, page.key;
    return;
  end if;
  return query
  with found as materialized (
    select * from private.find_leads(private.agency_account(), p_by, p_query)
  ), named as (
    -- A group whose own name matches shows all its leads.
    select counted.key, counted.leads from private.lead_counts as counted
    left join public.profiles as profile on p_by = 'owner' and profile.user_id::text = counted.key
    where counted.account_id = private.agency_account() and counted.kind = p_by and counted.leads > 0 and strpos(
      lower(case
        when p_by = 'company' then counted.key when counted.key = '' then 'Unassigned'
        else coalesce(profile.first_name, '') || ' ' || coalesce(profile.last_name, '')
      end), wanted
    ) > 0
  ), matched as (
    select found.key, count(*) as leads from found group by found.key
  ), groups as (
    select coalesce(named.key, matched.key) as key, coalesce(named.leads, matched.leads) as leads, named.key is not null as whole
    from named full join matched on matched.key = named.key
  ), page as materialized (
    select groups.key, groups.leads, groups.whole, count(*) over () as total_groups from groups
    order by groups.leads desc, groups.key limit groups_wanted offset skipped
  ), ranked as materialized (
    select found.id, found.key, row_number() over (partition by found.key collate "C" order by found.created_at desc, found.id desc) as rank
    from found where found.key in (select page.key from page where not page.whole)
  )
  select page.key, case p_by when 'owner' then private.owner_name(page.key) else page.key end, page.leads, page.whole,
    case when page.whole then (
      select coalesce(jsonb_agg(private.admin_lead_json(lead) order by lead.created_at desc, lead.id desc), '[]')
      from private.latest_leads(p_by, page.key, null, null, 5) as lead
    ) else (
      select coalesce(jsonb_agg(private.admin_lead_json(lead) order by lead.created_at desc, lead.id desc), '[]')
      from ranked join public.leads as lead on lead.id = ranked.id where ranked.key = page.key and ranked.rank <= 5
    ) end,
    page.total_groups
  from page order by page.leads desc, page.key;
end
$$;

create function public.list_lead_groups(
  p_by text, p_query text default '', p_limit integer default 10, p_offset integer default 0
) returns table (key text, name text, leads bigint, whole boolean, shown jsonb, total_groups bigint)
language sql stable
set search_path = ''
return private.list_lead_groups(p_by, p_query, p_limit, p_offset);

comment on function public.list_lead_groups(text, text, integer, integer) is
'Groups of leads by owner or company, the largest first, each with its count, its five newest leads and the number of groups. A search matches the beginnings of words in leads, and the names of groups; a group that matches by name counts all its leads (whole). Admins only. Errors: 42501, 22023.';

create function private.list_group_leads(
  p_by text, p_key text, p_query text, p_before timestamptz, p_before_id uuid, p_limit integer
) returns setof jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  leads_wanted integer := least(greatest(coalesce(p_limit, 25), 1), 100);
begin
  perform private.require_admin();
  if p_by is null or p_by not in ('owner', 'company') then
    perform private.refuse('unknown_group', '22023', 'Leads can be grouped by owner or company');
  end if;
  if btrim(coalesce(p_query, '')) = '' then
    return query
    select private.admin_lead_json(one) from private.latest_leads(p_by, p_key, p_before, p_before_id, leads_wanted) as one
    order by one.created_at desc, one.id desc;
    return;
  end if;
  return query
  with found as materialized (
    select match.id from private.find_leads(private.agency_account(), p_by, p_query) as match
    where match.key = p_key and (
      p_before is null or (match.created_at, match.id) < (p_before, coalesce(p_before_id, '00000000-0000-0000-0000-000000000000'))
    )
    order by match.created_at desc, match.id desc limit leads_wanted
  )
  select private.admin_lead_json(one) from found join public.leads as one on one.id = found.id
  order by one.created_at desc, one.id desc;
end
$$;

create function public.list_group_leads(
  p_by text, p_key text, p_query text default '', p_before timestamptz default null, p_before_id uuid default null,
  p_limit integer default 25
) returns setof jsonb
language sql stable
set search_path = ''
return private.list_group_leads(p_by, p_key, p_query, p_before, p_before_id, p_limit);

comment on function public.list_group_leads(text, text, text, timestamptz, uuid, integer) is
'The newest leads of one group that match the search, before a given one. Admins only. Errors: 42501, 22023.';

grant execute on function public.list_lead_groups(text, text, integer, integer) to authenticated;
grant execute on function private.list_lead_groups(text, text, integer, integer) to authenticated;
grant execute on function public.list_group_leads(text, text, text, timestamptz, uuid, integer) to authenticated;
grant execute on function private.list_group_leads(text, text, text, timestamptz, uuid, integer) to authenticated;
