-- Who did what: every write of an admin, every change of a role and every payment of a client, with the row before and after. Triggers write it in the
-- transaction of the change. Nobody changes or deletes an entry, not even our own service, until its retention period is over.

-- In PL/pgSQL, which plans them once for each session. Each write runs them, and nested functions in SQL are planned at each call.

create function private.fold_text(p_text text) returns text
language plpgsql immutable parallel safe
set search_path = ''
as $$
begin
  return (select case
    -- Most texts are ASCII, which has no accents.
    when octet_length(p_text) = char_length(p_text) then lower(p_text)
    else lower(translate(regexp_replace(normalize(p_text, nfkd), '[\u0300-\u036f]', '', 'g'), '’“”', ''''))
  end);
end
$$;

comment on function private.fold_text(text) is 'A text as a search compares it: without case, accents and the quotation marks that sentences put around names.';

create function private.audit_values(p_row jsonb, p_other jsonb) returns text
language plpgsql immutable parallel safe
set search_path = ''
as $$
begin
  -- The cheap conditions come first, so that few values meet a regular expression.
  return (select string_agg(concat_ws(E'\n',
    left(held.value, 300),
    -- A stored keyword such as 'dashboard_change', as it is shown.
    case when strpos(held.value, '_') > 0 and held.value ~ '^[a-z]+(_[a-z]+)+$' then replace(held.value, '_', ' ') end,
    case when held.key like '%amount' and held.value ~ '^-?[0-9]{1,15}$' then to_char(held.value::bigint / 100.0, 'FM999999999999990.00') end,
    case when held.value like '____-__-__%' and held.value ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}($|[T ])' then concat_ws(' ',
      ('{january,february,march,april,may,june,july,august,september,october,november,december}'::text[])[substr(held.value, 6, 2)::integer],
      ltrim(substr(held.value, 9, 2), '0'), left(held.value, 4)
    ) end
  ), E'\n' order by held.key)
  from jsonb_each_text(case when jsonb_typeof(p_row) = 'object' then p_row end) as held
  where held.value <> '' and held.key not in ('updated_at', 'token_hash', 'version', 'search_text')
    -- An id is found by the name that it stands for, and nobody searches for code.
    and held.value not like '________-____-____-____-____________'
    and (strpos(left(held.value, 2000), '<') = 0 or left(held.value, 2000) !~ '<[/!]?[a-zA-Z]')
    -- Of a change: what changed, and the fields that name the row.
    and (p_other is null or p_row -> held.key is distinct from p_other -> held.key or held.key in (
      'name', 'title', 'slug', 'label', 'business_name', 'dashboard_title', 'retainer_name', 'invoice_number', 'email', 'user_email',
      'first_name', 'last_name', 'company', 'description', 'alt', 'domain', 'role'
    )));
end
$$;

comment on function private.audit_values(jsonb, jsonb) is
'The values of a row that a search of the audit log finds it by, one a line. With another copy of the row: what differs, and what names the row.';

create function private.audit_text(p_actor text, p_subject text, p_before jsonb, p_after jsonb) returns text
language plpgsql immutable parallel safe
set search_path = ''
as $$
begin
  return left(E'\n' || private.fold_text(concat_ws(E'\n', p_actor, p_subject,
    case when p_after is not null then private.audit_values(p_after, p_before) end,
    case when p_before is not null then private.audit_values(p_before, p_after) end
  )), 19998) || E'\n';
end
$$;

comment on function private.audit_text(text, text, jsonb, jsonb) is 'The text that a search finds an entry of the audit log by, with a line for each value.';

create function private.audit_ids(p_row_id text, p_actor uuid, p_account uuid, p_before jsonb, p_after jsonb) returns uuid[]
language plpgsql immutable parallel safe
set search_path = ''
as $$
begin
  return array(
    select distinct named.id::uuid
    from (
      select split_part(p_row_id, ' ', 1) union all select p_actor::text union all select p_account::text
      union all select held.value from jsonb_each_text(case when jsonb_typeof(p_before) = 'object' then p_before end) as held
      union all select held.value from jsonb_each_text(case when jsonb_typeof(p_after) = 'object' then p_after end) as held
    ) as named (id)
    where char_length(named.id) = 36 and named.id ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
    limit 500
  );
end
$$;

comment on function private.audit_ids(text, uuid, uuid, jsonb, jsonb) is
'Everything that an entry of the audit log refers to: its row, its author, its account, and the ids in its values.';

create table public.audit_log (
  id bigint generated always as identity primary key,
  happened_at timestamptz not null default clock_timestamp(),
  actor_id uuid,
  actor_email text check (char_length(actor_email) <= 320),
  action text not null check (action in ('insert', 'update', 'delete', 'view')),
  table_name text not null check (char_length(table_name) <= 63),
  row_id text not null check (char_length(row_id) <= 500),
  subject text check (char_length(subject) <= 320),
  before jsonb check (octet_length(before::text) <= 20000000),
  after jsonb check (octet_length(after::text) <= 20000000),
  account_id uuid,
  write_id bigint default (pg_current_xact_id()::text)::bigint,
  search_text text generated always as (private.audit_text(actor_email, subject, before, after)) stored check (char_length(search_text) <= 20000),
  named_ids uuid[] generated always as (private.audit_ids(row_id, actor_id, account_id, before, after)) stored check (cardinality(named_ids) <= 500)
);

comment on table public.audit_log is 'Every write of an admin, every change of a role and every payment of a client. Rows are only added, by triggers.';
comment on column public.audit_log.id is 'In the order of writing.';
comment on column public.audit_log.happened_at is 'When.';
comment on column public.audit_log.actor_id is 'Who did it; null for the system. It stays when the account is deleted.';
comment on column public.audit_log.actor_email is 'Their address at that time.';
comment on column public.audit_log.action is 'insert, update, delete, or view: an admin opened the portal as a client.';
comment on column public.audit_log.table_name is 'The table.';
comment on column public.audit_log.row_id is 'The row''s key; parts of a key are separated by a space.';
comment on column public.audit_log.subject is 'The address, at that time, of the person that the row is about.';
comment on column public.audit_log.before is 'The row before; null for an insert.';
comment on column public.audit_log.after is 'The row after; null for a delete.';
comment on column public.audit_log.account_id is 'The account that the row belongs to. It stays when the account is deleted.';
comment on column public.audit_log.write_id is 'The transaction that wrote it: entries of one are one thing that happened. Null for entries from before the column.';
comment on column public.audit_log.search_text is 'The text that a search finds the entry by.';
comment on column public.audit_log.named_ids is 'Everything that the entry refers to. A search finds it by their names.';

create index audit_log_table_row_idx on public.audit_log (table_name, row_id, id desc);
create index audit_log_actor_idx on public.audit_log (actor_id, id desc);
create index audit_log_happened_at_idx on public.audit_log (happened_at);
create index audit_log_subject_idx on public.audit_log (subject, id desc) where subject is not null;
create index audit_log_account_idx on public.audit_log (account_id, id desc) where account_id is not null;
create index audit_log_write_idx on public.audit_log (write_id, id desc) where write_id is not null;
create index audit_log_search_idx on public.audit_log using gin (search_text extensions.gin_trgm_ops, named_ids);

alter table public.audit_log enable row level security;

call private.require_sufficient_sessions('public.audit_log');

grant select on public.audit_log to authenticated, service_role;

create policy "Admins read the audit log" on public.audit_log
for select to authenticated using ((select private.has_active_role('admin')));

create function private.refuse_audit_change() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- The purge removes entries that are older than the retention period (private.purge_audit_log).
  if tg_op = 'DELETE' and current_setting('app.purging_audit_log', true) = 'on' then return null; end if;
  if tg_op <> 'TRUNCATE' and private.is_erasing() then return null; end if;
  perform private.refuse('append_only', '42501', 'The audit log is only added to');
end
$$;

comment on function private.refuse_audit_change() is 'Trigger: refuses changes until the retention period is over or the person is erased.';

create trigger refuse_audit_change before update or delete or truncate on public.audit_log
for each statement execute function private.refuse_audit_change();

create function private.account_of_entry() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  copy constant jsonb := coalesce(new.after, new.before);
begin
  new.account_id := case
    when new.table_name = 'accounts' then private.parse_uuid(new.row_id)
    when copy ? 'account_id' then private.parse_uuid(copy ->> 'account_id')
    when copy ? 'invoice_id' then (
      select invoice.account_id from public.invoices as invoice where invoice.id = private.parse_uuid(copy ->> 'invoice_id')
    )
    when copy ? 'retainer_id' then (
      select retainer.account_id from public.retainers as retainer where retainer.id = private.parse_uuid(copy ->> 'retainer_id')
    )
  end;
  return new;
end
$$;

comment on function private.account_of_entry() is
'Trigger: an entry belongs to the account of its row. Credits and charges have the account of their invoice or retainer.';

create trigger account_of_entry before insert on public.audit_log for each row execute function private.account_of_entry();

create function private.row_key(p_row jsonb, p_columns text[]) returns text
language sql immutable
set search_path = ''
as $$
  select string_agg(p_row ->> key.name, ' ' order by key.place) from unnest(p_columns) with ordinality as key (name, place)
$$;

comment on function private.row_key(jsonb, text[]) is 'A row''s key as one text.';

create function private.subject_of(p_row jsonb) returns text
language sql stable
set search_path = ''
as $$
  select account.email from auth.users as account
  where account.id = case
    when coalesce(p_row ->> 'user_id', p_row ->> 'client_id') ~ '^[0-9a-f]{8}-' then coalesce(p_row ->> 'user_id', p_row ->> 'client_id')::uuid
    when p_row ? 'invoice_id' then (
      select invoice.client_id from public.invoices as invoice where invoice.id = private.parse_uuid(p_row ->> 'invoice_id')
    )
  end
$$;

comment on function private.subject_of(jsonb) is 'The address of the person that a row, or its invoice, is about.';

-- The log records what admins do, not what the product derives from it. For example, new working hours move hundreds of clocks
-- and change no lead.

create function private.write_audit() returns trigger
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

create procedure private.watch(p_table regclass, variadic p_key text[])
language plpgsql
set search_path = ''
as $$
declare
  key text := (select string_agg(quote_literal(part.name), ', ') from unnest(p_key) as part (name));
begin
  execute format('create trigger audit_insert after insert on %s referencing new table as new_rows for each statement execute function private.write_audit(%s)', p_table, key);
  execute format('create trigger audit_delete after delete on %s referencing old table as old_rows for each statement execute function private.write_audit(%s)', p_table, key);
  execute format('create trigger audit_update after update on %s referencing old table as old_rows new table as new_rows for each statement execute function private.write_audit(%s)', p_table, key);
end
$$;

comment on procedure private.watch(regclass, text[]) is 'Adds a table to the audit log. The arguments after the table are its key columns.';

call private.watch('public.user_roles', 'user_id', 'role');
call private.watch('public.profiles', 'user_id');
call private.watch('public.admin_emails', 'email');
call private.watch('public.premium_overrides', 'email');
call private.watch('public.agency_settings', 'id');
call private.watch('public.client_dashboards', 'id');
call private.watch('public.change_requests', 'id');
call private.watch('public.invoices', 'id');
call private.watch('public.invoice_lines', 'id');
call private.watch('public.payments', 'id');
call private.watch('public.retainers', 'id');
call private.watch('public.landing_pages', 'id');
call private.watch('public.leads', 'id');

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

create function private.restore_audit_entry(p_entry_id bigint) returns void
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

create function public.restore_audit_entry(p_entry_id bigint) returns void
language sql volatile
set search_path = ''
return private.restore_audit_entry(p_entry_id);

comment on function public.restore_audit_entry(bigint) is
'Undoes a change, or restores a deleted row, from an entry, and writes an entry about that. Only the fields that the entry changed go back. A deleted draft of an invoice, and a removed payment, refund or credit, are restored as by restore_draft_invoice, restore_invoice_payment and restore_invoice_credit, with their refusals. Admins only. PT404: no such entry. PT409: not safe, because of the table, a later change of the same fields, a later deletion, an existing row, an archived account (account_archived), another page at the same address (slug_taken), or a test that runs on the page (test_running).';

grant execute on function public.restore_audit_entry(bigint) to authenticated;
grant execute on function private.restore_audit_entry(bigint) to authenticated;

call private.watch('public.invoice_credits', 'id');
call private.watch('public.retainer_charges', 'retainer_id', 'charge_date');
call private.watch('public.change_request_answers', 'id');

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
