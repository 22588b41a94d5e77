-- Preview links, which show a draft to people without an account, and the copying and deletion of pages.

create table public.landing_previews (
  id uuid primary key default gen_random_uuid(),
  page_id uuid not null references public.landing_pages (id) on delete cascade,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  account_id uuid not null default private.agency_account() references public.accounts (id)
);

comment on table public.landing_previews is 'Links that show a draft until they expire or are revoked.';
comment on column public.landing_previews.id is 'The link.';
comment on column public.landing_previews.page_id is 'The page. The link shows the draft as it is when somebody looks.';
comment on column public.landing_previews.token_hash is 'SHA-256 of the token in the link; the token itself is not kept.';
comment on column public.landing_previews.expires_at is 'When it expires.';
comment on column public.landing_previews.revoked_at is 'When it was revoked.';
comment on column public.landing_previews.created_by is 'Who made it.';
comment on column public.landing_previews.created_at is 'When.';
comment on column public.landing_previews.account_id is 'The page''s account.';

create index landing_previews_page_id_idx on public.landing_previews (page_id, created_at desc);
create index landing_previews_created_by_idx on public.landing_previews (created_by);
create index landing_previews_account_id_idx on public.landing_previews (account_id);

create trigger take_account_of_page before insert or update of page_id on public.landing_previews
for each row execute function private.take_account_of_page();

alter table public.landing_previews enable row level security;

call private.require_sufficient_sessions('public.landing_previews');

grant select, insert, update, delete on public.landing_previews to service_role;
grant select (id, page_id, expires_at, revoked_at, created_by, created_at, account_id) on public.landing_previews to authenticated;

create policy "People read the preview links of their account's pages" on public.landing_previews
for select to authenticated using (account_id = (select private.pages_workspace()));

call private.watch('public.landing_previews', 'id');

create function private.create_landing_preview(p_page_id uuid, p_hours integer) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  -- Two random ids have 244 random bits.
  token text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  perform private.require_page_writer(p_page_id);
  if p_hours is null or p_hours not between 1 and 720 then
    perform private.refuse('duration_invalid', '22023', 'A preview link can last 1 to 720 hours', 'hours');
  end if;
  insert into public.landing_previews (page_id, token_hash, expires_at, created_by)
  values (p_page_id, sha256(convert_to(token, 'UTF8')), now() + make_interval(hours => p_hours), auth.uid());
  return token;
end
$$;

create function public.create_landing_preview(p_page_id uuid, p_hours integer) returns text
language sql volatile
set search_path = ''
return private.create_landing_preview(p_page_id, p_hours);

comment on function public.create_landing_preview(uuid, integer) is
'Returns a token for /landing/{slug}?preview={token}, which shows the draft for so many hours. The token cannot be read again. For people who write the page. PT404: no such page. 22023: not 1 to 720 hours.';

create function private.revoke_landing_preview(p_preview_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  account constant uuid := private.require_page_writer();
begin
  update public.landing_previews as link set revoked_at = now()
  where link.id = p_preview_id and link.account_id = account and link.revoked_at is null;
  if not found and not exists (select from public.landing_previews as link where link.id = p_preview_id and link.account_id = account) then
    perform private.refuse('preview_not_found', 'PT404', 'Link not found');
  end if;
end
$$;

create function public.revoke_landing_preview(p_preview_id uuid) returns void
language sql volatile
set search_path = ''
return private.revoke_landing_preview(p_preview_id);

comment on function public.revoke_landing_preview(uuid) is 'Revokes a preview link. For people who write the page. PT404: no such link.';

create function private.duplicate_landing_page(p_page_id uuid, p_id uuid) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.landing_drafts;
  free text;
begin
  perform private.require_page_writer(p_page_id);
  held := private.lock_landing_draft(p_page_id, null);
  if exists (select from public.landing_pages as page where page.id = p_id) then
    return (select known.slug from public.landing_drafts as known where known.page_id = p_id and known.account_id = held.account_id);
  end if;
  perform pg_advisory_xact_lock(hashtextextended('landing slugs', 0));
  select candidate.slug into free from (
    select rtrim(left(held.slug, 90), '-') || '-copy' || case when round = 1 then '' else '-' || round end as slug, round
    from generate_series(1, 10000) as round
  ) as candidate
  where not exists (select from public.landing_drafts as other where other.slug = candidate.slug)
    and not exists (select from public.landing_pages as other where other.slug = candidate.slug)
  order by candidate.round limit 1;
  perform public.create_landing_page(p_id, free, jsonb_build_object(
    'title', left(held.title, 193) || ' (copy)', 'description', held.description, 'hide_title', held.hide_title, 'content', held.content, 'blocks', held.blocks,
    'theme', held.theme, 'custom_css', held.custom_css, 'custom_js', held.custom_js));
  return free;
end
$$;

create function public.duplicate_landing_page(p_page_id uuid, p_id uuid) returns text
language sql volatile
set search_path = ''
return private.duplicate_landing_page(p_page_id, p_id);

comment on function public.duplicate_landing_page(uuid, uuid) is
'Creates an unpublished page with this id from another page''s draft and returns its slug. For people who write pages. PT404: no such page.';

create function private.delete_landing_page(p_page_id uuid) returns void
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

create function public.delete_landing_page(p_page_id uuid) returns void
language sql volatile
set search_path = ''
return private.delete_landing_page(p_page_id);

comment on function public.delete_landing_page(uuid) is
'Deletes an unpublished page with its versions, links and figures; its leads stay. The audit log can restore what an admin deletes, with its draft. For people who write the page. PT409: it is published.';

grant execute on function public.create_landing_preview(uuid, integer) to authenticated;
grant execute on function private.create_landing_preview(uuid, integer) to authenticated;
grant execute on function public.revoke_landing_preview(uuid) to authenticated;
grant execute on function private.revoke_landing_preview(uuid) to authenticated;
grant execute on function public.duplicate_landing_page(uuid, uuid) to authenticated;
grant execute on function private.duplicate_landing_page(uuid, uuid) to authenticated;
grant execute on function public.delete_landing_page(uuid) to authenticated;
grant execute on function private.delete_landing_page(uuid) to authenticated;
