-- The audit log says to which version an admin rolled a landing page back.
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
  -- Records every change of a role, but of other tables only changes by admins.
  if tg_table_name <> 'user_roles' and not private.has_active_role('admin') then return null; end if;
  -- The agency's account follows the agency's settings, and a new account gets its lost reasons. The change behind them is the entry.
  if tg_table_name in ('accounts', 'lost_reasons') and pg_trigger_depth() > 1 then return null; end if;
  -- Copies would keep what has to be erased. The erasure writes one entry itself.
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

create or replace function private.roll_back_landing_page(p_page_id uuid, p_number integer, p_stop_test uuid) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.landing_drafts;
  past public.landing_page_versions;
  published integer;
  account constant uuid := private.require_page_writer(p_page_id);
begin
  held := private.lock_landing_draft(p_page_id, null);
  select version.* into past from public.landing_page_versions as version where version.page_id = p_page_id and version.number = p_number;
  if not found then perform private.refuse('version_not_found', 'PT404', format('Version %s not found', p_number)); end if;
  -- The slug stays, because restoring a text must not break links.
  update public.landing_drafts as restored
  set title = past.title, description = past.description, hide_title = past.hide_title, content = past.content, blocks = past.blocks, theme = past.theme,
    custom_css = past.custom_css, custom_js = past.custom_js, revision = held.revision + 1, updated_by = auth.uid()
  where restored.page_id = p_page_id
  returning restored.* into held;
  held.slug := (select page.slug from public.landing_pages as page where page.id = p_page_id);
  if private.needs_approval(account) then
    perform private.request_publishing(held, p_number);
    return 0;
  end if;
  perform private.stop_test_of_page(p_page_id, p_stop_test);
  perform set_config('app.rolling_back_to', p_number::text, true);
  published := private.publish_landing_draft(held, p_number);
  perform set_config('app.rolling_back_to', '', true);
  return published;
end
$$;
