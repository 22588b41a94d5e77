-- Rules for becoming an admin (spec §4 Admin detection, §6 Admin Setup) and for free premium. Both depend on the confirmed
-- email address. An address that is only typed, or still changing, proves nothing.

create table public.admin_emails (
  email text primary key check (email = lower(email) and char_length(email) <= 320 and email ~ '^[^@\s]+@[^@\s]+$'),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

comment on table public.admin_emails is 'Addresses whose confirmed owner may become an admin.';
comment on column public.admin_emails.email is 'The address, in lower case.';
comment on column public.admin_emails.is_active is 'False revokes the right and keeps the entry.';
comment on column public.admin_emails.created_at is 'When the address was added.';
comment on column public.admin_emails.updated_at is 'When the row last changed.';

create table public.premium_overrides (
  email text primary key check (email = lower(email) and char_length(email) <= 320 and email ~ '^[^@\s]+@[^@\s]+$'),
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  is_announced boolean not null default false
);

comment on table public.premium_overrides is 'Addresses that have premium without paying for it.';
comment on column public.premium_overrides.email is 'The address, in lower case.';
comment on column public.premium_overrides.expires_at is 'When it ends; null means never.';
comment on column public.premium_overrides.created_at is 'When it was given.';
comment on column public.premium_overrides.updated_at is 'When the row last changed.';
comment on column public.premium_overrides.is_announced is 'Whether an email told the client about it, so that another end or its removal is told, too.';

create table private.settings (
  key text primary key check (char_length(key) <= 100),
  value text not null check (char_length(value) <= 2000)
);

comment on table private.settings is 'What the deployment tells the database, such as admin_setup_email.';

create trigger touch_updated_at before update on public.admin_emails
for each row execute function private.touch_updated_at();

create trigger touch_updated_at before update on public.premium_overrides
for each row execute function private.touch_updated_at();

alter table public.admin_emails enable row level security;

call private.require_sufficient_sessions('public.admin_emails');

alter table public.premium_overrides enable row level security;

call private.require_sufficient_sessions('public.premium_overrides');

alter table private.settings enable row level security;

-- The right to use Admin Setup belongs to an address and ends with its first use. The row stays when the account, the role or
-- the setting goes, so that neither a restart nor a demotion renews it.
create table private.used_admin_entitlements (
  email_hash bytea not null check (octet_length(email_hash) = 32),
  user_id uuid not null,
  used_at timestamptz not null default now(),
  -- Two accounts may have the same address one after the other, and each uses it up.
  primary key (email_hash, user_id)
);

comment on table private.used_admin_entitlements is
'Addresses that can no longer use Admin Setup: their account became an admin once, or lost its access before.';
comment on column private.used_admin_entitlements.email_hash is
'SHA-256 of the address in lower case. It is enough to recognize the address.';
comment on column private.used_admin_entitlements.user_id is 'The account that had the address.';
comment on column private.used_admin_entitlements.used_at is 'When the right ended.';

create index used_admin_entitlements_user_id_idx on private.used_admin_entitlements (user_id);

alter table private.used_admin_entitlements enable row level security;

create function private.email_hash(p_email text) returns bytea
language sql immutable
set search_path = ''
as $$ select sha256(convert_to(lower(p_email), 'UTF8')) $$;

comment on function private.email_hash(text) is 'A one-way hash of an address, the same in upper and lower case.';

-- confirmed_at does not fit, because a confirmed phone sets it too. A new address waits in email_change until it is confirmed.
create function private.confirmed_email() returns text
language sql stable security definer
set search_path = ''
as $$
  select lower(account.email) from auth.users as account
  where account.id = (select auth.uid()) and account.email_confirmed_at is not null and private.is_session_sufficient()
$$;

comment on function private.confirmed_email() is
'The caller''s email address in lower case; null until it is confirmed, and while the session owes a second factor.';

create function private.is_setup_account() returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
    select from private.settings as setting
    where setting.key = 'admin_setup_email' and setting.value = (select private.confirmed_email())
      and not exists (select from private.used_admin_entitlements as used where used.email_hash = private.email_hash(setting.value))
  )
$$;

comment on function private.is_setup_account() is 'Whether the caller sees Admin Setup and has not used it yet.';

create function private.may_become_admin() returns boolean
language sql stable security definer
set search_path = ''
as $$
  select (select private.is_setup_account()) or exists (
    select from public.admin_emails as entry
    where entry.is_active and entry.email = (select private.confirmed_email())
  )
$$;

comment on function private.may_become_admin() is 'Whether the caller''s confirmed address gives them the right to become an admin.';

create function private.can_set_up_admin() returns boolean
language sql stable security definer
set search_path = ''
as $$
  select (select private.is_setup_account()) and not exists (
    select from public.user_roles as held where held.user_id = (select auth.uid()) and held.role = 'admin'
  )
$$;

create function public.can_set_up_admin() returns boolean
language sql stable
set search_path = ''
return private.can_set_up_admin();

comment on function public.can_set_up_admin() is 'Whether the caller should see the Admin Setup card (spec §6).';

create function private.set_admin_setup_email(p_email text) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  wanted text := lower(btrim(p_email));
begin
  if coalesce(wanted, '') = '' then
    delete from private.settings as setting where setting.key = 'admin_setup_email';
    return;
  end if;
  if char_length(wanted) > 320 or wanted !~ '^[^@\s]+@[^@\s]+$' then
    perform private.refuse('email_invalid', '22023', format('The admin setup address isn''t a valid email address: %s', left(wanted, 100)));
  end if;
  insert into private.settings (key, value) values ('admin_setup_email', wanted)
  on conflict (key) do update set value = excluded.value where settings.value <> excluded.value;
end
$$;

create function public.set_admin_setup_email(p_email text) returns void
language sql volatile
set search_path = ''
return private.set_admin_setup_email(p_email);

comment on function public.set_admin_setup_email(text) is
'Names the account that sees Admin Setup; null or an empty text names none. A used address has no effect.';

create function private.consume_entitlement(p_user_id uuid) returns void
language sql volatile
set search_path = ''
as $$
  insert into private.used_admin_entitlements (email_hash, user_id)
  select private.email_hash(account.email), account.id
  from auth.users as account where account.id = p_user_id and account.email is not null
  on conflict (email_hash, user_id) do nothing
$$;

comment on function private.consume_entitlement(uuid) is 'Ends the rights of an account''s current address for good.';

create function private.use_admin_entitlement() returns trigger
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.consume_entitlement(new.user_id);
  -- A new admin needs no approval any more.
  delete from public.user_roles as waiting where waiting.user_id = new.user_id and waiting.status = 'pending';
  return null;
end
$$;

comment on function private.use_admin_entitlement() is
'Trigger: becoming an admin uses up the right of the address, and ends the wait for approval.';

create trigger use_admin_entitlement after insert on public.user_roles
for each row when (new.role = 'admin' and new.status = 'active') execute function private.use_admin_entitlement();

create trigger use_admin_entitlement_again after update on public.user_roles
for each row when (new.role = 'admin' and new.status = 'active' and (old.role <> 'admin' or old.status <> 'active'))
execute function private.use_admin_entitlement();

create function private.end_admin_entitlement() returns trigger
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.consume_entitlement(account.id)
  from auth.users as account
  where account.id = old.user_id and (old.role = 'admin' or exists (
    select from private.settings as setting where setting.key = 'admin_setup_email' and setting.value = lower(account.email)
  ));
  -- Covers every address that made the account an admin, so that changing the address and back gives nothing.
  update public.admin_emails as entry set is_active = false
  where entry.is_active and private.email_hash(entry.email) in (
    select used.email_hash from private.used_admin_entitlements as used where used.user_id = old.user_id
  );
  return null;
end
$$;

comment on function private.end_admin_entitlement() is
'Trigger: an account that loses the admin role or its access cannot become an admin by its address again.';

create trigger end_admin_entitlement after update on public.user_roles
for each row when (
  new.status = 'inactive' and old.status <> 'inactive'
  or old.role = 'admin' and old.status = 'active' and (new.role <> 'admin' or new.status <> 'active' or new.user_id <> old.user_id)
)
execute function private.end_admin_entitlement();

create trigger end_admin_entitlement_with_role after delete on public.user_roles
for each row when (old.role = 'admin' and old.status = 'active') execute function private.end_admin_entitlement();

grant execute on function private.confirmed_email() to authenticated;
grant execute on function private.may_become_admin() to authenticated;
grant execute on function public.can_set_up_admin() to authenticated;
grant execute on function private.can_set_up_admin() to authenticated;
grant execute on function public.set_admin_setup_email(text) to service_role;
grant execute on function private.set_admin_setup_email(text) to service_role;

grant select, insert, update, delete on public.admin_emails, public.premium_overrides to service_role;
grant select on public.admin_emails, public.premium_overrides to authenticated;

create policy "People read the admin entry of their own confirmed address, and admins all" on public.admin_emails
for select to authenticated using (email = (select private.confirmed_email()) or (select private.has_active_role('admin')));

create policy "People read their own premium override, and admins all" on public.premium_overrides
for select to authenticated using (email = (select private.confirmed_email()) or (select private.has_active_role('admin')));

create policy "Entitled people give themselves the admin role" on public.user_roles
for insert to authenticated
with check (
  user_id = (select auth.uid()) and role = 'admin' and status = 'active' and (select private.may_become_admin())
);
