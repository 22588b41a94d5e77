-- A sign-up through an invitation needs no second email: the invitation's link came by email and confirms the address.

create or replace function private.check_invitation() returns trigger
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  invitation constant public.invitations := private.open_invitation(new.raw_user_meta_data ->> 'invitation_token', coalesce(new.email, ''));
begin
  -- Two sign-ups, or a sign-up and a revocation, take turns, and the second one reads what the first one changed.
  perform from public.invitations as held
  where held.id = invitation.id and held.accepted_at is null and held.revoked_at is null and held.expires_at > now() for update;
  if not found then
    perform private.refuse('invitation_ended', '22023', 'This invitation has expired. Ask for a new one.');
  end if;
  new.email_confirmed_at := coalesce(new.email_confirmed_at, now());
  return new;
end
$$;

comment on function private.check_invitation() is
'Trigger: a sign-up that names an invitation needs an open one for its own address. The link was sent to this address only, so it confirms it.';

create or replace function private.accept_invitation() returns trigger
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  invitation public.invitations := private.open_invitation(new.raw_user_meta_data ->> 'invitation_token', coalesce(new.email, ''));
begin
  perform from public.invitations as held where held.id = invitation.id and held.accepted_at is null and held.revoked_at is null for update;
  if found then
    -- Before the role, so that the role finds an account and makes none.
    if invitation.account_id is not null then
      perform private.add_member(invitation.account_id, new.id, invitation.account_role, invitation.invited_by);
    end if;
    insert into public.user_roles (user_id, role, status) values (new.id, invitation.role, 'active')
    on conflict (user_id, role) do update set status = 'active';
    -- Last, because what waits for the invitation belongs to the account.
    update public.invitations as held set accepted_at = now(), accepted_by = new.id where held.id = invitation.id;
  end if;
  return null;
end
$$;
