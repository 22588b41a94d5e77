-- An invitation may also have been revoked.

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
    perform private.refuse('invitation_ended', '22023', 'This invitation was revoked or has expired. Ask for a new one.');
  end if;
  new.email_confirmed_at := coalesce(new.email_confirmed_at, now());
  return new;
end
$$;

comment on function private.check_invitation() is
'Trigger: a sign-up that names an invitation needs an open one for its own address. The link was sent to this address only, so it confirms it.';

create or replace function private.join_account(p_token text) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  -- Someone without a confirmed address has none, and no invitation is for them.
  invitation constant public.invitations := private.open_invitation(left(p_token, 200), coalesce(private.confirmed_email(), ''));
  slug text;
begin
  perform private.require_sufficient_session();
  if auth.uid() is not null and private.is_staff() then
    perform private.refuse('account_not_client', 'PT409', 'People who work for the agency can''t be members of a client''s account');
  end if;
  if auth.uid() is null or invitation.account_id is null then
    -- Whoever used it and still belongs to the account goes there again.
    select account.slug into slug
    from public.invitations as used join public.accounts as account on account.id = used.account_id
    join public.account_members as member on member.account_id = used.account_id and member.user_id = used.accepted_by
    where used.token_hash = sha256(convert_to(left(p_token, 200), 'UTF8')) and used.accepted_by = auth.uid();
    if slug is not null then return slug; end if;
    perform private.refuse('invitation_ended', '22023', 'This invitation was revoked, has expired, or was sent to a different address. Ask for a new one.');
  end if;
  perform from public.invitations as held
  where held.id = invitation.id and held.accepted_at is null and held.revoked_at is null for update;
  if not found then
    perform private.refuse('invitation_ended', '22023', 'This invitation was revoked, has expired, or was sent to a different address. Ask for a new one.');
  end if;
  perform private.add_member(invitation.account_id, auth.uid(), invitation.account_role, invitation.invited_by);
  insert into public.user_roles (user_id, role, status) values (auth.uid(), 'client', 'active') on conflict (user_id, role) do nothing;
  -- Last, because what waits for the invitation belongs to the account.
  update public.invitations as held set accepted_at = now(), accepted_by = auth.uid() where held.id = invitation.id;
  select account.slug into slug from public.accounts as account where account.id = invitation.account_id;
  return slug;
end
$$;
