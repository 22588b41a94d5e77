-- The members of the team, and a counter that tells open pages to load again.

create function private.list_team() returns table (user_id uuid, name text, role public.app_role)
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_team();
  return query
  select distinct on (held.user_id) held.user_id, private.owner_name(held.user_id::text), held.role
  from public.user_roles as held
  where held.status = 'active' and (held.user_id = any (private.team_of(private.workspace())) or held.role = 'admin')
    -- A person of the agency has the role that counts for it.
    and (held.role <> 'client' or private.workspace() <> private.agency_account())
  order by held.user_id, held.role;
end
$$;

create function public.list_team() returns table (user_id uuid, name text, role public.app_role)
language sql stable
set search_path = ''
return private.list_team();

comment on function public.list_team() is 'The people who may own leads of the workspace, by name: its team and the admins. For the team only (42501).';

create sequence private.crm_change as bigint;

comment on sequence private.crm_change is 'Grows with every statement that changes leads, tasks, their history, loans or accounts, or adds a payment.';

create function private.bump_crm_change() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform nextval('private.crm_change');
  return null;
end
$$;

comment on function private.bump_crm_change() is 'Trigger: tells open pages to load again.';

create trigger bump_crm_change after insert or update or delete on public.leads
for each statement execute function private.bump_crm_change();

create trigger bump_crm_change after insert or update or delete on public.lead_tasks
for each statement execute function private.bump_crm_change();

create trigger bump_crm_change after insert on public.lead_activities
for each statement execute function private.bump_crm_change();

create trigger bump_crm_change after insert or update on public.lead_clocks
for each statement execute function private.bump_crm_change();

-- Loans decide what is on Today. So do the archive and the hours of accounts.
create trigger bump_crm_change after insert or update or delete on public.account_loans
for each statement execute function private.bump_crm_change();

create trigger bump_crm_change after update on public.accounts
for each statement execute function private.bump_crm_change();

grant execute on function public.list_team() to authenticated;
grant execute on function private.list_team() to authenticated;
