-- What an admin's deletion of a landing page takes from its draft, so that the audit log can restore the page with its blocks.

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
