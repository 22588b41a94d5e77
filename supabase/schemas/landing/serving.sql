-- What the host reads to serve landing pages: a stamp that grows with every change, the index of pages, and one page.

create table private.landing_cache_version (
  is_only boolean primary key default true check (is_only),
  stamp bigint not null default 1
);

comment on table private.landing_cache_version is
'Grows with every change of what is served. A row and not a sequence, so that a host that sees the new stamp also sees the change.';

insert into private.landing_cache_version default values;

alter table private.landing_cache_version enable row level security;

create function private.bump_landing_version() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update private.landing_cache_version as held set stamp = held.stamp + 1 where held.is_only;
  if not found then insert into private.landing_cache_version default values; end if;
  return null;
end
$$;

comment on function private.bump_landing_version() is 'Trigger: tells hosts to load landing pages again.';

create trigger bump_landing_version after insert or update or delete on public.landing_pages
for each statement execute function private.bump_landing_version();

create trigger bump_landing_version after insert or update or delete on public.landing_domains
for each statement execute function private.bump_landing_version();

create function private.landing_cache_version() returns bigint
language sql stable security definer
set search_path = ''
as $$ select coalesce((select held.stamp from private.landing_cache_version as held), 0) $$;

create function public.landing_cache_version() returns bigint
language sql stable
set search_path = ''
return private.landing_cache_version();

comment on function public.landing_cache_version() is 'A number that changes with every change of landing pages and their domains.';

create function private.landing_index() returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'stamp', public.landing_cache_version(),
    'pages', coalesce((
      select jsonb_agg(jsonb_build_object('id', page.id, 'slug', page.slug, 'domain', page.custom_domain))
      from public.landing_pages as page where page.status = 'published'), '[]'),
    'domains', coalesce((select jsonb_agg(known.domain) from public.landing_domains as known), '[]')
  )
$$;

create function public.landing_index() returns jsonb
language sql stable
set search_path = ''
return private.landing_index();

comment on function public.landing_index() is 'The published pages by slug and domain, every domain that was added, and the current stamp.';

create function private.landing_page_to_serve(p_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'id', page.id, 'slug', page.slug, 'version', page.version, 'title', page.title, 'description', page.description, 'hide_title', page.hide_title,
    'content', page.content, 'theme', page.theme, 'custom_css', page.custom_css, 'custom_js', page.custom_js,
    'custom_domain', page.custom_domain, 'updated_at', page.updated_at,
    'account', (select account.slug from public.accounts as account where account.id = page.account_id),
    'brand', private.landing_brand_of(page.account_id),
    'test', (
      select jsonb_build_object('id', test.id, 'seed', secret.seed, 'only_source', test.only_source, 'zone', private.agency_zone(), 'variants', (
        select jsonb_agg(jsonb_build_object('weight', variant.weight, 'version', past.number, 'title', past.title, 'description', past.description,
          'hide_title', past.hide_title, 'content', past.content, 'theme', past.theme, 'custom_css', past.custom_css, 'custom_js', past.custom_js
        ) order by variant.place)
        from public.landing_test_variants as variant
        join public.landing_page_versions as past on past.page_id = variant.page_id and past.number = variant.version
        where variant.test_id = test.id
      ))
      from public.landing_tests as test join private.landing_test_seeds as secret on secret.test_id = test.id
      where test.page_id = page.id and test.state = 'running'
    ))
  from public.landing_pages as page where page.id = p_id and page.status = 'published'
$$;

create function public.landing_page_to_serve(p_id uuid) returns jsonb
language sql stable
set search_path = ''
return private.landing_page_to_serve(p_id);

comment on function public.landing_page_to_serve(uuid) is 'A published page as it is served, with its account''s brand, the variants and the seed of its running test; null when it is not published.';

create function private.landing_preview_to_serve(p_token text) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'id', draft.page_id, 'slug', draft.slug, 'version', 0, 'title', draft.title, 'description', draft.description, 'hide_title', draft.hide_title,
    'content', draft.content, 'theme', draft.theme, 'custom_css', draft.custom_css, 'custom_js', draft.custom_js,
    'brand', private.landing_brand_of(draft.account_id))
  from public.landing_previews as link join public.landing_drafts as draft on draft.page_id = link.page_id
  where link.token_hash = sha256(convert_to(p_token, 'UTF8')) and link.revoked_at is null and link.expires_at > now()
$$;

create function public.landing_preview_to_serve(p_token text) returns jsonb
language sql stable
set search_path = ''
return private.landing_preview_to_serve(p_token);

comment on function public.landing_preview_to_serve(text) is
'The draft that a preview link shows; null for a link that is wrong, expired or revoked.';

grant execute on function public.landing_cache_version() to service_role;
grant execute on function private.landing_cache_version() to service_role;
grant execute on function public.landing_index() to service_role;
grant execute on function private.landing_index() to service_role;
grant execute on function public.landing_page_to_serve(uuid) to service_role;
grant execute on function private.landing_page_to_serve(uuid) to service_role;
grant execute on function public.landing_preview_to_serve(text) to service_role;
grant execute on function private.landing_preview_to_serve(text) to service_role;
