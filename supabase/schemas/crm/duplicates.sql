-- Finds leads that may be the same person.

create function private.lead_name_key(p_first_name text, p_last_name text, p_company text) returns text
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  family text := regexp_replace(lower(p_last_name), '[^[:alnum:]]', '', 'g');
  firm text;
begin
  if coalesce(family, '') = '' then return null; end if;
  firm := substring(regexp_replace(lower(p_company), '^(the|die|der|das|la|le|el)\s+', '') from '[[:alnum:]]+');
  -- Initial, family name and first word of the company: Nadia Rahimi of Sable Interiors matches N. Rahimi of Sable.
  return left(regexp_replace(lower(coalesce(p_first_name, '')), '[^[:alnum:]]', '', 'g'), 1) || ' ' || family || ' ' || firm;
end
$$;

comment on function private.lead_name_key(text, text, text) is
'A key that leads with the same name and company share, however they are written; null without both.';

-- Everybody who writes a lead also writes the index below.
grant execute on function private.lead_name_key(text, text, text) to authenticated, service_role;

create index leads_name_key_idx on public.leads (account_id, private.lead_name_key(first_name, last_name, company))
where merged_into is null;

create function private.lead_duplicates(p_lead_id uuid) returns table (
  id uuid, name text, company text, email text, phone text, stage text, owner_id uuid, owner_name text, created_at timestamptz,
  is_archived boolean, same text[], may_merge boolean
)
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  lead public.leads;
begin
  perform private.require_team();
  select one.* into lead from public.leads as one where one.id = p_lead_id and private.may_see_lead(one);
  if lead.id is null then perform private.refuse('lead_not_found', 'PT404', 'Lead not found'); end if;
  return query
  with found as materialized (
    select like_it.id, array_agg(like_it.why order by like_it.why)::text[] as same from (
      (select one.id, 'email' as why from public.leads as one
       where one.account_id = lead.account_id and lower(one.email) = lower(lead.email) and one.id <> lead.id and one.merged_into is null limit 20)
      union all
      (select one.id, 'phone' from public.leads as one
       where one.account_id = lead.account_id and one.phone_key = lead.phone_key and one.id <> lead.id and one.merged_into is null limit 20)
      union all
      (select one.id, 'name' from public.leads as one
       where one.account_id = lead.account_id and private.lead_name_key(one.first_name, one.last_name, one.company)
           = private.lead_name_key(lead.first_name, lead.last_name, lead.company)
         and private.lead_name_key(one.first_name, one.last_name, one.company) is not null
         and one.id <> lead.id and one.merged_into is null limit 20)
    ) as like_it group by like_it.id
  )
  select one.id,
    case when seen.full_rights then private.full_name(one.first_name, one.last_name) end,
    case when seen.full_rights then one.company end, case when seen.full_rights then one.email end,
    case when seen.full_rights then one.phone end, case when seen.full_rights then one.stage end,
    one.user_id, case when one.user_id is null then null else private.owner_name(one.user_id::text) end,
    one.created_at, one.archived_at is not null, found.same, seen.full_rights and lead.merged_into is null
  from found join public.leads as one on one.id = found.id
  cross join lateral (select private.may_see_lead(one) as full_rights) as seen
  where not one.is_spam
  order by cardinality(found.same) desc, one.archived_at is not null, one.created_at, one.id limit 20;
end
$$;

create function public.lead_duplicates(p_lead_id uuid) returns table (
  id uuid, name text, company text, email text, phone text, stage text, owner_id uuid, owner_name text, created_at timestamptz,
  is_archived boolean, same text[], may_merge boolean
)
language sql stable
set search_path = ''
return private.lead_duplicates(p_lead_id);

comment on function public.lead_duplicates(uuid) is
'Leads that may be the same person, and why: email, phone or name. Of a colleague''s lead, reps see only the owner. 42501: not on the team. PT404: no such lead.';

grant execute on function public.lead_duplicates(uuid) to authenticated;
grant execute on function private.lead_duplicates(uuid) to authenticated;
