-- Whoever accepted an invitation to an archived account joined it and then belonged to none: such an invitation isn't open, and its page says why.

create or replace function private.open_invitation(p_token text, p_email text default null) returns public.invitations
language sql stable security definer
set search_path = ''
as $$
  select invitation from public.invitations as invitation
  where invitation.token_hash = sha256(convert_to(coalesce(p_token, ''), 'UTF8'))
    and invitation.accepted_at is null and invitation.revoked_at is null and invitation.expires_at > now()
    and (p_email is null or invitation.email = lower(p_email))
    and not exists (select from public.accounts as account where account.id = invitation.account_id and account.archived_at is not null)
$$;

comment on function private.open_invitation(text, text) is
'The open invitation of a token, and of an address if one is given; a row of nulls when there is none. An invitation to an archived account isn''t open until the account is restored.';

create function private.invitation_end(p_token text) returns text
language sql stable security definer
set search_path = ''
as $$
  select case
    when exists (
      select from public.invitations as newer
      where newer.email = held.email and newer.account_id is not distinct from held.account_id
        and newer.created_at >= held.created_at and newer.id <> held.id
        and newer.accepted_at is null and newer.revoked_at is null and newer.expires_at > now()
    ) and held.revoked_at is not null then 'replaced'
    when held.revoked_at is null and held.expires_at > now() and exists (
      select from public.accounts as account where account.id = held.account_id and account.archived_at is not null
    ) then 'closed'
  end
  from public.invitations as held
  where held.token_hash = sha256(convert_to(left(coalesce(p_token, ''), 200), 'UTF8')) and held.accepted_at is null
$$;

create function public.invitation_end(p_token text) returns text
language sql stable
set search_path = ''
return private.invitation_end(p_token);

comment on function public.invitation_end(text) is
'Why the invitation of this token isn''t open: replaced (by a newer one that is open, to the same address and for the same account), closed (its account is archived); null for anything else. Everybody who has the link may ask.';

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
    if private.invitation_end(p_token) = 'closed' then
      perform private.refuse('account_archived', 'PT409', 'This account is closed, so no one can join it.');
    end if;
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
comment on function public.join_account(text) is
'Accepts an invitation to an account as a signed-in person with the invited address, and returns the account''s slug. Whoever used it before gets the slug again. 22023: the invitation has ended or is for another address. PT409: the caller works for the agency (account_not_client), or the account is archived (account_archived).';

grant execute on function public.invitation_end(text) to anon, authenticated;
grant execute on function private.invitation_end(text) to anon, authenticated;

drop function public.is_invitation_replaced(text);
drop function private.is_invitation_replaced(text);
