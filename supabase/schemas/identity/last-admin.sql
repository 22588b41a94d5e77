-- The last active admin stays. The API, the service role and the deletion of an account cannot remove them, and two admins who
-- demote each other at the same moment do not both succeed. A restore loads rows in any order, so it disables the triggers or
-- sets session_replication_role = replica, which only the database's owner may do.

create function private.protect_last_admin() returns trigger
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  if old.role <> 'admin' or old.status <> 'active' then
    return case tg_op when 'DELETE' then old else new end;
  end if;
  if tg_op = 'UPDATE' and new.role = 'admin' and new.status = 'active' and new.user_id = old.user_id then
    return new;
  end if;
  -- A snapshot taken before the lock would not show the other demotion.
  if current_setting('transaction_isolation') not in ('read committed', 'read uncommitted') then
    perform private.refuse('isolation_unsupported', '25001', 'Admins are removed in read committed transactions only');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('private.protect_last_admin', 0));
  if not exists (
    select from public.user_roles as other
    where other.role = 'admin' and other.status = 'active' and other.user_id <> old.user_id
  ) then
    perform private.refuse('last_admin', 'PT409', 'The last active admin can''t be removed, demoted or deactivated');
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;

comment on function private.protect_last_admin() is 'Trigger: refuses to remove the last active admin.';

create trigger protect_last_admin before update or delete on public.user_roles
for each row execute function private.protect_last_admin();

create function private.refuse_truncate() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.refuse('append_only', 'PT409', 'Roles are never emptied as a whole');
end
$$;

comment on function private.refuse_truncate() is 'Trigger: truncating would bypass the guard of the last admin.';

create trigger refuse_truncate before truncate on public.user_roles
for each statement execute function private.refuse_truncate();
