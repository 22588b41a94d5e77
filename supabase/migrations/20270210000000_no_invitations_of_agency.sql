-- An invitation that a person of the agency can't accept is refused for those who see that they work there.

create or replace function private.invite_member(p_account_id uuid, p_email text, p_role public.account_role) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  account constant public.accounts := private.require_open_account(p_account_id);
  address constant text := lower(btrim(p_email));
  token constant text := encode(sha256(convert_to(concat(gen_random_uuid(), gen_random_uuid(), gen_random_uuid()), 'UTF8')), 'hex');
  person uuid;
  invited uuid;
begin
  if address is null or char_length(address) > 320 or address !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' then
    perform private.refuse('email_invalid', '22023', 'Enter a valid email address', 'email');
  end if;
  if p_role is null then perform private.refuse('unknown_choice', '22023', 'Choose a role', 'role'); end if;
  select known.id into person from auth.users as known where lower(known.email) = address and known.email_confirmed_at is not null;
  if exists (select from private.client_members as member where member.account_id = account.id and member.user_id = person) then
    perform private.refuse('already_member', 'PT409', 'This person is already in the account. Change their role instead.', 'email');
  end if;
  -- They can't accept it. Only those read so who see that the person works for the agency: admins, and everyone here if it's a rep of the account.
  if exists (
    select from public.user_roles as held where held.user_id = person and held.role in ('sales', 'admin') and held.status = 'active'
  ) and (private.has_active_role('admin') or exists (
    select from public.account_loans as loan where loan.account_id = account.id and loan.user_id = person
  )) then
    perform private.refuse('agency_has_roles', 'PT409', 'This person works for the agency, so they can''t join a client''s account', 'email');
  end if;
  -- A sign-up that nobody confirmed blocks the invitation. A fresh one stays: its person may just be reading the email, and a client
  -- must not be able to stop the sign-ups of strangers.
  if exists (
    select from auth.users as old where lower(old.email) = address and old.email_confirmed_at is null and old.created_at < now() - interval '1 day'
  ) then
    perform private.remove_unconfirmed_account(address);
  end if;
  -- A new invitation to the same account ends the earlier link.
  update public.invitations as earlier set revoked_at = now()
  where earlier.email = address and earlier.account_id = account.id and earlier.accepted_at is null and earlier.revoked_at is null;
  insert into public.invitations (email, role, token_hash, invited_by, account_id, account_role)
  values (address, 'client', sha256(convert_to(token, 'UTF8')), auth.uid(), account.id, p_role) returning id into invited;
  perform public.enqueue_outbox('mail', format('invitation:%s', invited), jsonb_build_object(
    'to', address, 'template', 'account-invitation', 'data', jsonb_build_object(
      'token', token, 'business', account.name, 'role', p_role, 'known', (person is not null)::text, 'by', private.person_name(auth.uid())
    )
  ));
  return invited;
end
$$;

comment on function public.invite_member(uuid, text, public.account_role) is
'Invites an address to a client''s account. The link lasts seven days and replaces an earlier one to the same account. For its owners and admins. PT404: no such account. PT409: already a member, or a person of the agency (agency_has_roles), for those who see that. 22023: not an address. PT429: too many invitations.';
