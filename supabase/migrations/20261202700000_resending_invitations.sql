-- An invitation that is sent again stays the same one: an invitation to a client's account leads to that account.

create function private.resend_invitation(p_invitation_id uuid) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  earlier public.invitations;
begin
  perform private.require_admin();
  select held.* into earlier from public.invitations as held where held.id = p_invitation_id;
  -- The account first, as everywhere.
  if earlier.account_id is not null then perform private.require_open_account(earlier.account_id); end if;
  perform from public.invitations as open
  where open.id = p_invitation_id and open.accepted_at is null and open.revoked_at is null for update;
  if not found then perform private.refuse('invitation_ended', 'PT409', 'This invitation was already used or revoked'); end if;
  return case
    when earlier.account_id is null then private.invite_user(earlier.email, earlier.role)
    else private.invite_member(earlier.account_id, earlier.email, earlier.account_role)
  end;
end
$$;

create function public.resend_invitation(p_invitation_id uuid) returns uuid
language sql volatile
set search_path = ''
return private.resend_invitation(p_invitation_id);

comment on function public.resend_invitation(uuid) is
'Replaces an invitation with the same one for seven more days: the address, the role, and the account with the role there. Its link ends. Admins only. PT409: it was already used or revoked (invitation_ended), its account is archived, or the person has joined meanwhile.';

grant execute on function public.resend_invitation(uuid) to authenticated;
grant execute on function private.resend_invitation(uuid) to authenticated;
