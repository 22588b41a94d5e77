-- A visit of a person who sees the dashboard updates access_count and last_accessed (spec §3). Clients cannot change the table itself.

create function private.record_dashboard_access(p_dashboard_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_sufficient_session();
  if private.is_restricted_to_pending() or not exists (
    select from public.client_dashboards as dashboard
    where dashboard.id = p_dashboard_id and (
      dashboard.owner_id = (select auth.uid()) or dashboard.account_id = any ((select private.accounts_as('owner', 'member'))::uuid[])
    )
  ) then
    perform private.refuse('dashboard_not_found', 'PT404', format('You have no dashboard with the ID %s', p_dashboard_id));
  end if;
  -- One statement checks and counts. The second of two concurrent visits waits for the row and then finds it fresh.
  update public.client_dashboards as dashboard
  set access_count = dashboard.access_count + 1, last_accessed = now()
  where dashboard.id = p_dashboard_id
    and (dashboard.last_accessed is null or dashboard.last_accessed <= now() - interval '1 minute');
end
$$;

create function public.record_dashboard_access(p_dashboard_id uuid) returns void
language sql volatile
set search_path = ''
return private.record_dashboard_access(p_dashboard_id);

comment on function public.record_dashboard_access(uuid) is
'Counts a visit of the caller to their own dashboard or that of their account, at most one a minute. PT404: not theirs, or the account is restricted.';

grant execute on function public.record_dashboard_access(uuid) to authenticated;
grant execute on function private.record_dashboard_access(uuid) to authenticated;
