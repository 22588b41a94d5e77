-- The audit log holds what admins do, not what the product counts because of it: an admin who moves the working hours moves
-- hundreds of clocks, and has changed no lead.

create or replace function private.write_audit() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  caller uuid := auth.uid();
  caller_email text;
  kept_by_itself constant text[] := array[
    'updated_at', 'clock_due_at', 'response_seconds', 'answered_by', 'answer_target_seconds', 'last_activity_at', 'next_task_at', 'next_task_kind', 'next_task_title', 'version'
  ];
begin
  -- Roles are watched whoever changes them; of everything else only what admins do.
  if tg_table_name <> 'user_roles' and not private.has_active_role('admin') then return null; end if;
  -- A copy would keep what is to be forgotten; the erasure writes one entry of its own.
  if private.is_erasing() then return null; end if;
  select account.email into caller_email from auth.users as account where account.id = caller;
  if tg_op = 'INSERT' then
    insert into public.audit_log (actor_id, actor_email, action, table_name, row_id, subject, after)
    select caller, caller_email, 'insert', tg_table_name, private.row_key(added.row, tg_argv), private.subject_of(added.row), added.row
    from (select to_jsonb(new_row) as row from new_rows as new_row) as added;
  elsif tg_op = 'DELETE' then
    insert into public.audit_log (actor_id, actor_email, action, table_name, row_id, subject, before)
    select caller, caller_email, 'delete', tg_table_name, private.row_key(gone.row, tg_argv), private.subject_of(gone.row), gone.row
    from (select to_jsonb(old_row) as row from old_rows as old_row) as gone;
  else
    insert into public.audit_log (actor_id, actor_email, action, table_name, row_id, subject, before, after)
    select caller, caller_email, 'update', tg_table_name, private.row_key(was.row, tg_argv), private.subject_of(became.row), was.row, became.row
    from (select to_jsonb(old_row) as row from old_rows as old_row) as was
    join (select to_jsonb(new_row) as row from new_rows as new_row) as became
      on private.row_key(became.row, tg_argv) = private.row_key(was.row, tg_argv)
    where was.row - kept_by_itself <> became.row - kept_by_itself;
  end if;
  return null;
end
$$;
