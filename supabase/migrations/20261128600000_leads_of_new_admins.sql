-- A sales rep who becomes an admin can hand over their open leads in the same step.

create or replace function private.change_user_role(
  p_user_id uuid, p_role public.app_role, p_reassign_to uuid, p_unassign boolean
) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  moved integer := 0;
begin
  perform private.require_admin();
  if not exists (select from auth.users as account where account.id = p_user_id) then
    perform private.refuse('person_not_found', 'PT404', 'Person not found');
  end if;
  if p_user_id = auth.uid() and p_role <> 'admin' then
    perform private.refuse('own_account', 'PT409', 'You can''t remove your own admin role');
  end if;
  insert into public.user_roles as held (user_id, role, status) values (p_user_id, p_role, 'active')
  on conflict (user_id, role) do update set status = 'active' where held.status <> 'active';
  -- An admin or a sales rep may keep their leads. A client can't.
  if p_role = 'client' or p_reassign_to is not null or coalesce(p_unassign, false) then
    moved := private.reassign_leads(p_user_id, p_reassign_to, p_unassign);
  end if;
  if p_role <> 'admin' and exists (
    select from public.user_roles as held where held.user_id = p_user_id and held.role = 'admin'
  ) then
    perform private.end_access(p_user_id);
  end if;
  delete from public.user_roles as held where held.user_id = p_user_id and held.role <> p_role;
  return moved;
end
$$;

comment on function public.change_user_role(uuid, public.app_role, uuid, boolean) is
'Makes a person an active admin, sales person or client and nothing else. A new client hands over their open leads, and others only when a new owner is named; returns how many. Admins only. PT404: no such person. PT409: oneself, the last active admin, or open leads without a new owner.';
