-- A person can't remove their first name.

create function private.keep_first_name() returns trigger
language plpgsql volatile
set search_path = ''
as $$
begin
  perform private.refuse('required', '22023', 'Enter your first name', 'first_name');
  return null;
end
$$;

comment on function private.keep_first_name() is
'Trigger: a person can change their first name but not remove it, because everyone else would see only half of their name.';

create trigger keep_first_name before update of first_name on public.profiles
for each row when (btrim(old.first_name) <> '' and coalesce(btrim(new.first_name), '') = '') execute function private.keep_first_name();
