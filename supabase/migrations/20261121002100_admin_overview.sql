-- The figures over the admin dashboard (spec §2 Admin dashboard), computed where the rows are.

create function public.list_admin_overview()
returns table (total_users bigint, pending_approvals bigint, total_leads bigint, companies bigint)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
  select
    (select count(*) from public.profiles),
    (select count(*) from public.user_roles as held where held.status = 'pending'),
    counted.leads,
    counted.companies
  from (
    select count(*) as leads, count(distinct coalesce(nullif(btrim(lead.company), ''), 'No Company')) as companies
    from public.leads as lead where lead.archived_at is null and not lead.is_spam
  ) as counted;
end
$$;

comment on function public.list_admin_overview() is
'One row: people, pending sign-ups, leads and their companies, without archived leads and spam. Admins only (42501).';

grant execute on function public.list_admin_overview() to authenticated;
