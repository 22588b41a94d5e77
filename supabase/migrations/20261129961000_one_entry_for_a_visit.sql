-- A visit of a client's workspace is one entry of the audit log, not one for each page that is loaded.

create or replace function private.record_workspace_visit() returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  account constant uuid := private.workspace();
begin
  perform private.require_team();
  -- People of the agency in a client's account. Clients in their own leave no entry.
  if not private.is_staff() or account = private.agency_account() then return; end if;
  -- A visit is many pages. Another one begins an hour after the last entry.
  if exists (
    select from public.audit_log as entry
    where entry.table_name = 'accounts' and entry.row_id = account::text and entry.action = 'view' and entry.actor_id = auth.uid()
      and entry.happened_at > clock_timestamp() - interval '1 hour'
  ) then return; end if;
  insert into public.audit_log (actor_id, actor_email, action, table_name, row_id, subject)
  select person.id, person.email, 'view', 'accounts', account::text, null
  from auth.users as person where person.id = auth.uid();
end
$$;

comment on function public.record_workspace_visit() is
'Notes in the audit log that a person of the agency entered a client''s workspace, at most once an hour. 42501: the caller may not enter it.';
