-- Public pages, served by slug or by custom domain once they are published.

create type public.landing_page_status as enum ('draft', 'published');

comment on type public.landing_page_status is 'Whether a landing page is served.';

create table public.landing_pages (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (char_length(slug) <= 100 and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  status public.landing_page_status not null default 'draft',
  custom_domain text unique check (
    char_length(custom_domain) <= 253
    and custom_domain ~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$'
  ),
  title text not null check (btrim(title) <> '' and char_length(title) <= 200),
  description text check (char_length(description) <= 1000),
  hide_title boolean not null default false,
  content text not null default '' check (char_length(content) <= 500000),
  theme text not null default 'default' check (theme ~ '^[a-z][a-z0-9-]{0,49}$'),
  custom_css text check (char_length(custom_css) <= 100000),
  custom_js text check (char_length(custom_js) <= 100000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- An admin writes the draft. Publishing copies it here, which is what visitors see, and into a version.
  version integer not null default 0 check (version >= 0),
  account_id uuid not null default private.account_for_insert() references public.accounts (id)
);

comment on table public.landing_pages is 'Public landing pages.';
comment on column public.landing_pages.id is 'The page.';
comment on column public.landing_pages.slug is 'Its name in /landing/{slug}.';
comment on column public.landing_pages.status is 'Only a published page is served.';
comment on column public.landing_pages.custom_domain is 'The verified host name that shows this page, in lower case.';
comment on column public.landing_pages.title is 'The heading and the document''s title.';
comment on column public.landing_pages.description is 'The text under the heading and the meta description.';
comment on column public.landing_pages.hide_title is 'Whether title and description are left out when the content has an h1 of its own.';
comment on column public.landing_pages.content is 'The page''s HTML.';
comment on column public.landing_pages.theme is 'The look that custom_css adds to.';
comment on column public.landing_pages.custom_css is 'The page''s own CSS.';
comment on column public.landing_pages.custom_js is 'The page''s own JavaScript.';
comment on column public.landing_pages.created_at is 'When the page was created.';
comment on column public.landing_pages.updated_at is 'When the row last changed.';
comment on column public.landing_pages.account_id is 'The account that gets the leads of its forms.';
comment on column public.landing_pages.version is 'The version that is served; 0 when it was never published.';

create index landing_pages_status_created_at_idx on public.landing_pages (status, created_at desc);
create index landing_pages_account_id_idx on public.landing_pages (account_id, created_at desc);

create trigger touch_updated_at before update on public.landing_pages
for each row execute function private.touch_updated_at();

alter table public.landing_pages enable row level security;

call private.require_sufficient_sessions('public.landing_pages');

grant select, insert, update, delete on public.landing_pages to service_role;
grant select on public.landing_pages to anon, authenticated;

create policy "Visitors read published landing pages" on public.landing_pages
for select to anon using (status = 'published');

create policy "People read published landing pages, and admins all" on public.landing_pages
for select to authenticated using (status = 'published' or (select private.has_active_role('admin')));
