-- An admin invites an address to a role. A person who signs up with the link gets the role. The link came by email, so it confirms
-- the address. Only a hash of the token is stored. The link ends after a week and can be revoked until it is used.

create table public.invitations (
  id uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(email) and char_length(email) <= 320 and email ~ '^[^@\s]+@[^@\s]+$'),
  role public.app_role not null,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  invited_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  revoked_at timestamptz,
  accepted_at timestamptz,
  accepted_by uuid references auth.users (id) on delete set null,
  account_id uuid references public.accounts (id) on delete cascade,
  account_role public.account_role,
  constraint invitations_account_role check ((account_id is null) = (account_role is null) and (account_id is null or role = 'client'))
);

comment on table public.invitations is 'Invitations to a role.';
comment on column public.invitations.id is 'The invitation.';
comment on column public.invitations.email is 'The invited address, in lower case.';
comment on column public.invitations.role is 'The role that they get.';
comment on column public.invitations.token_hash is 'SHA-256 of the link''s token; the token itself is in the email only.';
comment on column public.invitations.invited_by is 'The admin who invited.';
comment on column public.invitations.created_at is 'When.';
comment on column public.invitations.expires_at is 'When the link expires.';
comment on column public.invitations.revoked_at is 'When it was revoked.';
comment on column public.invitations.accepted_at is 'When it was used.';
comment on column public.invitations.accepted_by is 'Who used it.';
comment on column public.invitations.account_id is 'The client''s account that they join; null for a role alone.';
comment on column public.invitations.account_role is 'What they may do in that account.';

create unique index invitations_open_email_idx on public.invitations (email) where accepted_at is null and revoked_at is null and account_id is null;
create unique index invitations_open_account_idx on public.invitations (account_id, email) where accepted_at is null and revoked_at is null;
create index invitations_created_at_idx on public.invitations (created_at desc);
create index invitations_invited_by_idx on public.invitations (invited_by);
create index invitations_accepted_by_idx on public.invitations (accepted_by);

alter table public.invitations enable row level security;

call private.require_sufficient_sessions('public.invitations');

grant select, insert, update, delete on public.invitations to service_role;
grant select (id, email, role, invited_by, created_at, expires_at, revoked_at, accepted_at, accepted_by, account_id, account_role)
on public.invitations to authenticated;

create policy "Admins read all invitations" on public.invitations
for select to authenticated using ((select private.has_active_role('admin')));

call private.watch('public.invitations', 'id');

create function private.remove_unconfirmed_account(p_email text) returns void
language sql volatile
set search_path = ''
as $$
  delete from auth.users as account where lower(account.email) = lower(p_email) and account.email_confirmed_at is null
$$;

comment on function private.remove_unconfirmed_account(text) is
'Deletes an account whose address was never confirmed, with everything in it: the person who signed up may not own the address.';

create function private.invite_user(p_email text, p_role public.app_role) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  address text := lower(btrim(p_email));
  -- Three UUIDs have 366 random bits; their hash keeps 256 of them.
  token text := encode(sha256(convert_to(concat(gen_random_uuid(), gen_random_uuid(), gen_random_uuid()), 'UTF8')), 'hex');
  invited uuid;
begin
  perform private.require_admin();
  if address is null or char_length(address) > 320 or address !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' then
    perform private.refuse('email_invalid', '22023', 'Enter a valid email address', 'email');
  end if;
  if exists (select from auth.users as account where lower(account.email) = address and account.email_confirmed_at is not null) then
    perform private.refuse('account_exists', 'PT409', 'This person already has an account. Change their role instead.', 'email');
  end if;
  perform private.remove_unconfirmed_account(address);
  -- A new invitation ends the earlier link.
  update public.invitations as earlier set revoked_at = now()
  where earlier.email = address and earlier.account_id is null and earlier.accepted_at is null and earlier.revoked_at is null;
  insert into public.invitations (email, role, token_hash, invited_by)
  values (address, p_role, sha256(convert_to(token, 'UTF8')), auth.uid()) returning id into invited;
  perform public.enqueue_outbox('mail', format('invitation:%s', invited), jsonb_build_object(
    'to', address, 'template', 'invitation', 'data', jsonb_build_object('token', token, 'role', p_role, 'by', private.person_name(auth.uid()))
  ));
  return invited;
end
$$;

create function public.invite_user(p_email text, p_role public.app_role) returns uuid
language sql volatile
set search_path = ''
return private.invite_user(p_email, p_role);

comment on function public.invite_user(text, public.app_role) is
'Sends an invitation that lasts seven days and replaces an earlier open one. Deletes an unconfirmed account with the address. Admins only. 22023: not an address. PT409: they already have an account.';

create function private.revoke_invitation(p_invitation_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.invitations as open set revoked_at = now()
  where open.id = p_invitation_id and open.accepted_at is null and open.revoked_at is null;
  if not found then perform private.refuse('invitation_ended', 'PT409', 'This invitation was already used or revoked'); end if;
end
$$;

create function public.revoke_invitation(p_invitation_id uuid) returns void
language sql volatile
set search_path = ''
return private.revoke_invitation(p_invitation_id);

comment on function public.revoke_invitation(uuid) is 'Ends the link of an invitation. Admins only. PT409: it was already used or revoked.';

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

create function private.open_invitation(p_token text, p_email text default null) returns public.invitations
language sql stable security definer
set search_path = ''
as $$
  select invitation from public.invitations as invitation
  where invitation.token_hash = sha256(convert_to(coalesce(p_token, ''), 'UTF8'))
    and invitation.accepted_at is null and invitation.revoked_at is null and invitation.expires_at > now()
    and (p_email is null or invitation.email = lower(p_email))
    and not private.is_archived(invitation.account_id)
$$;

comment on function private.open_invitation(text, text) is
'The open invitation of a token, and of an address if one is given; a row of nulls when there is none. An invitation to an archived account isn''t open until the account is restored.';

create function private.find_invitation(p_token text)
returns table (email text, role public.app_role, invited_by text, account_name text, account_role public.account_role, brings_premium boolean)
language sql stable security definer
set search_path = ''
as $$
  select found.email, found.role, private.person_name(found.invited_by), account.name, found.account_role,
    coalesce(found.email = private.confirmed_email() and private.brings_premium(account.id, auth.uid(), found.account_role), false)
  from private.open_invitation(left(p_token, 200)) as found left join public.accounts as account on account.id = found.account_id
  where found.id is not null
$$;

create function public.find_invitation(p_token text)
returns table (email text, role public.app_role, invited_by text, account_name text, account_role public.account_role, brings_premium boolean)
language sql stable
set search_path = ''
return private.find_invitation(p_token);

comment on function public.find_invitation(text) is
'What the email of an invitation link says: the address, the role, the name of the person who invites, and the account with the role there, if it is for one. brings_premium: the account gets Premium through the caller, whom it invites. No row when it has ended. Everybody who has the link may ask.';

create function private.invitation_end(p_token text) returns text
language sql stable security definer
set search_path = ''
as $$
  select case
    when private.is_archived(held.account_id) then 'closed'
    when held.revoked_at is not null then 'replaced'
  end
  from public.invitations as held
  where held.token_hash = sha256(convert_to(left(coalesce(p_token, ''), 200), 'UTF8')) and held.accepted_at is null
    and case when held.revoked_at is null then held.expires_at > now() else exists (
      select from public.invitations as newer
      where newer.email = held.email and newer.account_id is not distinct from held.account_id
        and newer.created_at >= held.created_at and newer.id <> held.id
        and newer.accepted_at is null and newer.revoked_at is null and newer.expires_at > now()
    ) end
$$;

create function public.invitation_end(p_token text) returns text
language sql stable
set search_path = ''
return private.invitation_end(p_token);

comment on function public.invitation_end(text) is
'Why the invitation of this token isn''t open: replaced (by a newer one that is open, to the same address and for the same account), closed (its account is archived); null for anything else. Everybody who has the link may ask.';

create function private.check_invitation() returns trigger
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

create trigger check_invitation before insert on auth.users
for each row when (new.raw_user_meta_data ->> 'invitation_token' is not null) execute function private.check_invitation();

create function private.accept_invitation() returns trigger
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

comment on function private.accept_invitation() is
'Trigger: a confirmed address gets the role that it was invited to, once, if the invitation is still open.';

create trigger accept_invitation after insert or update of email_confirmed_at on auth.users
for each row when (new.email_confirmed_at is not null and new.raw_user_meta_data ->> 'invitation_token' is not null)
execute function private.accept_invitation();

grant execute on function public.invite_user(text, public.app_role) to authenticated;
grant execute on function private.invite_user(text, public.app_role) to authenticated;
grant execute on function public.revoke_invitation(uuid) to authenticated;
grant execute on function private.revoke_invitation(uuid) to authenticated;
grant execute on function public.resend_invitation(uuid) to authenticated;
grant execute on function private.resend_invitation(uuid) to authenticated;
grant execute on function public.find_invitation(text) to anon, authenticated;
grant execute on function private.find_invitation(text) to anon, authenticated;
grant execute on function public.invitation_end(text) to anon, authenticated;
grant execute on function private.invitation_end(text) to anon, authenticated;
