create table public.landing_drafts (
  page_id uuid primary key references public.landing_pages (id) on delete cascade,
  slug text not null unique check (char_length(slug) <= 100 and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null check (btrim(title) <> '' and char_length(title) <= 200),
  description text check (char_length(description) <= 1000),
  hide_title boolean not null default false,
  content text not null default '' check (char_length(content) <= 500000),
  blocks jsonb check (jsonb_typeof(blocks) = 'array' and octet_length(blocks::text) <= 4000000),
  theme text not null default 'default' check (char_length(theme) <= 50 and theme ~ '^[a-z][a-z0-9-]{0,49}$'),
  custom_css text check (char_length(custom_css) <= 100000),
  custom_js text check (char_length(custom_js) <= 100000),
  revision integer not null default 1,
  published_revision integer,
  updated_by uuid references auth.users (id) on delete set null,
  updated_at timestamptz not null default now(),
  account_id uuid not null default private.agency_account() references public.accounts (id)
);

comment on table public.landing_drafts is 'Drafts of landing pages. Visitors never see them.';
comment on column public.landing_drafts.page_id is 'The page.';
comment on column public.landing_drafts.slug is 'Its name in /landing/{slug} after it is published.';
comment on column public.landing_drafts.title is 'The heading and the document''s title.';
comment on column public.landing_drafts.description is 'The text under the heading and the meta description.';
comment on column public.landing_drafts.hide_title is 'Whether title and description are left out when the content has an h1 of its own.';
comment on column public.landing_drafts.content is 'The page''s HTML, which is made from the blocks when there are any.';
comment on column public.landing_drafts.blocks is 'The blocks of the page; null when it is written as HTML.';
comment on column public.landing_drafts.theme is 'The look that custom_css adds to.';
comment on column public.landing_drafts.custom_css is 'The page''s own CSS.';
comment on column public.landing_drafts.custom_js is 'The page''s own JavaScript.';
comment on column public.landing_drafts.revision is 'Grows with each save. A save names the revision that its editor saw.';
comment on column public.landing_drafts.published_revision is 'The revision that was last published.';
comment on column public.landing_drafts.updated_by is 'Who saved last.';
comment on column public.landing_drafts.updated_at is 'When.';
comment on column public.landing_drafts.account_id is 'The page''s account.';

create index landing_drafts_updated_by_idx on public.landing_drafts (updated_by);
create index landing_drafts_account_id_idx on public.landing_drafts (account_id);

create trigger take_account_of_page before insert or update of page_id on public.landing_drafts
for each row execute function private.take_account_of_page();

create trigger touch_updated_at before update on public.landing_drafts
for each row execute function private.touch_updated_at();

create table public.landing_page_versions (
  page_id uuid not null references public.landing_pages (id) on delete cascade,
  number integer not null check (number > 0),
  slug text not null check (char_length(slug) <= 100),
  title text not null check (char_length(title) <= 200),
  description text check (char_length(description) <= 1000),
  hide_title boolean not null default false,
  content text not null check (char_length(content) <= 500000),
  blocks jsonb check (octet_length(blocks::text) <= 4000000),
  theme text not null check (char_length(theme) <= 50),
  custom_css text check (char_length(custom_css) <= 100000),
  custom_js text check (char_length(custom_js) <= 100000),
  rolled_back_to integer,
  published_by uuid references auth.users (id) on delete set null,
  published_at timestamptz not null default now(),
  account_id uuid not null default private.agency_account() references public.accounts (id),
  primary key (page_id, number)
);

comment on table public.landing_page_versions is 'Every published version and every variant of a test, as it was. Rows are only added.';
comment on column public.landing_page_versions.page_id is 'The page.';
comment on column public.landing_page_versions.number is '1, 2, 3 … of this page.';
comment on column public.landing_page_versions.slug is 'Its name in the address then.';
comment on column public.landing_page_versions.title is 'Its title then.';
comment on column public.landing_page_versions.description is 'Its description then.';
comment on column public.landing_page_versions.hide_title is 'Whether title and description were left out then.';
comment on column public.landing_page_versions.content is 'Its HTML then.';
comment on column public.landing_page_versions.blocks is 'Its blocks then; null when it was HTML.';
comment on column public.landing_page_versions.theme is 'Its look then.';
comment on column public.landing_page_versions.custom_css is 'Its style then.';
comment on column public.landing_page_versions.custom_js is 'Its script then.';
comment on column public.landing_page_versions.rolled_back_to is 'The earlier version whose content it restored.';
comment on column public.landing_page_versions.published_by is 'Who published it; null for the product itself.';
comment on column public.landing_page_versions.published_at is 'When.';
comment on column public.landing_page_versions.account_id is 'The page''s account.';

create index landing_page_versions_published_by_idx on public.landing_page_versions (published_by);
create index landing_page_versions_account_id_idx on public.landing_page_versions (account_id);

create trigger take_account_of_page before insert or update of page_id on public.landing_page_versions
for each row execute function private.take_account_of_page();

alter table public.landing_drafts enable row level security;

call private.require_sufficient_sessions('public.landing_drafts');

alter table public.landing_page_versions enable row level security;

call private.require_sufficient_sessions('public.landing_page_versions');

grant select, insert, update, delete on public.landing_drafts to service_role;
grant select on public.landing_page_versions to service_role;
grant select on public.landing_drafts, public.landing_page_versions to authenticated;

create policy "People read the drafts of their account's pages" on public.landing_drafts
for select to authenticated using (account_id = (select private.pages_workspace()));

create policy "People read the versions of their account's pages" on public.landing_page_versions
for select to authenticated using (account_id = (select private.pages_workspace()));

create function private.assign_landing_version() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.status = 'published' and new.version = 0 then new.version := 1; end if;
  return new;
end
$$;

comment on function private.assign_landing_version() is 'Trigger: a published page has a version number.';

create trigger assign_landing_version before insert or update of status on public.landing_pages
for each row execute function private.assign_landing_version();

create function private.create_landing_draft() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into public.landing_drafts (page_id, slug, title, description, hide_title, content, theme, custom_css, custom_js, published_revision, updated_by)
  values (new.id, new.slug, new.title, new.description, new.hide_title, new.content, new.theme, new.custom_css, new.custom_js,
    case when new.version > 0 then 1 end, (select account.id from auth.users as account where account.id = auth.uid()))
  on conflict (page_id) do nothing;
  if new.version > 0 then
    insert into public.landing_page_versions (page_id, number, slug, title, description, hide_title, content, theme, custom_css, custom_js, published_at)
    values (new.id, new.version, new.slug, new.title, new.description, new.hide_title, new.content, new.theme, new.custom_css, new.custom_js, new.updated_at)
    on conflict do nothing;
  end if;
  return null;
end
$$;

comment on function private.create_landing_draft() is
'Trigger: every new page gets a draft and, when it is published, a version, wherever it comes from (this product, demo data, the audit log).';

create trigger create_landing_draft after insert on public.landing_pages
for each row execute function private.create_landing_draft();

create function public.landing_version_changes(p_page_id uuid)
returns table (
  number integer, added text[], removed text[], changed text[], is_moved boolean, fields text[], is_variant boolean, compared_with integer
)
language sql stable
set search_path = ''
as $$
  with variants as (
    -- The draft that a test stores is a version in the same moment. Only its visitors see it.
    select distinct variant.version from public.landing_tests as test
    join public.landing_test_variants as variant on variant.test_id = test.id and variant.place > 1
    join public.landing_page_versions as stored
      on stored.page_id = variant.page_id and stored.number = variant.version and stored.published_at = test.started_at
    where test.page_id = p_page_id
  ), kept as (
    select version.number, variants.version is not null as is_variant
    from public.landing_page_versions as version left join variants on variants.version = version.number
    where version.page_id = p_page_id
  ), newest as (
    select kept.number, kept.is_variant, max(kept.number) filter (where not kept.is_variant) over (
      order by kept.number rows between unbounded preceding and 1 preceding
    ) as base
    from kept order by kept.number desc limit 200
  ), paired as (
    select now.number, newest.is_variant, newest.base,
      -- A page that became HTML, or blocks, has no blocks to compare.
      case when was.blocks is not null then now.blocks end as blocks, case when now.blocks is not null then was.blocks end as blocks_before,
      array_remove(array[
        case when now.title <> was.title then 'title' end,
        case when now.description is distinct from was.description then 'description' end,
        case when now.slug <> was.slug then 'slug' end,
        case when now.theme <> was.theme then 'theme' end,
        case when now.hide_title <> was.hide_title then case when now.hide_title then 'title_hidden' else 'title_shown' end end,
        case when (now.blocks is null or was.blocks is null) and now.content <> was.content then 'content' end,
        case when now.custom_css is distinct from was.custom_css then 'custom_css' end,
        case when now.custom_js is distinct from was.custom_js then 'custom_js' end
      ], null) as fields
    from newest
    join public.landing_page_versions as now on now.page_id = p_page_id and now.number = newest.number
    left join public.landing_page_versions as was on was.page_id = p_page_id and was.number = newest.base
  )
  select paired.number, coalesce(blocks.added, '{}'), coalesce(blocks.removed, '{}'), coalesce(blocks.changed, '{}'), coalesce(blocks.is_moved, false),
    case when paired.base is not null then paired.fields end, paired.is_variant, paired.base
  from paired
  cross join lateral (
    select
      array_agg(now.type order by now.place) filter (where was.id is null) as added,
      array_agg(was.type order by was.place) filter (where now.id is null) as removed,
      array_agg(now.type order by now.place) filter (where now.block <> was.block) as changed,
      array_agg(now.id order by now.place) filter (where now.id is not null and was.id is not null)
        <> array_agg(now.id order by was.place) filter (where now.id is not null and was.id is not null) as is_moved
    from (
      select listed.block ->> 'id' as id, listed.block ->> 'type' as type, listed.block, listed.place
      from jsonb_array_elements(paired.blocks) with ordinality as listed (block, place)
    ) as now
    full join (
      select listed.block ->> 'id' as id, listed.block ->> 'type' as type, listed.block, listed.place
      from jsonb_array_elements(paired.blocks_before) with ordinality as listed (block, place)
    ) as was on was.id = now.id
  ) as blocks
$$;

comment on function public.landing_version_changes(uuid) is
'What changed with each of a page''s newest 200 versions since the one that was live for everyone before (compared_with), under the caller''s rights: the kinds of blocks that were added, removed and changed, whether blocks moved, and which fields changed (null for the first version). is_variant: a test stored it, and only the test''s visitors saw it.';

grant execute on function public.landing_version_changes(uuid) to authenticated;
