-- People who may become clients.

create type public.lead_source as enum ('website_form', 'referral', 'social_media', 'landing_page', 'other');

comment on type public.lead_source is 'Where a lead comes from.';

create table public.leads (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users (id) on delete set null,
  first_name text check (char_length(first_name) <= 100),
  last_name text check (char_length(last_name) <= 100),
  email text check (char_length(email) <= 320 and email ~ '^[^@\s]+@[^@\s]+$'),
  company text check (char_length(company) <= 200),
  source public.lead_source not null default 'other',
  archived_at timestamptz,
  is_spam boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

comment on table public.leads is 'People who may become clients.';
comment on column public.leads.id is 'The lead.';
comment on column public.leads.user_id is 'The sales person who owns it; null while unclaimed.';
comment on column public.leads.first_name is 'Given name.';
comment on column public.leads.last_name is 'Family name.';
comment on column public.leads.email is 'Where to reach them.';
comment on column public.leads.company is 'Their company; blank is counted as No Company.';
comment on column public.leads.source is 'Where the lead comes from.';
comment on column public.leads.archived_at is 'When it was put away; counts leave it out.';
comment on column public.leads.is_spam is 'Marked as spam; counts leave it out.';
comment on column public.leads.created_at is 'When the lead arrived.';
comment on column public.leads.updated_at is 'When the row last changed.';

create index leads_user_id_created_at_idx on public.leads (user_id, created_at desc);
create index leads_created_at_idx on public.leads (created_at desc);
create index leads_company_idx on public.leads (company, created_at desc);
create index leads_email_idx on public.leads (lower(email));

create trigger touch_updated_at before update on public.leads
for each row execute function private.touch_updated_at();

alter table public.leads enable row level security;

grant select, insert, update, delete on public.leads to service_role;
grant select,
  insert (user_id, first_name, last_name, email, company, source),
  update (user_id, first_name, last_name, email, company, source, archived_at, is_spam)
on public.leads to authenticated;

create policy "Sales people read their own and unowned leads" on public.leads
for select to authenticated
using ((user_id = (select auth.uid()) or user_id is null) and (select private.has_active_role('sales')));

create policy "Admins read all leads" on public.leads
for select to authenticated using ((select private.has_active_role('admin')));

create policy "Sales people create leads that are theirs or nobody's" on public.leads
for insert to authenticated
with check ((user_id = (select auth.uid()) or user_id is null) and (select private.has_active_role('sales')));

create policy "Sales people change their own and unowned leads" on public.leads
for update to authenticated
using ((user_id = (select auth.uid()) or user_id is null) and (select private.has_active_role('sales')))
with check ((user_id = (select auth.uid()) or user_id is null) and (select private.has_active_role('sales')));
