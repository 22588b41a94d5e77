-- The audit log says before a revert whether it is possible and who is told, and afterward that it was one.

create or replace function private.write_audit() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  caller uuid := auth.uid();
  caller_email text;
  -- A version is a row of its own, which is not in the log. So the page's entry says what roll_back_landing_page does.
  rolled_back_to constant text := case when tg_table_name = 'landing_pages' then nullif(current_setting('app.rolling_back_to', true), '') end;
  is_revert constant boolean := coalesce(current_setting('app.reverting', true) = tg_table_name, false);
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
      became.row || case when rolled_back_to is null then '{}' else jsonb_build_object('rolled_back_to', rolled_back_to::integer) end
        || case when is_revert then '{"is_revert": true}' else '{}' end::jsonb
    from (select to_jsonb(old_row) as row from old_rows as old_row) as was
    join (select to_jsonb(new_row) as row from new_rows as new_row) as became
      on private.row_key(became.row, tg_argv) = private.row_key(was.row, tg_argv)
    where was.row - kept_by_itself <> became.row - kept_by_itself;
  end if;
  return null;
end
$$;

comment on function private.write_audit() is 'Trigger: writes one entry for each row of a statement. Its arguments are the key columns.';

create function private.key_columns(p_table regclass) returns text[]
language sql stable
set search_path = ''
as $$
  select array_agg(part.attname::text order by place.number)
  from pg_catalog.pg_index as idx
  cross join lateral unnest(idx.indkey) with ordinality as place (attnum, number)
  join pg_catalog.pg_attribute as part on part.attrelid = idx.indrelid and part.attnum = place.attnum
  where idx.indrelid = p_table and idx.indisprimary
$$;

comment on function private.key_columns(regclass) is 'The columns of a table''s primary key, in order.';

create function private.restorable_table(p_name text) returns regclass
language sql stable
set search_path = ''
as $$
  -- Other tables cannot simply be restored: an invoice was sent, a payment made or a role granted.
  select case when p_name in ('client_dashboards', 'premium_overrides', 'agency_settings', 'retainers', 'landing_pages')
    then format('public.%I', p_name)::regclass end
$$;

comment on function private.restorable_table(text) is 'The table of an entry whose rows can be restored as they were; null for others.';

create function private.restored_columns(p_entry public.audit_log) returns text[]
language sql stable
set search_path = ''
as $$
  -- Of a change, only what it changed: an invoice counts up the number in the settings, and that is no reason to refuse.
  select array_agg(part.attname::text order by part.attnum)
  from pg_catalog.pg_attribute as part
  where part.attrelid = private.restorable_table(p_entry.table_name) and part.attnum > 0 and not part.attisdropped and part.attgenerated = '' and part.attname <> 'updated_at'
    -- A column that is younger than the entry keeps its default.
    and (p_entry.action = 'delete' and p_entry.before ? part.attname::text or p_entry.before -> part.attname::text is distinct from p_entry.after -> part.attname::text)
    -- A page that was published stays one, with its figures, when its first version is reverted.
    and not (p_entry.table_name = 'landing_pages' and p_entry.action = 'update' and part.attname = 'version' and p_entry.before ->> 'version' = '0')
$$;

comment on function private.restored_columns(public.audit_log) is 'The columns that a revert of an entry writes; null for none.';

create function private.restored_values(p_entry public.audit_log) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_object_agg(name, p_entry.before -> name) from unnest(private.restored_columns(p_entry)) as name
$$;

comment on function private.restored_values(public.audit_log) is 'The values that a revert of an entry writes.';

create function private.row_of_entry(p_entry public.audit_log) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  target constant regclass := private.restorable_table(p_entry.table_name);
  now_is jsonb;
begin
  execute format('select to_jsonb(held) from %s as held where private.row_key(to_jsonb(held), $1) = $2', target)
  into now_is using private.key_columns(target), p_entry.row_id;
  return now_is;
end
$$;

comment on function private.row_of_entry(public.audit_log) is 'The row of an entry as it is now; null if it is gone.';

create function private.is_hand_over(p_entry public.audit_log) returns boolean
language sql immutable
set search_path = ''
as $$
  select p_entry.action = 'update' and (
    p_entry.table_name = 'retainers'
      and (p_entry.before ->> 'client_id', p_entry.before ->> 'account_id') is distinct from (p_entry.after ->> 'client_id', p_entry.after ->> 'account_id')
    or p_entry.table_name = 'client_dashboards' and p_entry.before ->> 'user_id' is not null
      and p_entry.before ->> 'user_id' <> 'imported-user' and p_entry.before ->> 'user_id' is distinct from p_entry.after ->> 'user_id'
  )
$$;

comment on function private.is_hand_over(public.audit_log) is
'Whether a retainer or dashboard goes to someone else because its person leaves or joins. Same rule as isHandOver of the audit log''s screen.';

create function private.check_restore(p_entry public.audit_log) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  columns constant text[] := private.restored_columns(p_entry);
  now_is jsonb;
  held public.retainers;
begin
  if private.restorable_table(p_entry.table_name) is null or p_entry.action = 'insert' or p_entry.before is null then
    perform private.refuse('entry_not_restorable', 'PT409', 'This change can''t be reverted here');
  end if;
  if p_entry.table_name = 'landing_pages' then perform private.refuse_while_tested(private.parse_uuid(p_entry.row_id)); end if;
  -- Alone, it would go back to someone who may be gone.
  if private.is_hand_over(p_entry) then
    perform private.refuse('entry_not_restorable', 'PT409', 'This change followed from another one, so you can''t revert it alone');
  end if;
  if p_entry.action = 'delete' and p_entry.table_name = 'client_dashboards' and p_entry.before ->> 'account_id' is not null
    and p_entry.before ->> 'user_id' <> 'imported-user' and not exists (
      select from public.account_members as member
      where member.account_id = private.parse_uuid(p_entry.before ->> 'account_id') and member.user_id = private.parse_uuid(p_entry.before ->> 'user_id')
    )
  then
    perform private.refuse('entry_not_restorable', 'PT409', 'Its client no longer belongs to the account');
  end if;
  if p_entry.table_name = 'retainers' then perform private.refuse_archived(private.parse_uuid(p_entry.before ->> 'account_id')); end if;
  if columns is null then perform private.refuse('entry_not_restorable', 'PT409', 'This change can''t be reverted here'); end if;
  now_is := private.row_of_entry(p_entry);
  if p_entry.action = 'delete' then
    if now_is is not null then perform private.refuse('entry_there_already', 'PT409', 'It already exists'); end if;
    return;
  end if;
  if now_is is null then perform private.refuse('entry_deleted_since', 'PT409', 'It has since been deleted'); end if;
  if exists (select from unnest(columns) as name where now_is -> name is distinct from p_entry.after -> name) then
    perform private.refuse('outdated', 'PT409', 'It has changed since. Revert the later change first.');
  end if;
  if p_entry.table_name = 'retainers' and columns && array['status', 'start_date', 'duration_months'] then
    select * into held from public.retainers as retainer where retainer.id = private.parse_uuid(p_entry.row_id);
    if private.has_ended_term(held, jsonb_populate_record(held, private.restored_values(p_entry))) then
      perform private.refuse('term_ended', 'PT409', 'Its earlier term has ended already');
    end if;
  end if;
end
$$;

comment on function private.check_restore(public.audit_log) is 'Refuses an entry that private.restore_audit_entry can''t revert or restore as things are now.';

create or replace function private.restore_audit_entry(p_entry_id bigint) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  entry public.audit_log;
  target regclass;
  changed text[];
  columns text;
begin
  perform private.require_admin();
  select * into entry from public.audit_log as held where held.id = p_entry_id;
  if not found then perform private.refuse('entry_not_found', 'PT404', 'Entry not found'); end if;
  -- What has its own way back: a deleted draft, and what was recorded on an invoice by mistake.
  if entry.table_name = 'invoices' and entry.action = 'delete' and entry.before ->> 'status' = 'draft' then
    if exists (select from public.invoices as invoice where invoice.id = private.parse_uuid(entry.row_id)) then
      perform private.refuse('entry_there_already', 'PT409', 'It already exists');
    end if;
    perform private.restore_draft_invoice(private.parse_uuid(entry.row_id));
    return;
  end if;
  if entry.table_name = 'payments' and entry.before ->> 'kind' <> 'removed' and entry.after ->> 'kind' = 'removed' then
    perform private.restore_invoice_payment(private.parse_uuid(entry.row_id));
    return;
  end if;
  if entry.table_name = 'invoice_credits' and entry.before ->> 'removed_at' is null and entry.after ->> 'removed_at' is not null then
    perform private.restore_invoice_credit(private.parse_uuid(entry.row_id));
    return;
  end if;
  if entry.table_name = 'landing_pages' then
    -- The draft first, as everywhere, so that nobody publishes and no test starts meanwhile.
    perform from public.landing_drafts as draft where draft.page_id = private.parse_uuid(entry.row_id) for update;
  end if;
  target := private.restorable_table(entry.table_name);
  if target is not null then
    execute format('select from %s as held where private.row_key(to_jsonb(held), $1) = $2 for update', target)
    using private.key_columns(target), entry.row_id;
  end if;
  perform private.check_restore(entry);
  changed := private.restored_columns(entry);
  columns := (select string_agg(format('%I', part.name), ', ' order by part.number) from unnest(changed) with ordinality as part (name, number));
  if entry.action = 'delete' then
    if entry.table_name = 'landing_pages' then
      perform private.require_free_slug(private.parse_uuid(entry.row_id), entry.before ->> 'slug');
    end if;
    execute format('insert into %s (%s) select %s from jsonb_populate_record(null::%s, $1)', target, columns, columns, target)
    using entry.before;
    if entry.table_name = 'landing_pages' then perform private.restore_landing_draft(entry.id); end if;
    if entry.table_name = 'premium_overrides' then perform private.announce_restored_gift(entry); end if;
    return;
  end if;
  -- The entry about it says that it is a revert.
  perform set_config('app.reverting', entry.table_name, true);
  execute format(
    'update %s as held set (%s) = (select %s from jsonb_populate_record(null::%s, $1)) where private.row_key(to_jsonb(held), $2) = $3',
    target, columns, columns, target
  ) using entry.before, private.key_columns(target), entry.row_id;
  perform set_config('app.reverting', '', true);
  if entry.table_name = 'premium_overrides' then perform private.announce_restored_gift(entry); end if;
  -- Visitors see an earlier page again, so the draft can be published again.
  if entry.table_name = 'landing_pages' and changed <> array['status'] then
    update public.landing_drafts as draft set published_revision = null where draft.page_id = private.parse_uuid(entry.row_id);
  end if;
end
$$;

create function private.tells_retainer_change(p_old public.retainers, p_new public.retainers) returns boolean
language sql immutable
set search_path = ''
as $$
  select coalesce(p_old.client_id = p_new.client_id, false) and p_old.status <> 'pending' and p_new.status <> 'pending'
    and (
      p_old.monthly_amount <> p_new.monthly_amount or p_old.end_date is distinct from p_new.end_date
      -- A retainer whose last day passes is completed without news.
      or p_old.status <> p_new.status and p_new.status in ('active', 'paused', 'canceled')
    )
$$;

comment on function private.tells_retainer_change(public.retainers, public.retainers) is
'Whether a change of a retainer is news for its client: see private.announce_retainer_change.';

create or replace function private.announce_retainer_change() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  terms constant jsonb := jsonb_build_object('amount', new.monthly_amount::text, 'status', new.status, 'ends', new.end_date);
  untold jsonb;
  known jsonb;
begin
  if not private.tells_retainer_change(old, new) then return null; end if;
  -- A change that the client was not told yet counts from what they know.
  untold := private.withdraw_mail('retainer-changed:' || new.id);
  known := case
    when untold is null then jsonb_build_object('amount', old.monthly_amount::text, 'status', old.status, 'ends', old.end_date)
    else jsonb_build_object('amount', untold ->> 'amountBefore', 'status', untold ->> 'statusBefore', 'ends', untold ->> 'endsBefore')
  end;
  if terms = known or private.client_status(new.client_id) is distinct from 'active' then return null; end if;
  perform public.enqueue_outbox('mail', format('retainer-changed:%s:%s', new.id, clock_timestamp()), jsonb_build_object(
    'to', reader.row ->> 'to', 'template', 'retainer-changed', 'data', jsonb_strip_nulls(jsonb_build_object(
      'name', reader.row ->> 'name', 'forAccount', private.account_among_several(new.client_id, new.account_id),
      'retainer', new.retainer_name, 'currency', new.currency,
      'amount', terms ->> 'amount', 'status', terms ->> 'status', 'ends', terms ->> 'ends',
      'amountBefore', known ->> 'amount', 'statusBefore', known ->> 'status', 'endsBefore', known ->> 'ends',
      'charge', (
        select charge.day from private.open_charges(new, private.agency_day() + 1, greatest(new.start_date, private.agency_day()) + 400) as charge (day)
        order by charge.day limit 1
      )
    ))
  ), now() + interval '10 seconds')
  from private.mail_recipient(new.client_id) as reader (row);
  return null;
end
$$;

comment on function private.announce_retainer_change() is
'Trigger: emails the client what someone changed about a retainer that has begun or is agreed: its amount, a pause, or its last day. Not what is undone right away.';

create function private.restore_outlook(p_entry_ids bigint[]) returns table (entry_id bigint, problem text, emails text)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  entry public.audit_log;
  held public.retainers;
begin
  perform private.require_admin();
  for entry in
    select log.* from public.audit_log as log
    where log.id = any (p_entry_ids[:1000]) and private.restorable_table(log.table_name) is not null
  loop
    entry_id := entry.id;
    problem := null;
    emails := null;
    begin
      perform private.check_restore(entry);
      if entry.table_name = 'retainers' and entry.action = 'update' then
        select * into held from public.retainers as retainer where retainer.id = private.parse_uuid(entry.row_id);
        if private.tells_retainer_change(held, jsonb_populate_record(held, private.restored_values(entry))) and private.client_status(held.client_id) = 'active' then
          emails := private.mail_recipient(held.client_id) ->> 'to';
        end if;
      end if;
    exception when sqlstate 'PT409' then
      problem := sqlerrm;
    end;
    return next;
  end loop;
end
$$;

create function public.restore_outlook(p_entry_ids bigint[]) returns table (entry_id bigint, problem text, emails text)
language sql stable
set search_path = ''
return private.restore_outlook(p_entry_ids);

comment on function public.restore_outlook(bigint[]) is
'For admins: of these entries of the audit log, at most 1,000, those of tables whose rows can be restored: why restore_audit_entry would refuse it now (problem), and the address of the client who gets an email about the change of a retainer that is reverted (emails).';

grant execute on function public.restore_outlook(bigint[]) to authenticated;
grant execute on function private.restore_outlook(bigint[]) to authenticated;

drop trigger announce_retainer_change on public.retainers;
create trigger announce_retainer_change after update on public.retainers
for each row execute function private.announce_retainer_change();
