-- The email about a removed authenticator app says when two-step sign-in is off.

create or replace function private.notify_factor_change() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- An admin's reset has an email of its own.
  if coalesce(current_setting('app.resetting_factors', true), '') <> old.user_id::text then
    perform private.enqueue_account_mail(
      old.user_id, case tg_op when 'UPDATE' then 'second-factor-added' else 'second-factor-removed' end,
      format('second-factor:%s:%s', lower(tg_op), old.id),
      case when tg_op = 'DELETE' and not exists (
        select from auth.mfa_factors as rest where rest.user_id = old.user_id and rest.status = 'verified'
      ) then jsonb_build_object('off', case when private.second_factor_required(old.user_id) then 'required' else 'true' end)
      else '{}' end
    );
  end if;
  return null;
end
$$;

comment on function private.notify_factor_change() is
'Trigger: emails people when a second factor is added to their account or removed from it, and whether two-step sign-in is off then (off; required: the agency asks for a new one).';
