-- A revert gives nothing back to someone who left, and resumes nothing in an archived account.

create or replace function private.restore_audit_entry(p_entry_id bigint) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  entry public.audit_log;
  target regclass;
  keys text[];
  columns text;
  changed text[];
  now_is jsonb;
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
  -- Other tables cannot simply be restored: an invoice was sent, a payment made or a role granted.
  if entry.table_name not in ('client_dashboards', 'premium_overrides', 'agency_settings', 'retainers', 'landing_pages')
    or entry.action = 'insert' or entry.before is null then
    perform private.refuse('entry_not_restorable', 'PT409', 'This change can''t be reverted here');
  end if;
  if entry.table_name = 'landing_pages' then
    -- The draft first, as everywhere, so that nobody publishes and no test starts meanwhile.
    perform from public.landing_drafts as draft where draft.page_id = private.parse_uuid(entry.row_id) for update;
    perform private.refuse_while_tested(private.parse_uuid(entry.row_id));
    -- A page that was published stays one, with its figures, when its first version is reverted.
    if entry.action = 'update' and entry.before ->> 'version' = '0' then
      entry.before := entry.before || jsonb_build_object('version', entry.after -> 'version');
    end if;
  end if;
  -- A retainer or dashboard goes to someone else because its person leaves or joins. Alone, it would go back to someone who may be gone.
  if entry.action = 'update' and (
    entry.table_name = 'retainers' and (entry.before -> 'client_id', entry.before -> 'account_id') is distinct from (entry.after -> 'client_id', entry.after -> 'account_id')
    or entry.table_name = 'client_dashboards' and entry.before ->> 'user_id' <> 'imported-user' and entry.before ->> 'user_id' <> entry.after ->> 'user_id'
  ) then
    perform private.refuse('entry_not_restorable', 'PT409', 'This change followed from another one, so you can''t revert it alone');
  end if;
  if entry.action = 'delete' and entry.table_name = 'client_dashboards' and entry.before ->> 'account_id' is not null
    and entry.before ->> 'user_id' <> 'imported-user' and not exists (
      select from public.account_members as member
      where member.account_id = private.parse_uuid(entry.before ->> 'account_id') and member.user_id = private.parse_uuid(entry.before ->> 'user_id')
    )
  then
    perform private.refuse('entry_not_restorable', 'PT409', 'Its client no longer belongs to the account');
  end if;
  if entry.table_name = 'retainers' then perform private.refuse_archived(private.parse_uuid(entry.before ->> 'account_id')); end if;
  target := format('public.%I', entry.table_name)::regclass;
  select array_agg(part.attname::text order by place.number) into keys
  from pg_catalog.pg_index as idx
  cross join lateral unnest(idx.indkey) with ordinality as place (attnum, number)
  join pg_catalog.pg_attribute as part on part.attrelid = idx.indrelid and part.attnum = place.attnum
  where idx.indrelid = target and idx.indisprimary;
  -- Of a change, only what it changed: an invoice counts up the number in the settings, and that is no reason to refuse.
  select string_agg(format('%I', part.attname), ', ' order by part.attnum), array_agg(part.attname::text) into columns, changed
  from pg_catalog.pg_attribute as part
  where part.attrelid = target and part.attnum > 0 and not part.attisdropped and part.attgenerated = '' and part.attname <> 'updated_at'
    -- A column that is younger than the entry keeps its default.
    and (entry.action = 'delete' and entry.before ? part.attname::text or entry.before -> part.attname::text is distinct from entry.after -> part.attname::text);
  if columns is null then perform private.refuse('entry_not_restorable', 'PT409', 'This change can''t be reverted here'); end if;
  execute format('select to_jsonb(held) from %s as held where private.row_key(to_jsonb(held), $1) = $2 for update', target)
  into now_is using keys, entry.row_id;
  if entry.action = 'delete' then
    if now_is is not null then perform private.refuse('entry_there_already', 'PT409', 'It already exists'); end if;
    if entry.table_name = 'landing_pages' then
      perform private.require_free_slug(private.parse_uuid(entry.row_id), entry.before ->> 'slug');
    end if;
    execute format('insert into %s (%s) select %s from jsonb_populate_record(null::%s, $1)', target, columns, columns, target)
    using entry.before;
    if entry.table_name = 'landing_pages' then perform private.restore_landing_draft(entry.id); end if;
    if entry.table_name = 'premium_overrides' then perform private.announce_restored_gift(entry); end if;
    return;
  end if;
  if now_is is null then perform private.refuse('entry_deleted_since', 'PT409', 'It has since been deleted'); end if;
  if exists (select from unnest(changed) as name where now_is -> name is distinct from entry.after -> name) then
    perform private.refuse('outdated', 'PT409', 'It has changed since. Revert the later change first.');
  end if;
  execute format(
    'update %s as held set (%s) = (select %s from jsonb_populate_record(null::%s, $1)) where private.row_key(to_jsonb(held), $2) = $3',
    target, columns, columns, target
  ) using entry.before, keys, entry.row_id;
  if entry.table_name = 'premium_overrides' then perform private.announce_restored_gift(entry); end if;
  -- Visitors see an earlier page again, so the draft can be published again.
  if entry.table_name = 'landing_pages' and changed <> array['status'] then
    update public.landing_drafts as draft set published_revision = null where draft.page_id = private.parse_uuid(entry.row_id);
  end if;
end
$$;

comment on function public.restore_audit_entry(bigint) is
'Undoes a change, or restores a deleted row, from an entry, and writes an entry about that. Only the fields that the entry changed go back. A deleted draft of an invoice, and a removed payment, refund or credit, are restored as by restore_draft_invoice, restore_invoice_payment and restore_invoice_credit, with their refusals. Admins only. PT404: no such entry. PT409: not safe, because of the table, a later change of the same fields, a later deletion, an existing row, an archived account (account_archived), another page at the same address (slug_taken), or a test that runs on the page (test_running).';
