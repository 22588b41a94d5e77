-- The activity of a client had the refund of a card payment, but not the payment.

create or replace function private.write_audit() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  caller uuid := auth.uid();
  caller_email text;
  -- A version is a row of its own, which is not in the log. So the page's entry says what roll_back_landing_page does.
  rolled_back_to constant text := case when tg_table_name = 'landing_pages' then nullif(current_setting('app.rolling_back_to', true), '') end;
  kept_by_itself constant text[] := array[
    'updated_at', 'clock_due_at', 'response_seconds', 'answered_by', 'answer_target_seconds', 'last_activity_at', 'next_task_at', 'next_task_kind', 'next_task_title', 'version'
  ];
begin
  -- Records every change of a role and every payment of a client, but of other tables only changes by admins.
  if not (tg_table_name = 'user_roles' or tg_table_name = 'payments' and tg_op = 'INSERT') and not private.has_active_role('admin') then return null; end if;
  -- The agency's account follows the agency's settings, and a new account gets its lost reasons. The change behind them is the entry.
  if tg_table_name in ('accounts', 'lost_reasons') and pg_trigger_depth() > 1 then return null; end if;
  -- Copies would keep what has to be erased. The erasure writes one entry itself.
  if private.is_erasing() then return null; end if;
  select account.email into caller_email from auth.users as account where account.id = caller;
  if tg_op = 'INSERT' then
    insert into public.audit_log (actor_id, actor_email, action, table_name, row_id, subject, after)
    select caller, caller_email, 'insert', tg_table_name, private.row_key(added.row, tg_argv), private.subject_of(added.row), added.row
    from (select to_jsonb(new_row) as row from new_rows as new_row) as added
    -- Money that goes back is an admin's decision, whose entry says it.
    where tg_table_name <> 'payments' or added.row ->> 'kind' = 'payment' or private.has_active_role('admin');
  elsif tg_op = 'DELETE' then
    insert into public.audit_log (actor_id, actor_email, action, table_name, row_id, subject, before)
    select caller, caller_email, 'delete', tg_table_name, private.row_key(gone.row, tg_argv), private.subject_of(gone.row), gone.row
    from (select to_jsonb(old_row) as row from old_rows as old_row) as gone;
  else
    insert into public.audit_log (actor_id, actor_email, action, table_name, row_id, subject, before, after)
    select caller, caller_email, 'update', tg_table_name, private.row_key(was.row, tg_argv), private.subject_of(became.row), was.row,
      case when rolled_back_to is null then became.row else became.row || jsonb_build_object('rolled_back_to', rolled_back_to::integer) end
    from (select to_jsonb(old_row) as row from old_rows as old_row) as was
    join (select to_jsonb(new_row) as row from new_rows as new_row) as became
      on private.row_key(became.row, tg_argv) = private.row_key(was.row, tg_argv)
    where was.row - kept_by_itself <> became.row - kept_by_itself;
  end if;
  return null;
end
$$;

comment on function private.write_audit() is 'Trigger: writes one entry for each row of a statement. Its arguments are the key columns.';

comment on table public.audit_log is 'Every write of an admin, every change of a role and every payment of a client. Rows are only added, by triggers.';
