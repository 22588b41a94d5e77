-- Profiles say who a person is, user_roles what they may do. Roles come only from here, never from a token.

create type public.app_role as enum ('admin', 'sales', 'client');

create type public.role_status as enum ('pending', 'active', 'inactive');

comment on type public.app_role is 'What a person may be (spec §6).';
comment on type public.role_status is 'Whether a role is in force (spec §4).';

create table public.user_roles (
  user_id uuid not null references auth.users (id) on delete cascade,
  role public.app_role not null,
  status public.role_status not null default 'pending',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, role)
);

comment on table public.user_roles is 'The roles that a person has asked for or holds. Only an active one gives rights.';
comment on column public.user_roles.user_id is 'The person.';
comment on column public.user_roles.role is 'admin, sales or client.';
comment on column public.user_roles.status is 'pending until an admin decides, then active or inactive.';
comment on column public.user_roles.created_at is 'When the role was asked for or given.';
comment on column public.user_roles.updated_at is 'When the row last changed.';

create table public.profiles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  first_name text check (char_length(first_name) <= 100),
  last_name text check (char_length(last_name) <= 100),
  company text check (char_length(company) <= 200),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  erased_at timestamptz,
  billing_address text check (char_length(billing_address) <= 1000),
  tax_id text check (char_length(tax_id) <= 50),
  constraint profiles_erased_hold_nothing check (
  erased_at is null or (first_name = 'Erased' and last_name = 'person' and company is null)
)
);

comment on table public.profiles is 'What a person tells about themselves.';
comment on column public.profiles.user_id is 'The person.';
comment on column public.profiles.first_name is 'Given name.';
comment on column public.profiles.last_name is 'Family name.';
comment on column public.profiles.company is 'The company that the person works for.';
comment on column public.profiles.created_at is 'When the person signed up.';
comment on column public.profiles.updated_at is 'When the row last changed.';
comment on column public.profiles.billing_address is 'The company''s postal address on invoices.';
comment on column public.profiles.tax_id is 'The company''s tax or VAT number on invoices.';
comment on column public.profiles.erased_at is 'When the person was erased; the row stays as a tombstone.';

create index user_roles_status_role_idx on public.user_roles (status, role);
create index user_roles_created_at_idx on public.user_roles (created_at desc);
create index profiles_created_at_idx on public.profiles (created_at desc);

create trigger touch_updated_at before update on public.user_roles
for each row execute function private.touch_updated_at();

create trigger touch_updated_at before update on public.profiles
for each row execute function private.touch_updated_at();

create function private.keep_first_name() returns trigger
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.refuse('required', '22023', 'Enter your first name', 'first_name');
  return null;
end
$$;

comment on function private.keep_first_name() is
'Trigger: a person can change their first name but not remove it, because everyone else would see only half of their name.';

-- The pattern matches a character that isn't a space. Some kinds of spaces have no width.
create trigger keep_first_name before update of first_name on public.profiles
for each row when (
  old.first_name ~ '[^[:space:]\u00a0\u1680\u2000-\u200f\u2028\u2029\u202f\u205f\u2060\u3000\ufeff]'
  and coalesce(new.first_name, '') !~ '[^[:space:]\u00a0\u1680\u2000-\u200f\u2028\u2029\u202f\u205f\u2060\u3000\ufeff]'
) execute function private.keep_first_name();

alter table public.user_roles enable row level security;

call private.require_sufficient_sessions('public.user_roles');

alter table public.profiles enable row level security;

call private.require_sufficient_sessions('public.profiles');

-- In plpgsql, so that these functions can exist before the settings that they read.
create function private.second_factor_required(p_user_id uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
    select from public.agency_settings as settings
    join public.user_roles as held
      on (held.role = 'admin' and settings.require_factor_of_admins) or (held.role = 'sales' and settings.require_factor_of_sales)
    where held.user_id = p_user_id and held.status = 'active'
  )
$$;

comment on function private.second_factor_required(uuid) is 'Whether the agency requires a second factor of a person.';

create function private.second_factor_state() returns text
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller constant uuid := auth.uid();
begin
  if caller is null then return 'none'; end if;
  if exists (select from auth.mfa_factors as factor where factor.user_id = caller and factor.status = 'verified') then
    return case auth.jwt() ->> 'aal' when 'aal2' then 'given' else 'needed' end;
  end if;
  return case when private.second_factor_required(caller) then 'required' else 'none' end;
end
$$;

comment on function private.second_factor_state() is 'What the caller''s session owes: see public.second_factor_state().';

create function private.is_session_sufficient() returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return private.second_factor_state() in ('none', 'given');
end
$$;

comment on function private.is_session_sufficient() is
'False while the session still has to give the caller''s second factor, or the agency requires one that the caller does not have.';

create function private.require_sufficient_session() returns void
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if not private.is_session_sufficient() then
    perform private.refuse('second_factor_required', '42501', 'Enter the code from your authenticator app first');
  end if;
end
$$;

comment on function private.require_sufficient_session() is 'Refuses sessions that owe a second factor.';

-- Policies call these functions in every statement. In plpgsql, because a call of an SQL function takes three times as long.
create function private.has_active_role(wanted public.app_role) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return exists (
    select from public.user_roles as held where held.user_id = auth.uid() and held.role = wanted and held.status = 'active'
  ) and private.is_session_sufficient();
end
$$;

comment on function private.has_active_role(public.app_role) is
'Whether the caller holds this role, it is active, and the session gave the second factor that is required.';

create function private.has_any_active_role() returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return exists (select from public.user_roles as held where held.user_id = auth.uid() and held.status = 'active')
    and private.is_session_sufficient();
end
$$;

comment on function private.has_any_active_role() is
'Whether the caller has an active role, and the session gave the second factor that is required.';

create function private.is_restricted_to_pending() returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return exists (select from public.user_roles as held where held.user_id = auth.uid()) and not private.has_any_active_role();
end
$$;

comment on function private.is_restricted_to_pending() is
'Whether the caller waits for approval or was denied access. An account without any role is not restricted.';

grant execute on function private.is_session_sufficient() to authenticated;
grant execute on function private.has_active_role(public.app_role) to authenticated;
grant execute on function private.has_any_active_role() to authenticated;
grant execute on function private.is_restricted_to_pending() to authenticated;

grant select, insert, update, delete on public.user_roles, public.profiles to service_role;
grant select, insert (user_id, role, status), update (status) on public.user_roles to authenticated;

-- An upsert also updates the key column.
grant select, insert (user_id, first_name, last_name, company, billing_address, tax_id), update (user_id, first_name, last_name, company, billing_address, tax_id)
on public.profiles to authenticated;

create policy "People read their own roles, and admins all" on public.user_roles
for select to authenticated using (user_id = (select auth.uid()) or (select private.has_active_role('admin')));

create policy "Admins decide pending roles" on public.user_roles
for update to authenticated
using (status = 'pending' and (select private.has_active_role('admin')))
with check (status in ('active', 'inactive'));

create policy "People read their own profile, and admins all" on public.profiles
for select to authenticated using (user_id = (select auth.uid()) or (select private.has_active_role('admin')));

create policy "People create their own profile" on public.profiles
for insert to authenticated with check (user_id = (select auth.uid()));

create policy "People change their own profile" on public.profiles
for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
