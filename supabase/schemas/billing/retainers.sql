create type public.retainer_status as enum ('pending', 'active', 'paused', 'completed', 'canceled');

comment on type public.retainer_status is 'The state of a retainer.';

create table public.retainers (
  id uuid primary key default gen_random_uuid(),
  client_id uuid references auth.users (id) on delete restrict,
  retainer_name text not null check (btrim(retainer_name) <> '' and char_length(retainer_name) <= 200),
  status public.retainer_status not null default 'active',
  description text check (char_length(description) <= 5000),
  duration_months integer check (duration_months between 1 and 1200),
  monthly_amount integer not null check (monthly_amount >= 0),
  currency text not null default 'usd' check (currency ~ '^[a-z]{3}$'),
  start_date date not null default current_date,
  end_date date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- A job issues one invoice for each charge day, even when it runs late, twice or in parallel.
  charges_from date not null default (current_date + 1),
  account_id uuid references public.accounts (id),
  check (end_date >= start_date),
  constraint retainers_prepared check (client_id is not null or account_id is not null and status in ('pending', 'canceled'))
);

comment on table public.retainers is 'Monthly agreements with clients.';
comment on column public.retainers.id is 'The retainer.';
comment on column public.retainers.client_id is 'The client; null before it begins, while nobody has joined the account.';
comment on column public.retainers.retainer_name is 'Its name.';
comment on column public.retainers.status is 'Its state.';
comment on column public.retainers.description is 'What it covers.';
comment on column public.retainers.duration_months is 'The agreed number of months; null without a limit.';
comment on column public.retainers.monthly_amount is 'In cents, or the currency''s smallest unit, for each month.';
comment on column public.retainers.currency is 'Three letters, ISO 4217, in lower case.';
comment on column public.retainers.start_date is 'The first day.';
comment on column public.retainers.end_date is 'The last day; null is shown as Ongoing.';
comment on column public.retainers.account_id is 'The account that it belongs to; null for people without one.';

create index retainers_account_id_idx on public.retainers (account_id, created_at desc);

create trigger take_account_of_client before insert or update of client_id on public.retainers
for each row execute function private.take_account_of_client('client_id');

comment on column public.retainers.created_at is 'When it was created.';
comment on column public.retainers.updated_at is 'When the row last changed.';
comment on column public.retainers.charges_from is
'The first day for which it issues invoices itself. Days before it was entered here, and pauses, have none.';

create index retainers_client_id_created_at_idx on public.retainers (client_id, created_at desc);
create index retainers_created_at_idx on public.retainers (created_at desc);

create trigger touch_updated_at before update on public.retainers
for each row execute function private.touch_updated_at();

create trigger require_confirmed_account after insert or update of client_id on public.retainers
for each row execute function private.require_confirmed_account('client_id');

alter table public.retainers enable row level security;

call private.require_sufficient_sessions('public.retainers');

grant select, insert, update, delete on public.retainers to service_role;
grant select on public.retainers to authenticated;

create policy "Clients read their account's retainers, and admins all" on public.retainers
for select to authenticated
using (
  (select private.has_active_role('admin'))
  or (client_id = (select auth.uid()) and (select private.has_active_role('client'))
    or account_id = any ((select private.accounts_as('owner', 'billing'))::uuid[]))
);
