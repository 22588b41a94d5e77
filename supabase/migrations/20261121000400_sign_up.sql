-- Sign-up metadata {first_name, last_name, account_type} becomes rows, once, at sign-up (spec §3, §4). Sales waits for an
-- admin, client is active at once, and nothing that a visitor sends leads to more: later changes of it are not looked at.

create function private.metadata_name(metadata jsonb, field text) returns text
language plpgsql immutable
set search_path = ''
as $$
declare
  given text := nullif(btrim(metadata ->> field), '');
begin
  if given is not null and jsonb_typeof(metadata -> field) <> 'string' then
    raise exception '% must be a text', field using errcode = '22023';
  end if;
  if char_length(given) > 100 then
    raise exception '% is longer than 100 characters', field using errcode = '22001';
  end if;
  return given;
end
$$;

comment on function private.metadata_name(jsonb, text) is 'A trimmed name from the sign-up metadata, or null. Refuses what is no text or too long.';

create function private.welcome_person() returns trigger
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  metadata jsonb := coalesce(nullif(new.raw_user_meta_data, 'null'), '{}');
  account_type jsonb;
begin
  if jsonb_typeof(metadata) <> 'object' then
    raise exception 'The sign-up data must be an object' using errcode = '22023';
  end if;
  account_type := nullif(metadata -> 'account_type', 'null');
  if account_type is not null and account_type not in ('"sales"', '"client"') then
    raise exception 'Unknown account type: choose sales or client' using errcode = '22023';
  end if;

  insert into public.profiles (user_id, first_name, last_name)
  values (new.id, private.metadata_name(metadata, 'first_name'), private.metadata_name(metadata, 'last_name'));

  if account_type = '"sales"' then
    insert into public.user_roles (user_id, role, status) values (new.id, 'sales', 'pending');
  elsif account_type = '"client"' then
    insert into public.user_roles (user_id, role, status) values (new.id, 'client', 'active');
  end if;
  return new;
end
$$;

comment on function private.welcome_person() is 'Trigger: gives a new account its profile, and the role that its account type asks for.';

create trigger welcome_person after insert on auth.users
for each row execute function private.welcome_person();
