-- The embedded lead dashboards. user_id is a text, because an import may bring 'imported-user' (spec §5), which is no account.

create type public.dashboard_health as enum ('healthy', 'warning', 'error', 'unknown');

comment on type public.dashboard_health is 'What the last check of the address found (spec §4).';

create table public.client_dashboards (
  id uuid primary key default gen_random_uuid(),
  user_id text not null check (
    user_id = 'imported-user' or user_id ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
  ),
  -- A foreign key that also works while an account is deleted. It is null without an account, so many such rows may exist.
  owner_id uuid unique references auth.users (id) on delete cascade
  generated always as (case when user_id = 'imported-user' then null else user_id::uuid end) stored,
  original_user_id text check (btrim(original_user_id) <> '' and char_length(original_user_id) <= 200),
  business_name text not null check (btrim(business_name) <> '' and char_length(business_name) <= 200),
  dashboard_title text not null default 'Lead Dashboard'
  check (btrim(dashboard_title) <> '' and char_length(dashboard_title) <= 200),
  notion_database_url text not null
  check (char_length(notion_database_url) <= 2048 and notion_database_url ~* '^https?://[^\s/?#@\\]+([/?#][^\s\\]*)?$'),
  health_status public.dashboard_health not null default 'unknown',
  access_count integer not null default 0 check (access_count >= 0),
  last_accessed timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  account_id uuid references public.accounts (id)
);

comment on table public.client_dashboards is 'The public Notion page that a client sees as their lead dashboard; at most one for each account.';
comment on column public.client_dashboards.id is 'The dashboard.';
comment on column public.client_dashboards.user_id is 'The client''s account id, or imported-user until an admin assigns it.';
comment on column public.client_dashboards.owner_id is 'user_id as an account id, null for imported-user.';
comment on column public.client_dashboards.original_user_id is
'The user_id in the imported file when no account here could take the dashboard: a hint for the admin who assigns it.';
comment on column public.client_dashboards.business_name is 'The client''s business.';
comment on column public.client_dashboards.dashboard_title is 'The title over the dashboard.';
comment on column public.client_dashboards.notion_database_url is 'The shared page.';
comment on column public.client_dashboards.health_status is 'What the last check of the address found.';
comment on column public.client_dashboards.access_count is 'How often the dashboard was opened.';
comment on column public.client_dashboards.last_accessed is 'When the dashboard was last opened.';
comment on column public.client_dashboards.account_id is 'The account that it belongs to; null for people without one. Without a person, it belongs to the account alone.';

create index client_dashboards_account_id_idx on public.client_dashboards (account_id, created_at desc);

create unique index client_dashboards_prepared_idx on public.client_dashboards (account_id) where user_id = 'imported-user';

create trigger take_account_of_client before insert or update of user_id on public.client_dashboards
for each row execute function private.take_account_of_client('user_id');

comment on column public.client_dashboards.created_at is 'When the dashboard was configured.';
comment on column public.client_dashboards.updated_at is 'When its configuration last changed; visits and checks do not count.';

create trigger require_confirmed_account after insert or update of user_id on public.client_dashboards
for each row execute function private.require_confirmed_account('owner_id');

alter table public.client_dashboards enable row level security;

call private.require_sufficient_sessions('public.client_dashboards');

grant select, insert, update, delete on public.client_dashboards to service_role;
grant select, delete,
  insert (user_id, business_name, notion_database_url, dashboard_title),
  update (user_id, business_name, notion_database_url, dashboard_title)
on public.client_dashboards to authenticated;

-- Every account sees the dashboard that an admin assigned to it, in any role and without one.
create policy "People read the dashboard of their account, and admins all" on public.client_dashboards
for select to authenticated
using (
  (select private.has_active_role('admin'))
  or owner_id = (select auth.uid()) and not (select private.is_restricted_to_pending())
  or account_id = any ((select private.accounts_as('owner', 'member'))::uuid[])
);

create policy "Admins create dashboards" on public.client_dashboards
for insert to authenticated with check ((select private.has_active_role('admin')));

create policy "Admins change dashboards" on public.client_dashboards
for update to authenticated
using ((select private.has_active_role('admin'))) with check ((select private.has_active_role('admin')));

create policy "Admins delete dashboards" on public.client_dashboards
for delete to authenticated using ((select private.has_active_role('admin')));
