-- The old address learns that the email of an account was changed, and a link that a newer invitation replaced says so.

create function private.notify_email_change() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform public.enqueue_outbox('mail', format('email-changed:%s:%s', new.id, clock_timestamp()), jsonb_build_object(
    'to', old.email, 'template', 'email-changed', 'data', jsonb_build_object('newEmail', new.email)
  ));
  return null;
end
$$;

comment on function private.notify_email_change() is
'Trigger: emails the old address of people when their new one took its place, so that they can object.';

create function private.is_invitation_replaced(p_token text) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
    select from public.invitations as earlier join public.invitations as newer on newer.email = earlier.email
      and newer.account_id is not distinct from earlier.account_id and newer.created_at >= earlier.created_at and newer.id <> earlier.id
    where earlier.token_hash = sha256(convert_to(left(coalesce(p_token, ''), 200), 'UTF8'))
      and earlier.accepted_at is null and earlier.revoked_at is not null
      and newer.accepted_at is null and newer.revoked_at is null and newer.expires_at > now()
  )
$$;

create function public.is_invitation_replaced(p_token text) returns boolean
language sql stable
set search_path = ''
return private.is_invitation_replaced(p_token);

comment on function public.is_invitation_replaced(text) is
'Whether a newer invitation that is open replaced the one of this token: to the same address, and for the same account. Everybody who has the link may ask.';

create trigger notify_email_change after update of email on auth.users
for each row when (
  lower(old.email) is distinct from lower(new.email) and old.email_confirmed_at is not null and new.email_confirmed_at is not null
) execute function private.notify_email_change();

grant execute on function public.is_invitation_replaced(text) to anon, authenticated;
grant execute on function private.is_invitation_replaced(text) to anon, authenticated;
