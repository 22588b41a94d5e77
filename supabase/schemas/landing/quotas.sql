-- Limits of landing pages: all drafts of an account together, and the versions of each page. Sizes are compressed sizes on disk.

create function private.limit_landing_pages() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if auth.uid() is null then return null; end if;
  perform private.lock_quota('landing_pages_held', new.account_id::text);
  perform private.check_quota(
    case new.account_id when private.agency_account() then 'landing_pages_held' else 'client_pages_held' end,
    (select count(*) from public.landing_pages as page where page.account_id = new.account_id)
  );
  return null;
end
$$;

comment on function private.limit_landing_pages() is 'Trigger: limits the landing pages of an account.';

create trigger count_quota_use after insert or update of account_id on public.landing_pages
for each row execute function private.limit_landing_pages();

create function private.limit_landing_drafts() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if auth.uid() is null then return null; end if;
  if tg_op = 'UPDATE' then perform private.consume_quota('landing_saves', auth.uid()::text); end if;
  perform private.lock_quota('landing_draft_bytes', new.account_id::text);
  perform private.check_quota(case new.account_id when private.agency_account() then 'landing_draft_bytes' else 'client_draft_bytes' end, (
    select sum(coalesce(pg_column_size(draft.content), 0) + coalesce(pg_column_size(draft.blocks), 0)
      + coalesce(pg_column_size(draft.custom_css), 0) + coalesce(pg_column_size(draft.custom_js), 0))::bigint
    from public.landing_drafts as draft where draft.account_id = new.account_id
  ));
  return null;
end
$$;

comment on function private.limit_landing_drafts() is 'Trigger: limits how often a person saves, and the size of an account''s drafts.';

create trigger count_quota_use_of_saves after update on public.landing_drafts
for each row when (old.content is distinct from new.content or old.blocks is distinct from new.blocks
  or old.custom_css is distinct from new.custom_css or old.custom_js is distinct from new.custom_js or old.revision <> new.revision)
execute function private.limit_landing_drafts();

create trigger count_quota_use_of_drafts after insert on public.landing_drafts
for each row execute function private.limit_landing_drafts();

create function private.limit_landing_history() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  versions bigint;
  bytes bigint;
begin
  if auth.uid() is null then return null; end if;
  perform private.lock_quota('landing_versions', new.page_id::text);
  select count(*), sum(coalesce(pg_column_size(past.content), 0) + coalesce(pg_column_size(past.blocks), 0)
    + coalesce(pg_column_size(past.custom_css), 0) + coalesce(pg_column_size(past.custom_js), 0))
  into versions, bytes from public.landing_page_versions as past where past.page_id = new.page_id;
  perform private.check_quota('landing_versions', versions);
  perform private.check_quota('landing_history_bytes', bytes);
  return null;
end
$$;

comment on function private.limit_landing_history() is 'Trigger: limits the number and size of a page''s versions.';

create trigger count_quota_use_of_history after insert on public.landing_page_versions
for each row execute function private.limit_landing_history();

create function private.limit_landing_previews() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if auth.uid() is null then return null; end if;
  perform private.lock_quota('landing_previews_open', new.page_id::text);
  perform private.check_quota('landing_previews_open', (
    select count(*) from public.landing_previews as link
    where link.page_id = new.page_id and link.revoked_at is null and link.expires_at > now()
  ));
  return null;
end
$$;

comment on function private.limit_landing_previews() is 'Trigger: limits the open preview links of a page.';

create trigger count_quota_use_of_page after insert on public.landing_previews
for each row execute function private.limit_landing_previews();
