-- A page that an admin deletes comes back from the audit log with its draft and its blocks.

create table private.deleted_landing_drafts (
  entry_id bigint primary key,
  account_id uuid not null references public.accounts (id) on delete cascade,
  draft jsonb not null check (octet_length(draft::text) <= 10000000),
  live_blocks jsonb check (octet_length(live_blocks::text) <= 4000000)
);

comment on table private.deleted_landing_drafts is
'The drafts of deleted landing pages, as long as the audit log has the deletion: for each account the newest, up to 50 MB on disk.';

create index deleted_landing_drafts_account_id_idx on private.deleted_landing_drafts (account_id, entry_id desc);

alter table private.deleted_landing_drafts enable row level security;

create function private.keep_landing_draft(p_draft public.landing_drafts, p_live_blocks jsonb) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  -- Only a deletion by an admin has an entry, and only an entry can be restored.
  insert into private.deleted_landing_drafts (entry_id, account_id, draft, live_blocks)
  select entry.id, p_draft.account_id, to_jsonb(p_draft), p_live_blocks
  from public.audit_log as entry
  where entry.table_name = 'landing_pages' and entry.row_id = p_draft.page_id::text and entry.action = 'delete'
    and entry.write_id = (pg_current_xact_id()::text)::bigint
  order by entry.id desc limit 1;
  delete from private.deleted_landing_drafts as old
  using (
    select held.entry_id, row_number() over newest_first as place,
      sum(coalesce(pg_column_size(held.draft), 0) + coalesce(pg_column_size(held.live_blocks), 0)) over newest_first as bytes
    from private.deleted_landing_drafts as held where held.account_id = p_draft.account_id
    window newest_first as (order by held.entry_id desc rows unbounded preceding)
  ) as summed
  where old.entry_id = summed.entry_id and summed.place > 1 and summed.bytes > 50000000;
end
$$;

comment on function private.keep_landing_draft(public.landing_drafts, jsonb) is
'Keeps the draft of a page that this transaction deleted with the entry about it, and forgets the oldest ones beyond the limit of the account.';

create function private.restore_landing_draft(p_entry_id bigint) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  kept private.deleted_landing_drafts;
  was public.landing_drafts;
begin
  select * into kept from private.deleted_landing_drafts as held where held.entry_id = p_entry_id;
  if not found then return; end if;
  was := jsonb_populate_record(null::public.landing_drafts, kept.draft);
  update public.landing_drafts as draft
  set title = was.title, description = was.description, hide_title = was.hide_title, content = was.content, blocks = was.blocks, theme = was.theme,
    custom_css = was.custom_css, custom_js = was.custom_js, revision = was.revision, published_revision = was.published_revision,
    -- Another page may have taken the address meanwhile.
    slug = case
      when exists (select from public.landing_drafts as other where other.slug = was.slug and other.page_id <> draft.page_id)
        or exists (select from public.landing_pages as other where other.slug = was.slug and other.id <> draft.page_id)
      then draft.slug else was.slug
    end
  where draft.page_id = was.page_id;
  update public.landing_page_versions as version set blocks = kept.live_blocks
  from public.landing_pages as page
  where page.id = was.page_id and version.page_id = page.id and version.number = page.version;
end
$$;

comment on function private.restore_landing_draft(bigint) is
'Gives a page that was just restored from an entry of the audit log the draft and the blocks that it had, if they were kept.';

create function private.kept_landing_drafts(p_entry_ids bigint[]) returns setof bigint
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
  select held.entry_id from private.deleted_landing_drafts as held where held.entry_id = any (p_entry_ids[:1000]);
end
$$;

create function public.kept_landing_drafts(p_entry_ids bigint[]) returns setof bigint
language sql stable
set search_path = ''
return private.kept_landing_drafts(p_entry_ids);

comment on function public.kept_landing_drafts(bigint[]) is
'For admins: which of these entries of the audit log, at most 1,000, restore a deleted landing page with its draft and blocks.';

grant execute on function public.kept_landing_drafts(bigint[]) to authenticated;
grant execute on function private.kept_landing_drafts(bigint[]) to authenticated;

create or replace function private.delete_landing_page(p_page_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  account constant uuid := private.require_page_writer();
  page public.landing_pages;
  draft public.landing_drafts;
  live_blocks jsonb;
begin
  select held.* into page from public.landing_pages as held where held.id = p_page_id and held.account_id = account for update;
  if not found then return; end if;
  if page.status = 'published' then perform private.refuse('page_published', 'PT409', 'Unpublish the page first. Visitors can still see it.'); end if;
  select held.* into strict draft from public.landing_drafts as held where held.page_id = p_page_id;
  select held.blocks into live_blocks from public.landing_page_versions as held where held.page_id = p_page_id and held.number = page.version;
  delete from public.landing_pages as gone where gone.id = p_page_id;
  perform private.keep_landing_draft(draft, live_blocks);
end
$$;

comment on function public.delete_landing_page(uuid) is
'Deletes an unpublished page with its versions, links and figures; its leads stay. The audit log can restore what an admin deletes, with its draft. For people who write the page. PT409: it is published.';

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
  -- Other tables cannot simply be restored: an invoice was sent, a payment made or a role granted.
  if entry.table_name not in ('client_dashboards', 'premium_overrides', 'agency_settings', 'retainers', 'landing_pages')
    or entry.action = 'insert' or entry.before is null then
    perform private.refuse('entry_not_restorable', 'PT409', 'This change can''t be reverted here');
  end if;
  if entry.table_name = 'landing_pages' then
    -- The draft first, as everywhere, so that nobody publishes and no test starts meanwhile.
    perform from public.landing_drafts as draft where draft.page_id = private.parse_uuid(entry.row_id) for update;
    perform private.refuse_while_tested(private.parse_uuid(entry.row_id));
  end if;
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
    and (entry.action = 'delete' or entry.before -> part.attname::text is distinct from entry.after -> part.attname::text);
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
  -- Visitors see an earlier page again, so the draft can be published again.
  if entry.table_name = 'landing_pages' and changed <> array['status'] then
    update public.landing_drafts as draft set published_revision = null where draft.page_id = private.parse_uuid(entry.row_id);
  end if;
end
$$;

comment on function public.restore_audit_entry(bigint) is
'Undoes a change, or restores a deleted row, from an entry, and writes an entry about that. Only the fields that the entry changed go back. Admins only. PT404: no such entry. PT409: not safe, because of the table, a later change of the same fields, a later deletion, an existing row, another page at the same address (slug_taken), or a test that runs on the page (test_running).';

create or replace function private.impersonal_columns() returns table (column_name text, reason text)
language sql immutable
set search_path = ''
as $$
  -- 'schema.table' means all its columns, 'schema.table.column' means one.
  select entry.* from (values
    ('auth.users.aud', 'the same word for everyone'),
    ('auth.users.role', 'the same word for everyone'),
    ('private.attached_files', 'forgotten with the file, or after two days'),
    ('private.ip_salts', 'random, forgotten after a day'),
    ('private.checkouts.currency', 'a code'),
    ('private.checkouts.session_id', 'a number of the payment provider, kept with the payment'),
    ('private.checkouts.status', 'a word of the product'),
    ('private.combined_checkouts.currency', 'a code'),
    ('private.combined_checkouts.session_id', 'a number of the payment provider, kept with the payment'),
    ('private.dashboard_imports', 'ids and times'),
    ('private.deleted_landing_drafts', 'pages of an account, forgotten with their entry of the audit log'),
    ('private.erasures', 'ids and times'),
    ('private.landing_cache_version', 'a counter'),
    ('private.landing_test_seeds', 'random'),
    ('private.unsent_form_files', 'random paths'),
    ('private.landing_visitors', 'hashes of one day, with a salt that is forgotten'),
    ('private.lead_counts.kind', 'a word of the product'),
    ('private.lead_import_rows.outcome', 'a word of the product'),
    ('private.lead_tags', 'labels of the team with counts; a label ends with its last lead'),
    ('private.lead_totals', 'counts'),
    ('private.mail_providers', 'the product''s own mail servers'),
    ('private.payment_events', 'numbers of the payment provider'),
    ('private.purges', 'the product''s own jobs'),
    ('private.quotas', 'the product''s own limits'),
    ('private.removed_blobs', 'random ids'),
    ('private.removed_files', 'forgotten when the files are deleted'),
    ('private.scheduled_jobs', 'the product''s own jobs'),
    ('private.stage_figures', 'counts'),
    ('private.used_admin_entitlements', 'a hash: an entitlement that was used stays used'),
    ('public.accounts', 'the business''s own hours and currency; its name is cleared with its last person'),
    ('public.agency_settings', 'the agency''s own'),
    ('public.audit_log.action', 'a word of the product'),
    ('public.booking_events', 'ids and times'),
    ('public.bookings.state', 'a word of the product'),
    ('public.bookings.time_zone', 'a region'),
    ('public.bookings.title', 'the account''s own name for a kind of call'),
    ('public.audit_log.table_name', 'a word of the product'),
    ('public.change_requests.user_email', 'of a colleague, where the request stays'),
    ('public.landing_domains', 'pages of an account'),
    ('public.landing_imports', 'pages of an account'),
    ('public.landing_drafts', 'pages of an account'),
    ('public.landing_page_versions', 'pages of an account'),
    ('public.landing_pages', 'pages of an account'),
    ('public.landing_pictures', 'pages of an account'),
    ('public.landing_previews', 'hashes of links to an account''s pages'),
    ('public.landing_publish_requests', 'pages of an account, and what has to change in them'),
    ('public.landing_test_variants', 'pages of an account'),
    ('public.landing_test_views', 'counts of visits by source'),
    ('public.landing_tests', 'tests of an account''s pages, and what was learned about them'),
    ('public.landing_views', 'counts of visits by source'),
    ('public.landing_visits', 'sums'),
    ('public.lead_activities.kind', 'a word of the product'),
    ('public.lead_batches.kind', 'a word of the product'),
    ('public.lead_clock_events.event', 'a word of the product'),
    ('public.lead_clocks.state', 'a word of the product'),
    ('public.lead_imports', 'about a file of the agency; its rows have a rule of their own'),
    ('public.lead_routing', 'names of an account''s pools, ids of colleagues and rules'),
    ('public.leads.stage', 'a key of the pipeline'),
    ('public.lost_reasons', 'the agency''s own list'),
    ('public.meeting_types', 'the account''s own kinds of calls'),
    ('public.pipeline_stages', 'the agency''s own list'),
    ('public.retainer_charges', 'ids and times'),
    ('public.retention_settings', 'the agency''s own'),
    ('storage.buckets', 'the product''s own')
  ) as entry (column_name, reason)
$$;

create or replace function private.purge_audit_log(p_limit integer) returns integer
language plpgsql volatile
set search_path = ''
as $$
declare
  gone integer;
begin
  perform set_config('app.purging_audit_log', 'on', true);
  gone := private.delete_batch('public.audit_log', $w$old.happened_at < (select private.retention_cutoff('audit_log'))$w$, 'happened_at', p_limit);
  perform set_config('app.purging_audit_log', '', true);
  delete from private.deleted_landing_drafts as kept where not exists (select from public.audit_log as entry where entry.id = kept.entry_id);
  return gone;
end
$$;

comment on function private.purge_audit_log(integer) is 'Purge: entries of the audit log, with the drafts of deleted pages that they could restore. Nothing else deletes them.';
