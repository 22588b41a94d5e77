-- Sign-up metadata {first_name, last_name, account_type} becomes rows once, when the address is confirmed (spec §3, §4). Sales
-- people wait for an admin, and clients are active immediately. Nothing else that a visitor sends gives rights, and later
-- changes of the metadata are ignored. An unconfirmed account has no profile, no role and nothing else.

create function private.metadata_name(metadata jsonb, field text) returns text
language plpgsql immutable
set search_path = ''
as $$
declare
  given text := nullif(btrim(metadata ->> field), '');
begin
  if given is not null and jsonb_typeof(metadata -> field) <> 'string' then
    perform private.refuse('not_a_text', '22023', format('%s must be text', field), private.field_name(field));
  end if;
  if char_length(given) > 100 then
    perform private.refuse('too_long', '22001', format('%s is longer than 100 characters', field), private.field_name(field));
  end if;
  return given;
end
$$;

comment on function private.metadata_name(jsonb, text) is
'A trimmed name from the sign-up metadata, or null. Refuses other types and long texts.';

create function private.check_sign_up() returns trigger
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  metadata jsonb := coalesce(nullif(new.raw_user_meta_data, 'null'), '{}');
  account_type jsonb;
begin
  if jsonb_typeof(metadata) <> 'object' then
    perform private.refuse('metadata_invalid', '22023', 'The sign-up data must be an object');
  end if;
  account_type := nullif(metadata -> 'account_type', 'null');
  if account_type is not null and account_type not in ('"sales"', '"client"') then
    perform private.refuse('unknown_account_type', '22023', 'Unknown account type: choose sales or client', 'account_type');
  end if;
  perform private.metadata_name(metadata, 'first_name'), private.metadata_name(metadata, 'last_name');
  return new;
end
$$;

comment on function private.check_sign_up() is 'Trigger: refuses sign-up metadata that our forms do not send.';

create trigger check_sign_up before insert on auth.users
for each row execute function private.check_sign_up();

create function private.create_profile_and_role() returns trigger
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  metadata jsonb := coalesce(nullif(new.raw_user_meta_data, 'null'), '{}');
begin
  insert into public.profiles (user_id, first_name, last_name)
  values (new.id, private.metadata_name(metadata, 'first_name'), private.metadata_name(metadata, 'last_name'))
  on conflict (user_id) do nothing;

  -- An invitation gives its own role (see accept_invitation). A person with roles is already set up.
  if metadata ->> 'invitation_token' is not null
    or exists (select from public.user_roles as held where held.user_id = new.id) then
    return null;
  end if;
  if metadata ->> 'account_type' = 'sales' then
    insert into public.user_roles (user_id, role, status) values (new.id, 'sales', 'pending');
  elsif metadata ->> 'account_type' = 'client' then
    insert into public.user_roles (user_id, role, status) values (new.id, 'client', 'active');
  end if;
  return null;
end
$$;

comment on function private.create_profile_and_role() is 'Trigger: a confirmed account gets its profile and the role of its account type.';

-- Triggers of one event run in the order of their names: accept_invitation runs before this one, notify_admins_of_sign_up after
-- it.
create trigger create_profile after insert on auth.users
for each row when (new.email_confirmed_at is not null) execute function private.create_profile_and_role();

create trigger create_profile_on_confirmation after update of email_confirmed_at on auth.users
for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
execute function private.create_profile_and_role();

create function private.require_confirmed_account() returns trigger
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if exists (
    select from auth.users as account
    where account.id = (to_jsonb(new) ->> tg_argv[0])::uuid and account.email_confirmed_at is null
  ) then
    perform private.refuse('email_unconfirmed', 'PT409', 'This person hasn''t confirmed their email address yet');
  end if;
  return null;
end
$$;

comment on function private.require_confirmed_account() is
'Trigger: an account with an unconfirmed address is given nothing. The argument names the column with the account.';

create trigger require_confirmed_account after insert or update of user_id on public.user_roles
for each row execute function private.require_confirmed_account('user_id');
