-- A changed password was never reported to its owner.

create function private.notify_password_change() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.enqueue_account_mail(
    new.id, 'password-changed', format('password-changed:%s:%s', new.id, md5(new.encrypted_password))
  );
  return null;
end
$$;

comment on function private.notify_password_change() is 'Trigger: emails people when their password was changed or reset.';

-- An account that never confirmed its address may be someone else's, and an erased one has no password.
create trigger notify_password_change after update of encrypted_password on auth.users
for each row when (
  old.encrypted_password is distinct from new.encrypted_password and new.encrypted_password <> ''
  and old.encrypted_password <> '' and old.email_confirmed_at is not null
) execute function private.notify_password_change();
