-- Saved views: a screen with its filter, sort order and columns.

create table public.lead_views (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  name text not null check (btrim(name) <> '' and char_length(name) <= 60),
  is_shared boolean not null default false,
  screen text not null default 'leads' check (screen in ('leads', 'board', 'today', 'analytics')),
  config jsonb not null default '{}' check (jsonb_typeof(config) = 'object' and octet_length(config::text) <= 50000),
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  account_id uuid not null default private.account_for_insert() references public.accounts (id) on delete cascade
);

comment on table public.lead_views is 'Saved views, private or shared with the team.';
comment on column public.lead_views.id is 'The view.';
comment on column public.lead_views.owner_id is 'The person who saved it.';
comment on column public.lead_views.name is 'Its name.';
comment on column public.lead_views.is_shared is
'Whether the whole team can use it. Everybody sees in it only the leads that they may see.';
comment on column public.lead_views.screen is 'Where it is shown.';
comment on column public.lead_views.config is 'Scope, filter, sort and columns, as the page has them.';
comment on column public.lead_views.position is 'Its place among the views.';
comment on column public.lead_views.created_at is 'When it was saved first.';
comment on column public.lead_views.updated_at is 'When it last changed.';
comment on column public.lead_views.account_id is 'The account whose leads it shows.';

create index lead_views_owner_id_idx on public.lead_views (owner_id, account_id, screen, position);
create index lead_views_shared_idx on public.lead_views (account_id, is_shared, screen, position);

create trigger touch_updated_at before update on public.lead_views for each row execute function private.touch_updated_at();

alter table public.lead_views enable row level security;

call private.require_sufficient_sessions('public.lead_views');

grant select, insert, update, delete on public.lead_views to service_role;
grant select, insert (id, name, is_shared, screen, config, position), update (name, is_shared, config, position), delete
on public.lead_views to authenticated;

create policy "People read their own views and shared ones" on public.lead_views
for select to authenticated
using (
  (owner_id = (select auth.uid()) or is_shared)
  and account_id = (select private.workspace())
);

create policy "People keep views" on public.lead_views
for insert to authenticated
with check (
  owner_id = (select auth.uid())
  and account_id = (select private.workspace()) and (select private.is_premium_workspace())
);

create policy "People change their own views" on public.lead_views
for update to authenticated
using (
  owner_id = (select auth.uid())
  and account_id = (select private.workspace()) and (select private.is_premium_workspace())
)
with check (
  owner_id = (select auth.uid())
  and account_id = (select private.workspace()) and (select private.is_premium_workspace())
);

create policy "People delete their own views, and leaders shared ones" on public.lead_views
for delete to authenticated
using (
  account_id = (select private.workspace()) and (select private.is_premium_workspace())
  and (owner_id = (select auth.uid()) or is_shared and (select private.manages_workspace()))
);
